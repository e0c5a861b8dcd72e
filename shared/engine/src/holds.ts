/** Generations that are still needed, each with all later ones. */
export class Holds {
  readonly #held = new Map<object, number>();

  /** Holds the generation until the returned function is called. */
  hold(generation: number): () => void {
    const key = {};
    this.#held.set(key, generation);
    return () => this.#held.delete(key);
  }

  /** The oldest held generation; Infinity: none is held. */
  get least(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#held.values());
  }
}
