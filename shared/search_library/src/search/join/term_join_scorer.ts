/** The documents of a scorer whose term joins with a match; the term determines the score. */
import { NO_MORE_DOCS, type OrdinalColumn } from '../../index/segment_reader.js';
import type { Scorer } from '../scorer.js';

export class TermJoinScorer implements Scorer {
  readonly twoPhase = false;
  private readonly docs: Scorer;
  private readonly column: OrdinalColumn;
  private readonly scores: Float32Array;

  /** `scores` are by ordinal, NaN for terms without a match. */
  constructor(docs: Scorer, column: OrdinalColumn, scores: Float32Array) {
    this.docs = docs;
    this.column = column;
    this.scores = scores;
  }

  docId(): number {
    return this.docs.docId();
  }

  nextDoc(): number {
    return this.skip(this.docs.nextDoc());
  }

  advance(target: number): number {
    return this.skip(this.docs.advance(target));
  }

  cost(): number {
    return this.docs.cost();
  }

  matches(): boolean {
    return true;
  }

  score(): number {
    return this.scoreAt(this.docs.docId());
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  setMinScore(): void {
    // The scores of terms do not tell where their documents are.
  }

  private skip(start: number): number {
    let doc = start;
    while (doc !== NO_MORE_DOCS && Number.isNaN(this.scoreAt(doc))) doc = this.docs.nextDoc();
    return doc;
  }

  private scoreAt(doc: number): number {
    return this.column.has(doc) ? this.scores[this.column.ordinal(doc, 0)] : Number.NaN;
  }
}
