/**
 * Searches the words of a text in several fields with the same analyzer as if they were one field.
 */
import type { Analyzer } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import {
  booleanQuery,
  boostQuery,
  combinedFieldsQuery,
  type Query,
  type WeightedField,
} from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { BoostedField } from './field_list.js';
import { graphClauses } from './graph_query.js';
import { phraseOfPlaces } from './phrase_places.js';
import { analyzedText } from './query_text.js';
import { placesOfTokens, type TextPlace } from './text_places.js';
import {
  combineWords,
  graphOf,
  hasPositions,
  type WordsOptions,
  zeroTermsQuery,
} from './text_query.js';

interface CombinedTarget {
  readonly fields: readonly BoostedField[];
  readonly analyzer: Analyzer;
  readonly context: QueryShardContext;
}

export function combinedWordsQuery(
  { fields, analyzer, context }: CombinedTarget,
  text: string,
  options: WordsOptions,
): Query {
  const weighted = fields.map(
    ({ field: { spec }, boost }): WeightedField => ({
      field: spec.name,
      weight: boost,
      hasNorms: spec.norms,
    }),
  );
  const placeQuery = ({ terms }: TextPlace): Query =>
    combinedFieldsQuery(
      weighted,
      terms.map((term) => utf8(term)),
    );
  const { tokens } = analyzedText(analyzer, text);
  const graph = graphOf({ analyzer, context }, tokens);
  if (graph) {
    const asPhrases =
      options.phrasesOfSynonyms !== false && fields.every(({ field }) => hasPositions(field));
    const phraseQuery = (places: readonly TextPlace[]) => phraseInFields(fields, places);
    return combineWords(
      graphClauses(graph, { placeQuery, phraseQuery, asPhrases }),
      options,
      context,
    );
  }
  const places = placesOfTokens(tokens);
  const [first] = places;
  if (first === undefined) return zeroTermsQuery(options.zeroTerms);
  return places.length === 1
    ? placeQuery(first)
    : combineWords(places.map(placeQuery), options, context);
}

/** Each phrase is searched within one field. */
function phraseInFields(fields: readonly BoostedField[], places: readonly TextPlace[]): Query {
  const should = fields.map(({ field, boost }) => {
    const phrase = phraseOfPlaces(field, places, 0);
    return boost === 1 ? phrase : boostQuery(phrase, boost);
  });
  return booleanQuery({ should });
}
