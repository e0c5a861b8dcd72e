/** Generations that somebody still needs, with all that come after them. */
export class Holds {
  readonly #held = new Map<object, number>();

  /** Returns what ends it. */
  hold(generation: number): () => void {
    const key = {};
    this.#held.set(key, generation);
    return () => this.#held.delete(key);
  }

  /** Infinity: nobody needs any. */
  get least(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#held.values());
  }
}
