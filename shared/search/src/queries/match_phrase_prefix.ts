/** `match_phrase_prefix`: a `match_phrase` query whose last word is a prefix. */

import { utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { booleanQuery, constantScoreQuery, prefixQuery, type Query } from '@skein/search_library';
import { beginningPhrase } from '../text/beginning_phrase.js';
import { graphPhrase, needsPhrases } from '../text/graph_query.js';
import { leniently } from '../text/leniently.js';
import { analyzedText } from '../text/query_text.js';
import { placesOfTokens, type TextPlace } from '../text/text_places.js';
import { graphOf, phraseOf, requirePositions, zeroTermsQuery } from '../text/text_query.js';
import { type MissingPart, missingPart, readFieldQuery } from './field_query.js';
import { readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { checkAnalyzer, checkSlop, searchAnalyzer, unmappedFieldQuery } from './match_options.js';
import { integerOf, textOf } from './options.js';
import { type PhraseParams, phraseDefaults, phraseReaders } from './phrase_options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

export const DEFAULT_MAX_EXPANSIONS = 50;

interface MatchPhrasePrefixParams extends PhraseParams {
  readonly maxExpansions: number;
}

export const match_phrase_prefix: QueryType<MatchPhrasePrefixParams> = {
  name: 'match_phrase_prefix',
  parse(body, context) {
    const missing = (what: MissingPart) => missingPart('match_phrase_prefix', what);
    const query = 'match_phrase_prefix';
    const shape = { query, valueOption: 'query', missing };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    const params = { ...phraseDefaults(query, field), maxExpansions: DEFAULT_MAX_EXPANSIONS };
    const header = readOptions(
      { query, options, context, trailing },
      {
        ...phraseReaders(params, context),
        max_expansions: intoDraft(params, 'maxExpansions', maxExpansionsOf),
      },
    );
    if (params.value === null) throw missing('query value');
    checkSlop(params.slop);
    return { ...header, params };
  },
  ...LEAF,
  needs: ({ value }) => needsOf('heavy', value),
  bind: bindMatchPhrasePrefix,
};

function maxExpansionsOf(value: JsonValue): number {
  const count = integerOf(value);
  if (count >= 0) return count;
  throw new ApiError('illegal_argument_exception', 'No negative maxExpansions allowed.');
}

function refusePhrasePrefix({ name, typeName }: MappedField): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Can only use phrase prefix queries on text fields - not on [${name}] which is of type [${typeName}]`,
  );
}

export function bindMatchPhrasePrefix(
  params: MatchPhrasePrefixParams,
  context: QueryShardContext,
): Query {
  checkAnalyzer(context, params);
  const field = context.mapping.field(params.field);
  if (!field) return unmappedFieldQuery(params.field);
  const text = textOf(params.value);
  if (!field.cutsQueries && params.analyzer === undefined)
    return leniently(params.lenient, field.name, () => refusePhrasePrefix(field));
  const analyzer = searchAnalyzer(context, field, { ...params, quote: true });
  const analyzed = analyzedText(analyzer, text);
  const { tokens } = analyzed;
  const places = placesOfTokens(tokens);
  if (places.length === 0) return zeroTermsQuery(params.zeroTerms);
  const graph = graphOf({ analyzer, context }, tokens);
  return leniently(params.lenient, field.name, () => {
    const isPhrase = graph ? needsPhrases(graph, params.slop) : places.length > 1;
    if (isPhrase) requirePositions(field, 'phrase prefix');
    if (!field.isText || !field.takesPhrases) return refusePhrasePrefix(field);
    if (graph) {
      const { maxClauseCount } = context;
      return phraseOf(field, (of) => graphPhrase(of, graph, { ...params, maxClauseCount }));
    }
    const grams = params.slop === 0 ? field.begunPhraseIn?.(analyzed) : undefined;
    if (grams) return beginningPhrase(grams.field, placesOfTokens(grams.text.tokens), params);
    // No score has to be computed, and OpenSearch does not expand the words either.
    if (field.scoresAlike === true && places.length === 1) return anyBeginning(field, places);
    return phraseOf(field, (of) => beginningPhrase(of, places, params));
  });
}

function anyBeginning({ spec }: MappedField, [place]: readonly TextPlace[]): Query {
  const beginnings = (place?.terms ?? []).map((term) => prefixQuery(spec.name, utf8(term)));
  return constantScoreQuery(booleanQuery({ should: beginnings }));
}
