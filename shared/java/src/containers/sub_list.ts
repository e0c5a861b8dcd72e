/**
 * `List.subList`: a view of a part of a list. Its changes change the list; it refuses to work once
 * the list has got or lost elements in another way. `items` are the elements that this view has
 * seen.
 */
import { allocate } from '../values/meter.js';
import { concurrentModification } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { JList } from './collections.js';
import type { Removing } from './removing.js';

export class SubList extends JList {
  readonly #list: JList;
  readonly #from: number;
  /** The changes of the list that this view knows. */
  #known: number;

  constructor(list: JList, from: number, to: number) {
    allocate(to - from);
    super(list.items.slice(from, to), { fixed: list.fixed });
    this.#list = list;
    this.#from = from;
    this.#known = list.changes;
  }

  override size(): number {
    this.#refuseOthers();
    return super.size();
  }

  override toArray(): Value[] {
    this.#refuseOthers();
    return this.#list.items.slice(this.#from, this.#from + this.items.length);
  }

  override get(index: number): Value {
    this.#refuseOthers();
    this.check(index, this.items.length);
    return this.#list.get(this.#from + index);
  }

  override set(index: number, value: Value): Value {
    this.#refuseOthers();
    this.check(index, this.items.length);
    this.items[index] = value;
    return this.#list.set(this.#from + index, value);
  }

  override add(value: Value): boolean {
    this.insert(this.items.length, value);
    return true;
  }

  override insert(index: number, value: Value): void {
    this.#refuseOthers();
    super.insert(index, value);
    this.#list.insert(this.#from + index, value);
    this.#known = this.#list.changes;
  }

  override insertAll(index: number, values: readonly Value[]): void {
    this.#refuseOthers();
    super.insertAll(index, values);
    this.#list.insertAll(this.#from + index, values);
    this.#known = this.#list.changes;
  }

  override removeAt(index: number): Value {
    this.check(index, this.items.length);
    const removed = this.get(index);
    this.removeRange(index, index + 1);
    return removed;
  }

  override removeRange(from: number, to: number): void {
    this.#refuseOthers();
    super.removeRange(from, to);
    this.#list.removeRange(this.#from + from, this.#from + to);
    this.#known = this.#list.changes;
  }

  override clear(): void {
    this.removeRange(0, this.items.length);
  }

  override rewrite(items: readonly Value[]): void {
    for (const [i, item] of items.entries()) this.set(i, item);
  }

  override indexOf(value: Value): number {
    this.#look();
    return super.indexOf(value);
  }

  override equals(other: Value): boolean {
    this.#look();
    return super.equals(other);
  }

  override hashCode(): number {
    this.#look();
    return super.hashCode();
  }

  override iterate(): Removing {
    this.#look();
    return super.iterate();
  }

  /** Sees the elements that were put into the list without this view. */
  #look(): void {
    this.items = this.toArray();
  }

  #refuseOthers(): void {
    if (this.#known !== this.#list.changes) throw concurrentModification(null);
  }
}
