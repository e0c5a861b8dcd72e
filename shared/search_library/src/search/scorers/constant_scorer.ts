/** The documents of an iterator or of another scorer, each with the same score. */
import { type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { drain } from '../iterators/drain.js';
import type { Scorer } from '../scorer.js';

export class ConstantScorer implements Scorer {
  readonly twoPhase: boolean;
  readonly docs: DocIterator;
  private readonly check: Scorer | undefined;
  private readonly constant: number;
  private exhausted = false;

  /** `docs` may be a scorer: its own scores are not asked for. */
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

  /** All score alike: when one cannot compete, none can. The current document stays. */
  setMinScore(score: number): void {
    if (score >= this.constant) this.exhausted = true;
  }
}
