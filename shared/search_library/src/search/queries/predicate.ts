/** Documents a function says yes to, all with the same score. The function is asked last: others narrow down what it is asked about. */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { AllDocs } from '../iterators/all_docs.js';
import type { Query } from '../query.js';
import type { Scorer } from '../scorer.js';

export interface DocPredicate {
  /** Opens one segment; documents come in ascending order. */
  segment(segment: SegmentReader): (doc: number) => boolean;
  toString(): string;
}

export function predicateQuery(predicate: DocPredicate): Query {
  const query: Query = {
    kind: 'predicate',
    toString: () => predicate.toString(),
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) => ({
      count: () => -1,
      scorerSupplier: (segment) => ({
        cost: segment.maxDoc,
        get: () => new PredicateScorer(segment.maxDoc, predicate.segment(segment), boost),
      }),
    }),
  };
  return query;
}

class PredicateScorer implements Scorer {
  readonly twoPhase = true;
  private readonly docs: AllDocs;
  private readonly test: (doc: number) => boolean;
  private readonly constant: number;
  /** The document asked about last, and what was answered: it may be asked again. */
  private asked = -1;
  private answer = false;

  constructor(maxDoc: number, test: (doc: number) => boolean, score: number) {
    this.docs = new AllDocs(maxDoc);
    this.test = test;
    this.constant = Math.fround(score);
  }

  docId(): number {
    return this.docs.docId();
  }

  nextDoc(): number {
    return this.docs.nextDoc();
  }

  advance(target: number): number {
    return this.docs.advance(target);
  }

  cost(): number {
    return this.docs.cost();
  }

  matches(): boolean {
    const doc = this.docs.docId();
    if (doc !== this.asked) {
      this.asked = doc;
      this.answer = this.test(doc);
    }
    return this.answer;
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

  setMinScore(score: number): void {
    if (score >= this.constant) this.docs.advance(NO_MORE_DOCS);
  }
}
