/**
 * Words that may be misspelled. By default the best `maxExpansions` terms count, with the same
 * document frequency for all.
 */
import type { JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type MappedField, requireIndexed } from '@skein/mapping';
import { isColumnPattern, type Query } from '@skein/search_library';
import { editsOf, type Fuzziness } from '../queries/fuzziness.js';
import { textOf } from '../queries/options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { withRewrite } from '../queries/rewrite_method.js';

export interface FuzzyWords {
  readonly fuzziness: Fuzziness;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  readonly rewrite: string | undefined;
}

interface FuzzyTarget {
  readonly field: MappedField;
  readonly context: QueryShardContext;
}

export const DEFAULT_FUZZY_EXPANSIONS = 50;

export function fuzzyWordQuery(
  { field, context }: FuzzyTarget,
  value: JsonValue,
  words: FuzzyWords,
): Query {
  const { fuzziness, prefixLength, maxExpansions, transpositions } = words;
  if (prefixLength < 0) throw illegalArgument('prefixLength cannot be negative.');
  if (maxExpansions <= 0) throw illegalArgument('maxExpansions must be positive.');
  const maxEdits = editsOf(fuzziness, textOf(value));
  if (maxEdits < 0)
    throw illegalArgument(`Valid edit distances are [0, 1, 2] but was [${maxEdits}]`);
  const query = field.fuzzyQuery(value, { maxEdits, prefixLength, transpositions }, context);
  return withRewrite(query, words.rewrite ?? `top_terms_blended_freqs_${maxExpansions}`);
}

/** A word of a text that may be misspelled. OpenSearch searches such words in postings alone. */
export function fuzzyTextQuery(target: FuzzyTarget, value: JsonValue, words: FuzzyWords): Query {
  return needingPostings(fuzzyWordQuery(target, value, words), target.field);
}

/** The query, unless it searches the field's column. */
export function needingPostings(query: Query, { spec }: MappedField): Query {
  if (isColumnPattern(query)) requireIndexed(spec);
  return query;
}
