/** An answer that is requested when it is needed first, and again after a failure. */
export class AskedOnce<T> {
  readonly #ask: () => Promise<T>;
  #answer: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get(): Promise<T> {
    this.#answer ??= this.#ask().catch((error: unknown) => {
      this.#answer = undefined;
      throw error;
    });
    return this.#answer;
  }
}
