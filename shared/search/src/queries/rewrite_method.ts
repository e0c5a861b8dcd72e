/** `rewrite`: how the terms of a prefix, wildcard, regexp or fuzzy query are scored. */
import { ApiError } from '@skein/errors';
import {
  isMultiTerm,
  type MultiTermRewrite,
  type Query,
  rewrittenTermsQuery,
} from '@skein/search_library';

const TOP_TERMS = /^(top_terms|top_terms_boost|top_terms_blended_freqs)_(\d+)$/;

export function rewriteMethod(text: string): MultiTermRewrite {
  if (text === 'constant_score' || text === 'constant_score_boolean' || text === 'scoring_boolean')
    return { kind: text };
  const [, kind, size] = TOP_TERMS.exec(text) ?? [];
  if (kind === undefined) {
    throw new ApiError('illegal_argument_exception', `Failed to parse rewrite_method [${text}]`);
  }
  return { kind: kind as 'top_terms', size: Number(size) };
}

/** The query with its terms scored as `rewrite` says; the same when there is none, or the field made no terms of it. */
export function withRewrite(query: Query, rewrite: string | undefined): Query {
  if (rewrite === undefined) return query;
  const method = rewriteMethod(rewrite);
  return isMultiTerm(query) ? rewrittenTermsQuery(query, method) : query;
}
