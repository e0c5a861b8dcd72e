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
    if (!this.#isWorse(this.#heap[0] as T, value)) return false;
    this.#heap[0] = value;
    this.#siftDown(0);
    return true;
  }

  /** Empties the queue, best first. */
  drain(): T[] {
    const sorted: T[] = new Array(this.#heap.length);
    for (let i = sorted.length - 1; i >= 0; i--) sorted[i] = this.pop() as T;
    return sorted;
  }

  /** Removes the worst element. */
  pop(): T | undefined {
    const top = this.#heap[0];
    const last = this.#heap.pop();
    if (this.#heap.length > 0) {
      this.#heap[0] = last as T;
      this.#siftDown(0);
    }
    return top;
  }

  #siftUp(start: number): void {
    const heap = this.#heap;
    let i = start;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#isWorse(heap[i] as T, heap[parent] as T)) return;
      this.#swap(i, parent);
      i = parent;
    }
  }

  #siftDown(start: number): void {
    const heap = this.#heap;
    let i = start;
    for (;;) {
      const left = 2 * i + 1;
      const right = left + 1;
      let worst = i;
      if (left < heap.length && this.#isWorse(heap[left] as T, heap[worst] as T)) worst = left;
      if (right < heap.length && this.#isWorse(heap[right] as T, heap[worst] as T)) worst = right;
      if (worst === i) return;
      this.#swap(i, worst);
      i = worst;
    }
  }

  #swap(a: number, b: number): void {
    const kept = this.#heap[a] as T;
    this.#heap[a] = this.#heap[b] as T;
    this.#heap[b] = kept;
  }
}
