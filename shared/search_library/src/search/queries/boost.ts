/** A query whose scores are multiplied by a boost. */

import { float32Text } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { explainWeight } from '../explain/explain_weight.js';
import { marksOf, weightedMarks } from '../marks.js';
import type { Query } from '../query.js';
import { mayMatchNested } from '../query_traits.js';
import { requiredTerms } from '../required_terms.js';

interface BoostQuery extends Query {
  readonly kind: 'boost';
  readonly query: Query;
  readonly boost: number;
}

/** Throws illegal_argument_exception unless the boost is a float of at least 0. */
export function boostQuery(inner: Query, boost: number): BoostQuery {
  const factor = Math.fround(boost);
  if (!Number.isFinite(factor) || factor < 0) {
    throw illegalArgument(`boost must be a positive float, got ${float32Text(factor)}`);
  }
  const query: BoostQuery = {
    kind: 'boost',
    query: inner,
    boost: factor,
    children: [inner],
    onlyScores: true,
    hasFewNumbers: true,
    mayMatchNested: (isInside) => mayMatchNested(inner, isInside),
    requiredTerms: () => requiredTerms(inner),
    marks: (searcher) => weightedMarks(marksOf(inner, searcher), factor),
    toString: () => `(${inner})^${float32Text(factor)}`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (factor === 1 || rewritten.isNothing) return rewritten;
      if (isBoost(rewritten)) {
        return boostQuery(rewritten.query, Math.fround(factor * rewritten.boost));
      }
      return rewritten === inner ? query : boostQuery(rewritten, factor);
    },
    createWeight(searcher, needsScores, outer) {
      const weight = searcher.createWeight(inner, needsScores, Math.fround(outer * factor));
      if (weight.explain !== undefined) return weight;
      return { ...weight, explain: (place) => explainWeight(inner, weight, place) };
    },
  };
  return query;
}

export function isBoost(query: Query): query is BoostQuery {
  return query.kind === 'boost';
}
