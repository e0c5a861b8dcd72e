/**
 * A bounded binary heap whose top is the worst element kept, so that the best `capacity` elements
 * of a stream remain. `isWorse(a, b)` says that `a` is to be dropped before `b`; it must be a
 * strict weak order.
 */
export class PriorityQueue<T> {
  readonly #heap: T[] = [];
  readonly #capacity: number;
  readonly #isWorse: (a: T, b: T) => boolean;

  constructor(capacity: number, isWorse: (a: T, b: T) => boolean) {
    this.#capacity = capacity;
    this.#isWorse = isWorse;
  }

  get size(): number {
    return this.#heap.length;
  }

  get full(): boolean {
    return this.#heap.length >= this.#capacity;
  }

  /** The worst element kept. */
  top(): T | undefined {
    return this.#heap[0];
  }

  /** Keeps `value` if there is room or it is better than the worst; returns true if it was kept. */
  offer(value: T): boolean {
    if (this.#capacity === 0) return false;
    if (!this.full) {
      this.#heap.push(value);
      this.#siftUp(this.#heap.length - 1);
      return true;
    }
    if (!this.#isWorse(this.#at(0), value)) return false;
    this.#heap[0] = value;
    this.#siftDown(0);
    return true;
  }

  /** Empties the queue, best first. */
  drain(): T[] {
    const sorted: T[] = new Array(this.#heap.length);
    for (let i = sorted.length - 1; i >= 0; i--) {
      sorted[i] = this.#at(0);
      this.pop();
    }
    return sorted;
  }

  /** Removes the worst element. */
  pop(): T | undefined {
    const top = this.#heap[0];
    const last = this.#heap.length - 1;
    if (last > 0) this.#heap[0] = this.#at(last);
    this.#heap.pop();
    if (last > 0) this.#siftDown(0);
    return top;
  }

  /** The element at an index of the heap, which must exist; `T` may contain undefined itself. */
  #at(i: number): T {
    return this.#heap[i] as T;
  }

  #siftUp(start: number): void {
    let i = start;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#isWorse(this.#at(i), this.#at(parent))) return;
      this.#swap(i, parent);
      i = parent;
    }
  }

  #siftDown(start: number): void {
    const { length } = this.#heap;
    let i = start;
    for (;;) {
      const left = 2 * i + 1;
      const right = left + 1;
      let worst = i;
      if (left < length && this.#isWorse(this.#at(left), this.#at(worst))) worst = left;
      if (right < length && this.#isWorse(this.#at(right), this.#at(worst))) worst = right;
      if (worst === i) return;
      this.#swap(i, worst);
      i = worst;
    }
  }

  #swap(a: number, b: number): void {
    const kept = this.#at(a);
    this.#heap[a] = this.#at(b);
    this.#heap[b] = kept;
  }
}
