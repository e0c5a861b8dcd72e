/** The matches of a scorer that are in a set of documents, with its scores and bounds. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Scorer } from '../scorer.js';

export class LevelScorer implements Scorer {
  readonly twoPhase: boolean;
  private readonly scorer: Scorer;
  private readonly docs: Uint32Array;

  constructor(scorer: Scorer, docs: Uint32Array) {
    this.scorer = scorer;
    this.docs = docs;
    this.twoPhase = scorer.twoPhase;
  }

  docId(): number {
    return this.scorer.docId();
  }

  nextDoc(): number {
    return this.skip(this.scorer.nextDoc());
  }

  advance(target: number): number {
    return this.skip(this.scorer.advance(target));
  }

  cost(): number {
    return this.scorer.cost();
  }

  matches(): boolean {
    return this.scorer.matches();
  }

  score(): number {
    return this.scorer.score();
  }

  blockEnd(target: number): number {
    return this.scorer.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return this.scorer.maxScore(upTo);
  }

  setMinScore(score: number): void {
    this.scorer.setMinScore(score);
  }

  private skip(start: number): number {
    let doc = start;
    while (doc !== NO_MORE_DOCS && !hasBit(this.docs, doc)) doc = this.scorer.nextDoc();
    return doc;
  }
}
