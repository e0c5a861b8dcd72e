/**
 * `cross_fields`: searches words in several fields as if they were one. Fields with the same
 * analyzer form a group: each word may be in any field of the group, and the operator and
 * `minimum_should_match` count words.
 */

import type { Analyzer } from '@skein/analysis';
import {
  type BlendedTerm,
  blendedFieldsQuery,
  boostQuery,
  disjunctionMaxQuery,
  isTerm,
  type Query,
} from '@skein/search_library';
import { searchAnalyzer } from '../queries/match_options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { BoostedField } from './field_list.js';
import { leniently } from './leniently.js';
import { textPlaces } from './text_places.js';
import { combineWords, type WordsOptions, wordsQuery, zeroTermsQuery } from './text_query.js';

interface CrossFieldsOptions extends WordsOptions {
  /** The name of the calling query, for messages. */
  readonly query: string;
  readonly analyzer: string | undefined;
  readonly lenient: boolean;
  readonly tieBreaker: number;
  readonly context: QueryShardContext;
}

export function crossFieldsQuery(
  fields: readonly BoostedField[],
  text: string,
  options: CrossFieldsOptions,
): Query {
  const queries = [...groupByAnalyzer(fields, options)].map(([analyzer, group]) =>
    groupQuery(group, text, { ...options, analyzer }),
  );
  const [only] = queries;
  return queries.length === 1 && only ? only : disjunctionMaxQuery(queries, options.tieBreaker);
}

function groupByAnalyzer(
  fields: readonly BoostedField[],
  options: CrossFieldsOptions,
): ReadonlyMap<Analyzer | undefined, BoostedField[]> {
  const groups = new Map<Analyzer | undefined, BoostedField[]>();
  for (const each of fields) {
    // Fields that are not text use the value unanalysed.
    const analysed = each.field.cutsQueries || options.analyzer !== undefined;
    const analyzer = analysed ? searchAnalyzer(options.context, each.field, options) : undefined;
    const group = groups.get(analyzer) ?? [];
    groups.set(analyzer, group);
    group.push(each);
  }
  return groups;
}

interface GroupOptions extends Omit<CrossFieldsOptions, 'analyzer'> {
  readonly analyzer: Analyzer | undefined;
}

function groupQuery(group: readonly BoostedField[], text: string, options: GroupOptions): Query {
  const { analyzer, context } = options;
  if (analyzer === undefined) return wordInFields(group, [text], options);
  const [first] = group;
  if (group.length === 1 && first) {
    const target = { field: first.field, analyzer, context, lenient: options.lenient };
    const query = wordsQuery(target, text, options);
    return first.boost === 1 ? query : boostQuery(query, first.boost);
  }
  const words = textPlaces(analyzer, text).map(({ terms }) => wordInFields(group, terms, options));
  const [only] = words;
  if (only === undefined) return zeroTermsQuery(options.zeroTerms);
  return words.length === 1 ? only : combineWords(words, options, context);
}

/**
 * Any of the terms in any of the fields. If a field does not map a word to a plain term, its query
 * contributes its own score.
 */
function wordInFields(
  group: readonly BoostedField[],
  terms: readonly string[],
  { lenient, tieBreaker, context, cutoff }: GroupOptions,
): Query {
  const blended: BlendedTerm[] = [];
  const others: Query[] = [];
  for (const term of terms) {
    for (const { field, boost } of group) {
      const query = leniently(lenient, field.name, () => field.termQuery(term, context));
      if (isTerm(query)) blended.push({ field: query.field, term: query.term, boost });
      else others.push(boost === 1 ? query : boostQuery(query, boost));
    }
  }
  const queries =
    blended.length > 0 ? [...others, blendedFieldsQuery(blended, { tieBreaker, cutoff })] : others;
  const [only] = queries;
  return queries.length === 1 && only ? only : disjunctionMaxQuery(queries, 1);
}
