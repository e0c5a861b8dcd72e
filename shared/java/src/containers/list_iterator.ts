/** `ListIterator` and `Enumeration`. */

import {
  concurrentModification,
  illegalState,
  indexOutOfBounds,
  noSuchElement,
} from '../values/throwable.js';
import type { Value } from '../values/value.js';
import type { JList } from './collections.js';
import { JIterator } from './streams.js';

export class JListIterator extends JIterator {
  override readonly className: string = 'java.util.ListIterator';
  readonly #list: JList;
  #at: number;
  /** The index of the last element returned; -1 if there is none or it was removed. */
  #last = -1;
  #changes: number;

  constructor(list: JList, at: number) {
    super([][Symbol.iterator]());
    if (at < 0 || at > list.size()) throw indexOutOfBounds(`Index: ${at}`);
    this.#list = list;
    this.#at = at;
    this.#changes = list.changes;
  }

  override hasNext(): boolean {
    return this.#at < this.#list.size();
  }

  hasPrevious(): boolean {
    return this.#at > 0;
  }

  nextIndex(): number {
    return this.#at;
  }

  override next(): Value {
    this.#check();
    if (!this.hasNext()) throw noSuchElement(null);
    this.#last = this.#at++;
    return this.#list.get(this.#last);
  }

  override remove(): void {
    this.#needLast();
    this.#list.removeAt(this.#last);
    this.#at = this.#last;
    this.#last = -1;
    this.#changes = this.#list.changes;
  }

  set(value: Value): void {
    this.#needLast();
    this.#list.set(this.#last, value);
  }

  add(value: Value): void {
    this.#check();
    this.#list.insert(this.#at++, value);
    this.#last = -1;
    this.#changes = this.#list.changes;
  }

  #needLast(): void {
    if (this.#last < 0) throw illegalState(null);
    this.#check();
  }

  #check(): void {
    if (this.#changes !== this.#list.changes) throw concurrentModification(null);
  }
}

export class JEnumeration extends JIterator {
  override readonly className: string = 'java.util.Enumeration';
}
