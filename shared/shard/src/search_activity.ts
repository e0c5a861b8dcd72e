/**
 * Memory shared between a shard's engine and the thread that forwards searches. It tells the engine
 * that the shard was searched, and the thread that there are changes which were not refreshed
 * because the shard was idle. It costs a search two atomic operations.
 */

/** Words: 1 when the shard was searched since the last look; 1 when a refresh was skipped. */
const SEARCHED = 0;
const BEHIND = 1;
const WORDS = 2;

export class SearchActivity {
  readonly shared: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(shared = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#words = new Int32Array(shared);
  }

  /** Records a search; returns true if the shard has to be refreshed first. */
  search(): boolean {
    Atomics.store(this.#words, SEARCHED, 1);
    return Atomics.load(this.#words, BEHIND) !== 0;
  }

  /** Returns true if the shard was searched since the last call. */
  takeSearched(): boolean {
    return Atomics.exchange(this.#words, SEARCHED, 0) !== 0;
  }

  /** True if a search would miss changes that a scheduled refresh would have shown. */
  get isBehind(): boolean {
    return Atomics.load(this.#words, BEHIND) !== 0;
  }

  set isBehind(isBehind: boolean) {
    Atomics.store(this.#words, BEHIND, isBehind ? 1 : 0);
  }
}
