/**
 * `cross_fields`: searches words in several fields as if they were one. Fields with the same
 * analyzer form a group: each word may be in any field of the group, and the operator and
 * `minimum_should_match` count words.
 */

import type { Analyzer, Normalizer } from '@skein/analysis';
import {
  type BlendedTerm,
  blendedFieldsQuery,
  boostQuery,
  disjunctionMaxQuery,
  isBoost,
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
  const queries = groupByAnalyzer(fields, options).map((group) =>
    groupQuery(group.fields, text, { ...options, analyzer: group.analyzer }),
  );
  const [only] = queries;
  return queries.length === 1 && only ? only : disjunctionMaxQuery(queries, options.tieBreaker);
}

interface FieldGroup {
  readonly analyzer: Analyzer | undefined;
  readonly fields: BoostedField[];
}

function groupByAnalyzer(
  fields: readonly BoostedField[],
  options: CrossFieldsOptions,
): readonly FieldGroup[] {
  const groups = new Map<Analyzer | Normalizer | undefined, FieldGroup>();
  for (const each of fields) {
    // Fields that are not text use the value unanalysed, at most normalized.
    const analysed = each.field.cutsQueries || options.analyzer !== undefined;
    const analyzer = analysed ? searchAnalyzer(options.context, each.field, options) : undefined;
    const key = analyzer ?? each.field.normalizer;
    const group = groups.get(key) ?? { analyzer, fields: [] };
    groups.set(key, group);
    group.fields.push(each);
  }
  return [...groups.values()];
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
      const found = leniently(lenient, field.name, () => field.termQuery(term, context));
      // A boost of the mapping counts like one of the request.
      const query = isBoost(found) ? found.query : found;
      const factor = isBoost(found) ? boost * found.boost : boost;
      if (isTerm(query)) blended.push({ field: query.field, term: query.term, boost: factor });
      else others.push(factor === 1 ? query : boostQuery(query, factor));
    }
  }
  const queries =
    blended.length > 0 ? [...others, blendedFieldsQuery(blended, { tieBreaker, cutoff })] : others;
  const [only] = queries;
  return queries.length === 1 && only ? only : disjunctionMaxQuery(queries, tieBreaker);
}
