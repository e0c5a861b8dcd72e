import { type FreqScore, type Impacts, NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { PostingsSource } from './postings_source.js';
import { FREQ_CLASSES } from './postings_writer.js';

/** The skip table of one term, and where one is in it. */
export class BlockImpacts implements Impacts {
  readonly #source: PostingsSource;
  readonly #start: number;
  readonly #blockCount: number;
  #block = 0;

  constructor(source: PostingsSource, start: number, blockCount: number) {
    this.#source = source;
    this.#start = start;
    this.#blockCount = blockCount;
  }

  /** First block at or after `from` whose last document is not before `target`; `blockCount` when there is none. Gallops, then halves. */
  findBlock(from: number, target: number): number {
    let step = 1;
    let low = from;
    let high = from;
    while (high < this.#blockCount && this.#lastDoc(high) < target) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, this.#blockCount);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lastDoc(middle) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  seekBlock(target: number): void {
    const behind = this.#block > 0 && this.#lastDoc(this.#block - 1) >= target;
    this.#block = this.findBlock(behind ? 0 : this.#block, target);
    if (this.#block >= this.#blockCount) this.#block = this.#blockCount - 1;
  }

  upTo(): number {
    return this.#block >= this.#blockCount - 1 ? NO_MORE_DOCS : this.#lastDoc(this.#block);
  }

  maxFreq(): number {
    const { hasFreqs, words, entryWords: width } = this.#source;
    return hasFreqs ? words[this.#start + this.#block * width + 3] : 1;
  }

  minNorm(): number {
    const { words, entryWords: width } = this.#source;
    return words[this.#start + this.#block * width + 2] >>> 16;
  }

  maxScore(scorer: FreqScore): number {
    const { hasFreqs, words, entryWords: width } = this.#source;
    if (!hasFreqs) return scorer.score(1, this.minNorm());
    const entry = this.#start + this.#block * width;
    const maxFreq = words[entry + 3];
    let norms = words[entry + 4];
    let max = 0;
    for (let freq = 1; freq <= maxFreq && freq < FREQ_CLASSES; freq++) {
      max = Math.max(max, scorer.score(freq, norms & 0xff));
      norms >>>= 8;
    }
    return maxFreq < FREQ_CLASSES ? max : Math.max(max, scorer.score(maxFreq, norms));
  }

  #lastDoc(block: number): number {
    return this.#source.words[this.#start + block * this.#source.entryWords];
  }
}
