/** `java.util.PriorityQueue`: a binary heap that iterates in the order of its array, as in Java. */

import { allocate, ELEMENT } from '../values/meter.js';
import { concurrentModification, nullPointer } from '../values/throwable.js';
import { equalValues, type Value } from '../values/value.js';
import { JCollection } from './collections.js';
import { type Comparison, naturalOrder } from './order.js';
import type { Removing } from './removing.js';

export class PriorityQueue extends JCollection {
  readonly className: string = 'java.util.PriorityQueue';
  readonly #heap: Value[] = [];
  readonly #order: Comparison;
  #changes = 0;

  constructor(order: Comparison = naturalOrder) {
    super();
    this.#order = order;
  }

  size(): number {
    return this.#heap.length;
  }

  toArray(): Value[] {
    return this.#heap.slice();
  }

  peek(): Value {
    return this.#heap[0] ?? null;
  }

  add(value: Value): boolean {
    if (value === null) throw nullPointer(null);
    // Java compares the first element with itself, so values without an order are refused at once.
    if (this.#heap.length === 0) this.#order(value, value);
    allocate(ELEMENT);
    this.#changes++;
    this.#heap.push(value);
    this.#up(this.#heap.length - 1, value);
    return true;
  }

  poll(): Value {
    const first = this.peek();
    if (first !== null) this.#removeAt(0);
    return first;
  }

  remove(value: Value): boolean {
    const at = this.#heap.findIndex((one) => equalValues(one, value));
    if (at >= 0) this.#removeAt(at);
    return at >= 0;
  }

  clear(): void {
    this.#changes++;
    this.#heap.length = 0;
  }

  /**
   * Removing an element may move one that is to come before the iterator's place. Such elements are
   * given at the end, as in Java.
   */
  iterate(): Removing {
    let at = 0;
    let changes = this.#changes;
    const moved: Value[] = [];
    let given: Value | undefined;
    return {
      next: () => {
        given = at < this.#heap.length ? undefined : moved.shift();
        if (at >= this.#heap.length && given === undefined) return { done: true, value: null };
        if (changes !== this.#changes) throw concurrentModification(null);
        return { done: false, value: given ?? this.#heap[at++] ?? null };
      },
      hasMore: () => at < this.#heap.length || moved.length > 0,
      remove: () => {
        if (changes !== this.#changes) throw concurrentModification(null);
        if (given !== undefined) this.#removeAt(this.#heap.indexOf(given));
        else {
          const before = this.#removeAt(at - 1);
          if (before === undefined) at--;
          else moved.push(before);
        }
        changes = this.#changes;
      },
    };
  }

  /** Returns the element that took the place and then moved to one before it, if there is one. */
  #removeAt(at: number): Value | undefined {
    this.#changes++;
    const last = this.#heap.pop() ?? null;
    if (at === this.#heap.length) return undefined;
    this.#down(at, last);
    return this.#heap[at] === last && this.#up(at, last) < at ? last : undefined;
  }

  /** Moves a value up to its place, which is returned. */
  #up(from: number, value: Value): number {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = this.#heap[parent] ?? null;
      if (this.#order(value, above) >= 0) break;
      this.#heap[at] = above;
      at = parent;
    }
    this.#heap[at] = value;
    return at;
  }

  #down(from: number, value: Value): void {
    const size = this.#heap.length;
    let at = from;
    while (at < size >>> 1) {
      let child = 2 * at + 1;
      const right = child + 1;
      const left = this.#heap[child] ?? null;
      if (right < size && this.#order(left, this.#heap[right] ?? null) > 0) child = right;
      const smaller = this.#heap[child] ?? null;
      if (this.#order(value, smaller) <= 0) break;
      this.#heap[at] = smaller;
      at = child;
    }
    this.#heap[at] = value;
  }
}
