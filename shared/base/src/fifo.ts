/**
 * A queue that may be long: `shift` of an array moves all its elements, so to empty a long one that
 * way takes time quadratic in its length.
 */
export class Fifo<T> {
  /** The elements from `#taken` on wait; those before are `undefined`. */
  #items: (T | undefined)[] = [];
  #taken = 0;

  get length(): number {
    return this.#items.length - this.#taken;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes the oldest element; `undefined` if there is none. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#taken];
    this.#items[this.#taken++] = undefined;
    // At least as many elements were taken since the last copy as are moved now.
    if (this.#taken >= this.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}
