/**
 * What a shard's engine and the thread that passes searches on tell each other, in memory both see: that the shard was searched, and that there is
 * something new which it has not shown because nobody searched. Costs a search two atomic operations.
 */

/** Words: 1 when the shard was searched since somebody looked; 1 when a refresh was left out. */
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

  /** A search comes: whether the shard has to be refreshed before. */
  search(): boolean {
    Atomics.store(this.#words, SEARCHED, 1);
    return Atomics.load(this.#words, BEHIND) !== 0;
  }

  /** Whether the shard was searched since this was asked last. */
  takeSearched(): boolean {
    return Atomics.exchange(this.#words, SEARCHED, 0) !== 0;
  }

  /** Whether a search would not see all that a refresh by the clock would have shown. */
  get isBehind(): boolean {
    return Atomics.load(this.#words, BEHIND) !== 0;
  }

  set isBehind(isBehind: boolean) {
    Atomics.store(this.#words, BEHIND, isBehind ? 1 : 0);
  }
}
