/**
 * The number of busy search threads, visible to all of them, so that a search asks for help only if
 * a thread is idle.
 */

const ACTIVE = 0;
const MOST = 1;
const LEAST_DOCS = 2;

export class ThreadLoad {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(memory = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  set active(count: number) {
    Atomics.store(this.#words, ACTIVE, count);
  }

  /** Most threads that share a search; 0 turns sharing off. */
  set most(count: number) {
    Atomics.store(this.#words, MOST, count);
  }

  /** Fewest documents for which help saves more time than it costs. */
  set leastDocs(count: number) {
    Atomics.store(this.#words, LEAST_DOCS, count);
  }

  /** Number of threads that could help now with this many documents. */
  helpersFor(docs: number): number {
    if (docs === 0 || docs < Atomics.load(this.#words, LEAST_DOCS)) return 0;
    return Math.max(0, Atomics.load(this.#words, MOST) - Atomics.load(this.#words, ACTIVE));
  }
}
