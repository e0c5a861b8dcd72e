/**
 * A heap of numbers with the least on top that keeps the greatest, move for move as Lucene's
 * PriorityQueue: of equal ones the order in which they come out is the same.
 */
export class LucenePriorityQueue {
  readonly #isLess: (a: number, b: number) => boolean;
  readonly #most: number;
  /** From place 1 on. */
  readonly #heap: Uint32Array;
  size = 0;

  constructor(most: number, isLess: (a: number, b: number) => boolean) {
    this.#most = most;
    this.#isLess = isLess;
    this.#heap = new Uint32Array(most + 1);
  }

  /** Where it is full, the least goes, if it is less than the new one. */
  insert(item: number): void {
    if (this.size < this.#most) {
      this.#heap[++this.size] = item;
      this.#up(this.size);
    } else if (this.size > 0 && this.#isLess(this.#heap[1] as number, item)) {
      this.#heap[1] = item;
      this.#down(1);
    }
  }

  /** The least. Not to be asked of an empty one. */
  pop(): number {
    const least = this.#heap[1] as number;
    this.#heap[1] = this.#heap[this.size--] as number;
    this.#down(1);
    return least;
  }

  #up(from: number): void {
    const heap = this.#heap;
    const item = heap[from] as number;
    let at = from;
    for (let above = at >>> 1; above > 0; above = at >>> 1) {
      if (!this.#isLess(item, heap[above] as number)) break;
      heap[at] = heap[above] as number;
      at = above;
    }
    heap[at] = item;
  }

  #down(from: number): void {
    const heap = this.#heap;
    const item = heap[from] as number;
    let at = from;
    for (let below = this.#lesser(at); below <= this.size; below = this.#lesser(at)) {
      if (!this.#isLess(heap[below] as number, item)) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = item;
  }

  /** The place of the lesser of the two below. */
  #lesser(at: number): number {
    const left = at << 1;
    const right = left + 1;
    const isRight =
      right <= this.size && this.#isLess(this.#heap[right] as number, this.#heap[left] as number);
    return isRight ? right : left;
  }
}
