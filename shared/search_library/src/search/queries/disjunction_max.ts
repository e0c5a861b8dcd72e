/**
 * Matches documents that match any of the queries. The best score counts in full, the others times
 * the tie breaker.
 */

import { float32Text } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type ExplainedDoc, explainWeight } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import { kernelNodes } from '../kernels/boolean_node.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { mayMatchNested } from '../query_traits.js';
import { termsOfAny } from '../required_terms.js';
import type { CombineBounds } from '../scorers/block_bounds.js';
import { type CombineScores, Disjunction } from '../scorers/disjunction.js';
import { WindowedDisjunction } from '../scorers/windowed_disjunction.js';
import { booleanQuery, clauseText } from './boolean.js';
import { matchNoneQuery } from './match_none.js';

export function disjunctionMaxQuery(queries: readonly Query[], tieBreaker: number): Query {
  const tie = Math.fround(tieBreaker);
  if (!(tie >= 0 && tie <= 1)) throw noTieBreaker();
  const query: Query = {
    kind: 'disjunction_max',
    children: queries,
    hasFewNumbers: true,
    mayMatchNested: (isInside) => queries.some((one) => mayMatchNested(one, isInside)),
    requiredTerms: () => termsOfAny(queries),
    toString: () =>
      `(${queries.map(clauseText).join(' | ')})${tie === 0 ? '' : `~${float32Text(tie)}`}`,
    rewrite(searcher) {
      const rewritten = queries.map((one) => searcher.rewrite(one));
      const matching = rewritten.filter((one) => !one.isNothing);
      if (matching.length === 0) return matchNoneQuery('no matching disjunct');
      if (matching.length === 1) return matching[0];
      // If the others count in full, the score is a sum, which is cheaper as a boolean query.
      if (tie === 1) return searcher.rewrite(booleanQuery({ should: matching }));
      const same = matching.length === queries.length && matching.every((q, i) => q === queries[i]);
      return same ? query : disjunctionMaxQuery(matching, tieBreaker);
    },
    createWeight(searcher, needsScores, boost) {
      const weights = queries.map((one) => searcher.createWeight(one, needsScores, boost));
      const explain = (place: ExplainedDoc) => explainMax(queries, weights, { tie, place });
      return { ...disjunctionMaxWeight(weights, needsScores, tie), explain };
    },
  };
  return query;
}

function noTieBreaker(): ApiError {
  return new ApiError('illegal_argument_exception', 'tieBreakerMultiplier must be in [0, 1]');
}

function disjunctionMaxWeight(
  weights: readonly Weight[],
  needsScores: boolean,
  tie: number,
): Weight {
  const options = { combineScores: maxOfScores(tie), combineBounds: maxOfBounds(tie) };
  return {
    scorerSupplier(segment): ScorerSupplier | null {
      const suppliers = weights
        .map((weight) => weight.scorerSupplier(segment))
        .filter((supplier) => supplier !== null);
      if (suppliers.length <= 1) return suppliers[0] ?? null;
      return {
        cost: suppliers.reduce((sum, { cost }) => sum + cost, 0),
        get(leadCost) {
          const scorers = suppliers.map((supplier) => supplier.get(leadCost));
          return needsScores || leadCost !== Number.POSITIVE_INFINITY
            ? new Disjunction(scorers, options)
            : new WindowedDisjunction(scorers, { maxDoc: segment.maxDoc, needsScores });
        },
      };
    },
    kernel(segment) {
      const children = kernelNodes(weights, segment, needsScores);
      return children && { kind: 'max', children, tieBreaker: tie };
    },
    count: () => -1,
  };
}

function maxOfScores(tie: number): CombineScores {
  return (scorers, count) => {
    let max = 0;
    let others = 0;
    for (let i = 0; i < count; i++) {
      const score = scorers[i].score();
      others += Math.min(max, score);
      max = Math.max(max, score);
    }
    return Math.fround(max + others * tie);
  };
}

function maxOfBounds(tie: number): CombineBounds {
  return (bounds) => {
    let max = 0;
    let others = 0;
    for (let i = 0; i < bounds.length; i++) {
      const bound = bounds[i];
      others += Math.min(max, bound);
      max = Math.max(max, bound);
    }
    // An infinite bound times a tie breaker of 0 would be NaN.
    return max === Number.POSITIVE_INFINITY ? max : Math.fround(max + others * tie);
  };
}

function explainMax(
  queries: readonly Query[],
  weights: readonly Weight[],
  { tie, place }: { readonly tie: number; readonly place: ExplainedDoc },
): Explanation {
  const each = queries.map((one, i) => explainWeight(one, weights[i], place));
  const matching = each.filter(({ matches }) => matches);
  if (matching.length === 0) return unmatched('No matching clause', each);
  const max = Math.max(...matching.map(({ value }) => value));
  const sum = matching.reduce((total, { value }) => total + value, 0);
  const words = tie === 0 ? 'max of:' : `max plus ${float32Text(tie)} times others of:`;
  return matched(Math.fround(max + (sum - max) * tie), words, matching);
}
