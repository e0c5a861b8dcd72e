/**
 * Matches the documents of one query; the score of documents that match a second query too is
 * multiplied by a factor.
 */
import { float32Text } from '@skein/content';
import {
  explainWeight,
  isNothing,
  marksOf,
  matched,
  NO_MORE_DOCS,
  type Query,
  type Scorer,
  type ScorerSupplier,
  scoreOf,
  type Weight,
} from '@skein/search_library';

export function demotingQuery(positive: Query, negative: Query, factor: number): Query {
  const query: Query = {
    kind: 'demoting',
    profileName: 'FunctionScoreQuery',
    children: [positive, negative],
    marks: (searcher) => marksOf(positive, searcher),
    toString: () =>
      `FunctionScoreQuery(${positive}, scored by boost(queryboost(score(${negative}))^${float32Text(factor)}))`,
    rewrite: (searcher) => {
      const liked = searcher.rewrite(positive);
      const disliked = searcher.rewrite(negative);
      if (isNothing(liked) || isNothing(disliked)) return liked;
      return liked === positive && disliked === negative
        ? query
        : demotingQuery(liked, disliked, factor);
    },
    createWeight: (searcher, needsScores, boost) => {
      const weight = searcher.createWeight(positive, needsScores, boost);
      if (!needsScores) return weight;
      const disliked = searcher.createWeight(negative, false, 1);
      const demoting = demotingWeight(weight, disliked, factor);
      return {
        ...demoting,
        explain: (place) => {
          const score = scoreOf(demoting, place);
          const why = explainWeight(positive, weight, place);
          if (score === undefined) return why;
          const isDemoted = scoreOf(disliked, place) !== undefined;
          const demotion = matched(factor, `Matched boosting query score(${negative})`);
          const value = isDemoted ? matched(score, 'product of:', [why, demotion]) : why;
          return matched(score, `weight(${query}), result of:`, [value]);
        },
      };
    },
  };
  return query;
}

function demotingWeight(positive: Weight, negative: Weight, factor: number): Weight {
  return {
    count: (segment) => positive.count(segment),
    scorerSupplier: (segment): ScorerSupplier | null => {
      const supplier = positive.scorerSupplier(segment);
      const demoted = negative.scorerSupplier(segment);
      if (!supplier || !demoted) return supplier;
      return {
        cost: supplier.cost,
        get: (leadCost) =>
          new DemotingScorer(supplier.get(leadCost), demoted.get(supplier.cost), factor),
      };
    },
  };
}

class DemotingScorer implements Scorer {
  readonly twoPhase: boolean;
  readonly #positive: Scorer;
  readonly #negative: Scorer;
  readonly #factor: number;

  constructor(positive: Scorer, negative: Scorer, factor: number) {
    this.twoPhase = positive.twoPhase;
    this.#positive = positive;
    this.#negative = negative;
    this.#factor = factor;
  }

  docId(): number {
    return this.#positive.docId();
  }

  nextDoc(): number {
    return this.#positive.nextDoc();
  }

  advance(target: number): number {
    return this.#positive.advance(target);
  }

  cost(): number {
    return this.#positive.cost();
  }

  matches(): boolean {
    return this.#positive.matches();
  }

  score(): number {
    const score = this.#positive.score();
    return this.#isDemoted() ? Math.fround(score * this.#factor) : score;
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  setMinScore(): void {
    // The positive scorer must not skip documents: a factor above 1 may raise scores that it
    // considers uncompetitive.
  }

  #isDemoted(): boolean {
    const doc = this.#positive.docId();
    if (this.#negative.docId() < doc) this.#negative.advance(doc);
    if (this.#negative.docId() !== doc) return false;
    return !this.#negative.twoPhase || this.#negative.matches();
  }
}
