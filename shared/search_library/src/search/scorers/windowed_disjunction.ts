/**
 * A disjunction that leads: documents in any of the scorers, with scores summed window by window.
 *
 * Once a minimum score is set, it uses MAXSCORE (Turtle and Flood, "Query Evaluation: Strategies
 * and Optimizations", 1995) with a new partition for each window. Scorers whose bounds together
 * cannot exceed the minimum are "non-essential": a document that is in none of the other scorers
 * cannot compete, so non-essential scorers are only probed for the candidates of the others.
 */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { nextSetBit } from '../iterators/bit_set.js';
import { drainBits } from '../iterators/drain.js';
import type { Scorer } from '../scorer.js';
import { BlockBounds } from './block_bounds.js';
import { confirmed } from './confirmed.js';
import { newScoreBatch, type ScoreBatch } from './score_batch.js';
import {
  addToWindow,
  countWindow,
  newScoreWindow,
  readWindow,
  type ScoreWindow,
  startWindow,
  WINDOW_SIZE,
} from './score_window.js';

export class WindowedDisjunction implements Scorer {
  readonly twoPhase = false;
  /** The scorers, ordered by bound once a minimum is set, the weakest first. */
  private readonly scorers: Scorer[];
  private readonly maxDoc: number;
  private readonly needsScores: boolean;
  private readonly window: ScoreWindow = newScoreWindow();
  private readonly outerBounds: BlockBounds;
  private readonly totalCost: number;
  private readonly boundOf = new Map<Scorer, number>();
  /** `reach[i]` is the most that the scorers 0 … i can add together. */
  private readonly reach: Float64Array;
  private batch: ScoreBatch | undefined;
  private minScore = -1;
  private current = -1;

  constructor(
    scorers: readonly Scorer[],
    { maxDoc, needsScores }: { readonly maxDoc: number; readonly needsScores: boolean },
  ) {
    this.scorers = scorers.map(confirmed);
    this.maxDoc = maxDoc;
    this.needsScores = needsScores;
    this.outerBounds = new BlockBounds(this.scorers);
    this.totalCost = scorers.reduce((sum, scorer) => sum + scorer.cost(), 0);
    this.reach = new Float64Array(scorers.length);
  }

  matches(): boolean {
    return true;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    const { window } = this;
    let from = target;
    for (;;) {
      if (from < window.end) {
        const slot = this.nextSlot(Math.max(from - window.base, 0));
        if (slot >= 0) {
          this.current = window.base + slot;
          return this.current;
        }
        from = window.end;
      }
      const filled = this.minScore < 0 ? this.fillAll(from) : this.fillCompetitive(from);
      if (!filled) {
        this.current = NO_MORE_DOCS;
        return NO_MORE_DOCS;
      }
    }
  }

  cost(): number {
    return this.totalCost;
  }

  score(): number {
    return Math.fround(this.window.sums[this.current - this.window.base]);
  }

  blockEnd(target: number): number {
    return this.outerBounds.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.outerBounds.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.minScore = score;
  }

  nextBatch(): ScoreBatch | undefined {
    this.batch ??= newScoreBatch(WINDOW_SIZE);
    const { window, minScore, batch } = this;
    const filled = minScore < 0 ? this.fillAll(window.end) : this.fillCompetitive(window.end);
    if (!filled) return undefined;
    readWindow(window, batch);
    return batch;
  }

  /** Used only without a minimum score. */
  drain(into: Uint32Array, end: number): number {
    const { base, bits, end: windowEnd } = this.window;
    const stop = Math.min(end, windowEnd) - base;
    const count = drainBits(bits, this.current - base, { into, end: stop });
    for (let i = 0; i < count; i++) into[i] += base;
    if (count > 0) this.advance(into[count - 1] + 1);
    return count;
  }

  countLive(live: Uint32Array | null, limit: number, check: () => void): number {
    let count = 0;
    while (count <= limit && this.fillAll(this.window.end)) {
      check();
      count += countWindow(this.window, live);
    }
    return count;
  }

  /** The next slot of the window that exceeds the minimum, or -1. */
  private nextSlot(from: number): number {
    const { bits, sums } = this.window;
    let slot = nextSetBit(bits, from);
    while (slot >= 0 && this.minScore >= 0 && Math.fround(sums[slot]) <= this.minScore) {
      slot = nextSetBit(bits, slot + 1);
    }
    return slot;
  }

  /** Fills the window that begins at the first document >= target; false when there is none. */
  private fillAll(target: number): boolean {
    let base = NO_MORE_DOCS;
    for (const scorer of this.scorers) {
      const doc = scorer.docId() < target ? scorer.advance(target) : scorer.docId();
      if (doc < base) base = doc;
    }
    if (base === NO_MORE_DOCS) return this.exhaust();
    // The window begins at a word of the live documents, so that whole words can be compared.
    startWindow(this.window, base & ~31);
    for (const scorer of this.scorers) addToWindow(this.window, scorer, this.needsScores);
    return true;
  }

  /** Fills the next window that may have a document above the minimum score; false: none. */
  private fillCompetitive(target: number): boolean {
    const { scorers, window } = this;
    let base = this.firstPossible(target);
    while (base < this.maxDoc) {
      const essential = this.partition(base);
      if (essential < scorers.length) {
        startWindow(window, base);
        for (let i = essential; i < scorers.length; i++) {
          const scorer = scorers[i];
          if (scorer.docId() < base) scorer.advance(base);
          addToWindow(window, scorer, true);
        }
        if (essential > 0) this.probeNonEssential(essential);
        return true;
      }
      base = this.firstPossible(base + WINDOW_SIZE);
    }
    return this.exhaust();
  }

  /** A lower bound >= target of any scorer's next document; scorers behind it are not moved. */
  private firstPossible(target: number): number {
    let first = NO_MORE_DOCS;
    for (const scorer of this.scorers) first = Math.min(first, Math.max(scorer.docId(), target));
    return first;
  }

  /**
   * Orders the scorers by their bound in the window at `base`, and returns the number of
   * non-essential ones.
   */
  private partition(base: number): number {
    const { scorers, boundOf, reach } = this;
    const upTo = base + WINDOW_SIZE - 1;
    for (const scorer of scorers) {
      scorer.blockEnd(base);
      boundOf.set(scorer, scorer.maxScore(upTo));
    }
    scorers.sort((a, b) => this.bound(a) - this.bound(b));
    let sum = 0;
    let nonEssential = 0;
    for (let i = 0; i < scorers.length; i++) {
      sum += this.bound(scorers[i]);
      reach[i] = sum;
      if (Math.fround(sum) <= this.minScore) nonEssential = i + 1;
    }
    return nonEssential;
  }

  /** The scorer's bound in the window; an unknown one is unbounded. */
  private bound(scorer: Scorer): number {
    return this.boundOf.get(scorer) ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Completes the sums of the candidates, strongest scorer first, and drops candidates that cannot
   * exceed the minimum any more.
   */
  private probeNonEssential(essential: number): void {
    const { scorers, reach, minScore } = this;
    const { base, bits, sums } = this.window;
    for (let slot = nextSetBit(bits, 0); slot >= 0; slot = nextSetBit(bits, slot + 1)) {
      const doc = base + slot;
      let sum = sums[slot];
      let next = essential - 1;
      for (; next >= 0 && Math.fround(sum + reach[next]) > minScore; next--) {
        const scorer = scorers[next];
        const at = scorer.docId() < doc ? scorer.advance(doc) : scorer.docId();
        if (at === doc) sum += scorer.score();
      }
      if (next < 0 && Math.fround(sum) > minScore) sums[slot] = sum;
      else bits[slot >>> 5] = bits[slot >>> 5] & ~(1 << (slot & 31));
    }
  }

  private exhaust(): false {
    this.window.end = 0;
    return false;
  }
}
