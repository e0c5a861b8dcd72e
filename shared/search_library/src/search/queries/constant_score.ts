/** A query whose matches all score the boost. */

import { explainAsConstant } from '../explain/explain_weight.js';
import { withoutScore } from '../kernels/kernel_node.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { mayMatchNested } from '../query_traits.js';
import { requiredTerms } from '../required_terms.js';
import { ConstantScorer } from '../scorers/constant_scorer.js';
import { isBoost } from './boost.js';

interface ConstantScoreQuery extends Query {
  readonly kind: 'constant_score';
  readonly query: Query;
}

export function isConstantScore(query: Query): query is ConstantScoreQuery {
  return query.kind === 'constant_score';
}

export function constantScoreQuery(inner: Query): ConstantScoreQuery {
  const query: ConstantScoreQuery = {
    kind: 'constant_score',
    query: inner,
    children: [inner],
    onlyScores: true,
    hasFewNumbers: true,
    mayMatchNested: (isInside) => mayMatchNested(inner, isInside),
    requiredTerms: () => requiredTerms(inner),
    toString: () => `ConstantScore(${inner})`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.isNothing || rewritten.kind === 'constant_score') return rewritten;
      if (isBoost(rewritten)) return constantScoreQuery(rewritten.query);
      return rewritten === inner ? query : constantScoreQuery(rewritten);
    },
    createWeight: (searcher, needsScores, boost) =>
      constantWeight(inner, searcher.createWeight(inner, false, 1), { needsScores, boost }),
  };
  return query;
}

function constantWeight(
  query: Query,
  inner: Weight,
  { needsScores, boost: score }: { readonly needsScores: boolean; readonly boost: number },
): Weight {
  const weight: Weight = {
    explain: (place) => explainAsConstant(`ConstantScore(${query})`, weight, place),
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = inner.scorerSupplier(segment);
      if (supplier === null) return null;
      return {
        cost: supplier.cost,
        get: (leadCost) => new ConstantScorer(supplier.get(leadCost), score),
        filter: supplier.filter,
      };
    },
    kernel(segment) {
      const node = inner.kernel?.(segment);
      if (node === undefined || !needsScores) return node;
      return { kind: 'constant', node: withoutScore(node), score };
    },
    count: (segment) => inner.count(segment),
    selection: inner.selection,
  };
  return weight;
}
