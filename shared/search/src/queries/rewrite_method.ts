/** `rewrite`: the scoring of the terms of a prefix, wildcard, regexp or fuzzy query. */
import { ApiError } from '@skein/errors';
import {
  isMultiTerm,
  type MultiTermRewrite,
  type Query,
  rewrittenTermsQuery,
} from '@skein/search_library';

const TOP_TERMS = ['top_terms', 'top_terms_boost', 'top_terms_blended_freqs'] as const;

export function rewriteMethod(text: string): MultiTermRewrite {
  if (text === 'constant_score' || text === 'constant_score_boolean' || text === 'scoring_boolean')
    return { kind: text };
  const size = sizeIn(text);
  const [, name] = /^(.+)_\d+$/.exec(text) ?? [];
  const kind = TOP_TERMS.find((each) => each === name);
  if (kind === undefined || size === undefined) {
    throw new ApiError('illegal_argument_exception', `Failed to parse rewrite_method [${text}]`);
  }
  return { kind, size };
}

/** Refuses an unknown method before the field refuses the query. */
export function checkRewrite(rewrite: string | undefined): void {
  if (rewrite !== undefined) rewriteMethod(rewrite);
}

/** The most terms that the method takes; `undefined`: it takes all. */
export function mostTerms(rewrite: string | undefined): number | undefined {
  const method = rewrite === undefined ? undefined : rewriteMethod(rewrite);
  return method && 'size' in method ? method.size : undefined;
}

/** Whether each term scores for itself. */
export function scoresTerms(rewrite: string | undefined): boolean {
  if (rewrite === undefined) return false;
  const method = rewriteMethod(rewrite);
  return method.kind === 'scoring_boolean' || 'size' in method;
}

const MOST_INTEGER = 2 ** 31 - 1;

/** Everything from the first digit on must be a number, whatever precedes it. */
function sizeIn(text: string): number | undefined {
  const [digits] = /\d.*$/s.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const size = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (size <= MOST_INTEGER) return size;
  throw new ApiError('number_format_exception', `For input string: "${digits}"`);
}

/**
 * The query with its terms scored by the `rewrite` method; unchanged if there is none, or if the
 * field's query is not a multi-term query.
 */
export function withRewrite(query: Query, rewrite: string | undefined): Query {
  if (rewrite === undefined) return query;
  const method = rewriteMethod(rewrite);
  return isMultiTerm(query) ? rewrittenTermsQuery(query, method) : query;
}
