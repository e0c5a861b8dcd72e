/** Upper bounds of the scores in parts of a posting list, from its block entries. */
import { type FreqScore, type Impacts, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { ENTRY, entryBytes, FREQ_CLASSES, MAX_STORED_FREQ, NO_DOC } from './postings_layout.js';
import type { PostingsSource } from './postings_source.js';

/** The block entries of one term, and a position in them. */
export class BlockImpacts implements Impacts {
  readonly #source: PostingsSource;
  readonly #start: number;
  readonly #width: number;
  readonly #blockCount: number;
  #block = 0;

  constructor(source: PostingsSource, start: number, blockCount: number) {
    this.#source = source;
    this.#start = start;
    this.#width = entryBytes(source.hasPositions);
    this.#blockCount = blockCount;
  }

  /**
   * First block at or after `from` whose last document is not before `target`; `blockCount` when
   * there is none. Galloping, then binary search.
   */
  findBlock(from: number, target: number): number {
    let step = 1;
    let low = from;
    let high = from;
    while (high < this.#blockCount && this.lastDoc(high) < target) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, this.#blockCount);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.lastDoc(middle) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Offset of a block's entry. */
  entry(block: number): number {
    return this.#start + block * this.#width;
  }

  lastDoc(block: number): number {
    return this.#source.view.getUint32(this.entry(block) + ENTRY.lastDoc, true);
  }

  seekBlock(target: number): void {
    const behind = this.#block > 0 && this.lastDoc(this.#block - 1) >= target;
    this.#block = this.findBlock(behind ? 0 : this.#block, target);
    if (this.#block >= this.#blockCount) this.#block = this.#blockCount - 1;
  }

  upTo(): number {
    return this.#block >= this.#blockCount - 1 ? NO_MORE_DOCS : this.lastDoc(this.#block);
  }

  maxFreq(): number {
    const freq = this.#source.bytes[this.entry(this.#block) + ENTRY.maxFreq];
    return freq < MAX_STORED_FREQ ? freq : Number.POSITIVE_INFINITY;
  }

  minNorm(): number {
    const at = this.entry(this.#block) + ENTRY.norms;
    return Math.min(...this.#source.bytes.subarray(at, at + FREQ_CLASSES));
  }

  maxScore(scorer: FreqScore): number {
    const at = this.entry(this.#block) + ENTRY.norms;
    const { bytes } = this.#source;
    let max = 0;
    for (let freq = 1; freq < FREQ_CLASSES; freq++) {
      const norm = bytes[at + freq - 1];
      if (norm !== NO_DOC) max = Math.max(max, scorer.score(freq, norm));
    }
    const more = bytes[at + FREQ_CLASSES - 1];
    return more === NO_DOC ? max : Math.max(max, scorer.score(this.maxFreq(), more));
  }
}
