/**
 * How many search threads have something to do, as they all see it: one that could use help asks
 * for none when nobody is idle.
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

  /** No more threads than this help one another; 0: none does. */
  set most(count: number) {
    Atomics.store(this.#words, MOST, count);
  }

  /** To have fewer documents looked at by somebody else takes longer than it saves. */
  set leastDocs(count: number) {
    Atomics.store(this.#words, LEAST_DOCS, count);
  }

  /** How many could help with so many documents, as it is now. */
  helpersFor(docs: number): number {
    if (docs === 0 || docs < Atomics.load(this.#words, LEAST_DOCS)) return 0;
    return Math.max(0, Atomics.load(this.#words, MOST) - Atomics.load(this.#words, ACTIVE));
  }
}
