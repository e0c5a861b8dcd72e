/** The documents of an iterator or of another scorer, each with the same score. */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { addDocs } from '../iterators/bit_set.js';
import { drain } from '../iterators/drain.js';
import type { Scorer } from '../scorer.js';
import { newScoreBatch, type ScoreBatch } from './score_batch.js';

const BATCH_DOCS = 512;

export class ConstantScorer implements Scorer {
  readonly twoPhase: boolean;
  readonly docs: DocIterator;
  private readonly check: Scorer | undefined;
  private readonly constant: number;
  private exhausted = false;
  private batch: ScoreBatch | undefined;

  /** `docs` may be a scorer, whose own scores are ignored. */
  constructor(docs: DocIterator | Scorer, score: number) {
    this.docs = docs;
    this.check = 'twoPhase' in docs && docs.twoPhase ? docs : undefined;
    this.twoPhase = this.check !== undefined;
    this.constant = Math.fround(score);
  }

  docId(): number {
    return this.exhausted ? NO_MORE_DOCS : this.docs.docId();
  }

  nextDoc(): number {
    return this.exhausted ? NO_MORE_DOCS : this.docs.nextDoc();
  }

  advance(target: number): number {
    return this.exhausted ? NO_MORE_DOCS : this.docs.advance(target);
  }

  cost(): number {
    return this.docs.cost();
  }

  nextBatch(): ScoreBatch | undefined {
    if (this.exhausted) return undefined;
    this.batch ??= this.newBatch();
    if (this.docs.docId() < 0) this.docs.nextDoc();
    const { batch } = this;
    batch.to = this.docs.docId() === NO_MORE_DOCS ? 0 : drain(this.docs, batch.docs, NO_MORE_DOCS);
    return batch.to === 0 ? undefined : batch;
  }

  private newBatch(): ScoreBatch {
    const batch = newScoreBatch(BATCH_DOCS);
    batch.scores.fill(this.constant);
    return batch;
  }

  mark(words: Uint32Array): void {
    if (!this.exhausted) addDocs(words, this.docs);
  }

  drain(into: Uint32Array, end: number): number {
    return this.exhausted ? 0 : drain(this.docs, into, end);
  }

  matches(): boolean {
    return this.check === undefined || this.check.matches();
  }

  score(): number {
    return this.constant;
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.constant;
  }

  /** All scores are equal: if one cannot compete, none can. The current document stays. */
  setMinScore(score: number): void {
    if (score >= this.constant) this.exhausted = true;
  }
}
