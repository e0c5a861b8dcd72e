/** A query whose scores are limited to `most`. */
import type { SegmentReader } from '../../index/segment_reader.js';
import { explainWeight } from '../explain/explain_weight.js';
import { type Explanation, matched } from '../explain/explanation.js';
import { marksOf } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { mayMatchNested } from '../query_traits.js';
import { requiredTerms } from '../required_terms.js';
import type { Scorer } from '../scorer.js';

export function cappedScoreQuery(inner: Query, most: number): Query {
  const query: Query = {
    kind: 'capped_score',
    profileName: 'CappedScoreQuery',
    children: [inner],
    mayMatchNested: (isInside) => mayMatchNested(inner, isInside),
    requiredTerms: () => requiredTerms(inner),
    marks: (searcher) => marksOf(inner, searcher),
    toString: () => `CappedScore(${inner})`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.isNothing) return rewritten;
      return rewritten === inner ? query : cappedScoreQuery(rewritten, most);
    },
    createWeight(searcher, needsScores, boost) {
      const weight = searcher.createWeight(inner, needsScores, boost);
      if (!needsScores) return weight;
      return cappedWeight(inner, weight, Math.fround(most * boost));
    },
  };
  return query;
}

function cappedWeight(inner: Query, weight: Weight, most: number): Weight {
  return {
    count: (segment: SegmentReader) => weight.count(segment),
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = weight.scorerSupplier(segment);
      if (supplier === null) return null;
      const { cost } = supplier;
      return { cost, get: (leadCost) => new CappedScorer(supplier.get(leadCost), most) };
    },
    explain: (place): Explanation => {
      const why = explainWeight(inner, weight, place);
      if (!why.matches || why.value <= most) return why;
      return matched(most, `Capped score of ${why.value}, max of`, [why]);
    },
  };
}

/** NaN counts as a score too great for a number. */
function atMost(score: number, most: number): number {
  return Number.isNaN(score) ? most : Math.min(score, most);
}

class CappedScorer implements Scorer {
  readonly twoPhase: boolean;
  readonly #scorer: Scorer;
  readonly #most: number;

  constructor(scorer: Scorer, most: number) {
    this.twoPhase = scorer.twoPhase;
    this.#scorer = scorer;
    this.#most = most;
  }

  docId(): number {
    return this.#scorer.docId();
  }

  nextDoc(): number {
    return this.#scorer.nextDoc();
  }

  advance(target: number): number {
    return this.#scorer.advance(target);
  }

  cost(): number {
    return this.#scorer.cost();
  }

  matches(): boolean {
    return this.#scorer.matches();
  }

  score(): number {
    return atMost(this.#scorer.score(), this.#most);
  }

  blockEnd(target: number): number {
    return this.#scorer.blockEnd(target);
  }

  maxScore(upTo: number): number {
    return atMost(this.#scorer.maxScore(upTo), this.#most);
  }

  setMinScore(score: number): void {
    this.#scorer.setMinScore(score);
  }
}
