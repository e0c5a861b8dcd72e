/**
 * Binds the leaves of a simple query string to fields: each leaf is searched in each field, and the
 * scores are added.
 */

import {
  booleanQuery,
  boostQuery,
  disjunctionMaxQuery,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import { exactly } from '../queries/fuzziness.js';
import type { FuzzyOptions } from '../queries/fuzzy_options.js';
import { searchAnalyzer, unmappedFieldQuery } from '../queries/match_options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { BoostedField } from '../text/field_list.js';
import { fuzzyTextQuery } from '../text/fuzzy_words.js';
import { leniently } from '../text/leniently.js';
import { normalizedText } from '../text/normalized_text.js';
import { textPlaces } from '../text/text_places.js';
import { phraseTextQuery, placeQuery, type TextTarget, wordsQuery } from '../text/text_query.js';
import { wholeTextQuery } from '../text/whole_text_query.js';
import type { SimpleLeaf } from './simple_parser.js';

interface SimpleFields {
  /** The query's name, for messages. */
  readonly query: string;
  readonly fields: readonly BoostedField[];
  /** The fields for quoted text. */
  readonly quoted: readonly BoostedField[];
  /** The operator between the words into which the analyzer splits one word of the query. */
  readonly defaultOperator: 'and' | 'or';
  readonly analyzer: string | undefined;
  readonly analyzeWildcard: boolean;
  readonly phrasesOfSynonyms: boolean;
  readonly lenient: boolean;
  readonly fuzzy: FuzzyOptions;
  readonly context: QueryShardContext;
}

/**
 * Returns `undefined` if no field has words for the text. Without fields nothing matches, so that
 * all documents match the negation.
 */
export function simpleLeafQuery(leaf: SimpleLeaf, options: SimpleFields): Query | undefined {
  const fields = leaf.kind === 'phrase' ? options.quoted : options.fields;
  if (fields.length === 0) return unmappedFieldQuery();
  const queries = fields.flatMap((each) => {
    const query = leniently(options.lenient, each.field.name, () => inField(leaf, each, options));
    if (query === NOTHING) return [];
    return [each.boost === 1 ? query : boostQuery(query, each.boost)];
  });
  const [only] = queries;
  if (queries.length <= 1) return only;
  return disjunctionMaxQuery(queries, leaf.kind === 'phrase' ? 0 : 1);
}

/** The result if the field's analyzer leaves no words. */
const NOTHING = matchNoneQuery('no words');

function inField(leaf: SimpleLeaf, { field }: BoostedField, options: SimpleFields): Query {
  const { analyzer: named, context } = options;
  const { text } = leaf;
  const quote = leaf.kind === 'phrase';
  const analysed = field.cutsQueries || named !== undefined;
  const analyzer = searchAnalyzer(context, field, {
    query: options.query,
    analyzer: named,
    quote,
  });
  const target = { field, analyzer, context, lenient: options.lenient };
  if (leaf.kind === 'prefix') return prefixInField(text, target, options.analyzeWildcard);
  if (leaf.kind === 'fuzzy') {
    const { edits } = leaf;
    const word = analysed ? normalizedText(analyzer, text) : text;
    const words = { ...options.fuzzy, fuzziness: exactly(edits) };
    return fuzzyTextQuery(target, word, words);
  }
  if (!analysed) return wholeTextQuery(field, text, context);
  if (textPlaces(analyzer, text).length === 0) return NOTHING;
  if (leaf.kind === 'phrase') {
    return phraseTextQuery(target, text, { slop: leaf.slop, zeroTerms: 'none' });
  }
  return wordsQuery(target, text, {
    operator: options.defaultOperator,
    minimumShouldMatch: undefined,
    zeroTerms: 'none',
    phrasesOfSynonyms: options.phrasesOfSynonyms,
  });
}

function prefixInField(text: string, target: TextTarget, analyze: boolean): Query {
  const { field, analyzer, context } = target;
  if (!field.isText) {
    // Numbers, dates and addresses have no terms for Lucene's term query.
    const hasTerms = !analyze || field.likeWords;
    return hasTerms ? field.prefixQuery(text, false, context) : matchNoneQuery('no terms');
  }
  if (!analyze) {
    const beginning = normalizedText(analyzer, text);
    return field.prefixQuery(beginning, false, context);
  }
  const places = textPlaces(analyzer, text);
  const last = places.at(-1);
  if (last === undefined) return NOTHING;
  const queries = [
    ...places.slice(0, -1).map((place) => placeQuery(target, place)),
    ...last.terms.map((term) => field.prefixQuery(term, false, context)),
  ];
  const [only] = queries;
  return queries.length === 1 && only ? only : booleanQuery({ should: queries });
}
