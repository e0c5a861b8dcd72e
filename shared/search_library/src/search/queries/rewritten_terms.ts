/** The ways to score the terms of a multi-term query. */
import { assertNever } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { IndexSearcher } from '../index_searcher.js';
import { marksOf } from '../marks.js';
import type { Query } from '../query.js';
import { blendedTermsQuery } from './blended_terms.js';
import { booleanQuery } from './boolean.js';
import { boostQuery } from './boost.js';
import { constantScoreQuery } from './constant_score.js';
import { bestTerms, type ExpandedTerm, expandTerms, type MultiTermQuery } from './multi_term.js';
import { termQuery } from './term.js';

export type MultiTermRewrite =
  /** Every match scores the boost. */
  | { readonly kind: 'constant_score' }
  /** A boolean query of all terms, with or without their scores; too many terms are an error. */
  | { readonly kind: 'constant_score_boolean' | 'scoring_boolean' }
  /**
   * Only the best terms: with their scores, with their fit alone, or scored as if all were equally
   * frequent.
   */
  | {
      readonly kind: 'top_terms' | 'top_terms_boost' | 'top_terms_blended_freqs';
      readonly size: number;
    };

interface RewrittenTermsQuery extends Query {
  readonly kind: 'rewritten_terms';
  readonly terms: MultiTermQuery;
  /** The most terms that count. */
  readonly size: number;
}

export function isRewrittenTerms(query: Query): query is RewrittenTermsQuery {
  return query.kind === 'rewritten_terms';
}

export function rewrittenTermsQuery(terms: MultiTermQuery, rewrite: MultiTermRewrite): Query {
  if (rewrite.kind === 'constant_score') return constantScoreQuery(terms);
  const query: RewrittenTermsQuery = {
    kind: 'rewritten_terms',
    terms,
    size: 'size' in rewrite ? rewrite.size : Number.POSITIVE_INFINITY,
    toString: () => String(terms),
    marks: (searcher) => marksOf(terms, searcher),
    rewrite: (searcher) => searcher.rewrite(expand(terms, rewrite, searcher)),
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

function expand(
  query: MultiTermQuery,
  rewrite: Exclude<MultiTermRewrite, { kind: 'constant_score' }>,
  searcher: IndexSearcher,
): Query {
  const { field } = query;
  const { maxClauseCount } = searcher;
  const most = 'size' in rewrite ? Math.min(rewrite.size, maxClauseCount) : maxClauseCount + 1;
  const all = expandTerms(query, searcher, most);
  const scored = ({ term, boost }: ExpandedTerm): Query => boosted(termQuery(field, term), boost);
  switch (rewrite.kind) {
    case 'scoring_boolean':
      return booleanQuery({ should: notTooMany(all, maxClauseCount).map(scored) });
    case 'constant_score_boolean':
      return constantScoreQuery(
        booleanQuery({ should: notTooMany(all, maxClauseCount).map(scored) }),
      );
    case 'top_terms':
      return booleanQuery({ should: bestTerms(all, most).map(scored) });
    case 'top_terms_boost': {
      const should = bestTerms(all, most).map(({ term, boost }) =>
        boosted(constantScoreQuery(termQuery(field, term)), boost),
      );
      return booleanQuery({ should });
    }
    case 'top_terms_blended_freqs': {
      const best = bestTerms(all, most);
      return blendedTermsQuery(
        best.map(({ term, boost }) => ({ field, term, boost: Math.max(0, boost) })),
      );
    }
    default:
      return assertNever(rewrite, 'rewrite');
  }
}

function notTooMany(terms: readonly ExpandedTerm[], most: number): readonly ExpandedTerm[] {
  if (terms.length <= most) return terms;
  throw new ApiError('too_many_clauses', `maxClauseCount is set to ${most}`);
}

/** A word with more edits than matching letters is chosen last and scores nothing. */
function boosted(query: Query, fit: number): Query {
  const boost = Math.max(0, fit);
  return boost === 1 ? query : boostQuery(query, boost);
}
