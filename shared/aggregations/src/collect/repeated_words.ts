/**
 * Recognises passages that were seen before. A passage is six consecutive words, identified by 52
 * bits of a hash.
 */
import { takeObjects } from './growable.js';

export const PASSAGE_WORDS = 6;

/** Approximate measured size of a number in a set, in bytes. */
const PASSAGE_BYTES = 40;
const HALF_BITS = 26;

export class RepeatedWords {
  readonly #seen = new Set<number>();
  /** The last words, as a ring: the place after the newest word has the oldest. */
  readonly #last = new Uint32Array(PASSAGE_WORDS);
  #words = 0;

  /** Starts a text: no passage spans two texts. */
  startText(): void {
    this.#words = 0;
  }

  /** True if the word ends a passage that was seen before. */
  add(word: number): boolean {
    this.#last[this.#words++ % PASSAGE_WORDS] = word;
    if (this.#words < PASSAGE_WORDS) return false;
    const passage = this.#passage();
    if (this.#seen.has(passage)) return true;
    takeObjects(1, PASSAGE_BYTES);
    this.#seen.add(passage);
    return false;
  }

  #passage(): number {
    let high = 0;
    let low = 0;
    for (let i = 0; i < PASSAGE_WORDS; i++) {
      const word = this.#last[(this.#words + i) % PASSAGE_WORDS];
      high = mixed(high, word, 0x85ebca6b);
      low = mixed(low, word, 0xc2b2ae35);
    }
    return (high >>> (32 - HALF_BITS)) * 2 ** HALF_BITS + (low >>> (32 - HALF_BITS));
  }
}

/** Mixes a word into a hash as MurmurHash3 does. */
function mixed(hash: number, word: number, factor: number): number {
  let h = Math.imul(hash ^ word, factor);
  h ^= h >>> 15;
  return Math.imul(h, 0x9e3779b1) ^ (h >>> 13);
}
