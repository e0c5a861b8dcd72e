/**
 * A heap that keeps the greatest numbers, with the least of them on top. It makes the same moves as
 * Lucene's `PriorityQueue`, so that equal items come out in the same order.
 */
export class LucenePriorityQueue {
  readonly #isLess: (a: number, b: number) => boolean;
  readonly #most: number;
  /** The items, from index 1 on. */
  readonly #heap: Uint32Array;
  size = 0;

  constructor(most: number, isLess: (a: number, b: number) => boolean) {
    this.#most = most;
    this.#isLess = isLess;
    this.#heap = new Uint32Array(most + 1);
  }

  /** Adds an item. If the heap is full, it replaces the least item if that is less. */
  insert(item: number): void {
    if (this.size < this.#most) {
      this.#heap[++this.size] = item;
      this.#up(this.size);
    } else if (this.size > 0 && this.#isLess(this.#heap[1], item)) {
      this.#heap[1] = item;
      this.#down(1);
    }
  }

  /** Removes and returns the least item. The heap must not be empty. */
  pop(): number {
    const least = this.#heap[1];
    this.#heap[1] = this.#heap[this.size--];
    this.#down(1);
    return least;
  }

  #up(from: number): void {
    const heap = this.#heap;
    const item = heap[from];
    let at = from;
    for (let above = at >>> 1; above > 0; above = at >>> 1) {
      if (!this.#isLess(item, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = item;
  }

  #down(from: number): void {
    const heap = this.#heap;
    const item = heap[from];
    let at = from;
    for (let below = this.#lesser(at); below <= this.size; below = this.#lesser(at)) {
      if (!this.#isLess(heap[below], item)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = item;
  }

  /** The index of the lesser child of a node. */
  #lesser(at: number): number {
    const left = at << 1;
    const right = left + 1;
    const isRight = right <= this.size && this.#isLess(this.#heap[right], this.#heap[left]);
    return isRight ? right : left;
  }
}
