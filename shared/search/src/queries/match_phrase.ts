/** `match_phrase`: the words of a text in order, with at most `slop` moves. */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import { leniently } from '../text/leniently.js';
import { phraseTextQuery, type ZeroTerms } from '../text/text_query.js';
import { wholeTextQuery } from '../text/whole_text_query.js';
import { type MissingPart, missingPart, readFieldQuery, requireFieldName } from './field_query.js';
import { readOptions } from './header.js';
import {
  checkAnalyzer,
  matchValue,
  searchAnalyzer,
  unmappedFieldQuery,
  zeroTermsOf,
} from './match_options.js';
import { integerOf, textOf, textOrNull } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, HEAVY_NOW, LEAF, mentionsNow, type QueryType } from './query_type.js';

interface MatchPhraseParams {
  readonly query: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly slop: number;
  readonly analyzer: string | undefined;
  readonly zeroTerms: ZeroTerms;
  readonly lenient: boolean;
}

export const match_phrase: QueryType<MatchPhraseParams> = {
  name: 'match_phrase',
  parse(body, context) {
    const missing = (what: MissingPart) => missingPart('match_phrase', what);
    const shape = { query: 'match_phrase', valueOption: 'query', missing };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    let value: JsonValue = null;
    let slop = 0;
    let analyzer: string | undefined;
    let zeroTerms: ZeroTerms = 'none';
    const header = readOptions(
      { query: 'match_phrase', options, context, trailing },
      {
        query: (json) => {
          value = matchValue('match_phrase', json, context);
        },
        slop: (json) => {
          slop = integerOf(json);
        },
        analyzer: (json) => {
          analyzer = textOrNull(json);
        },
        zero_terms_query: (json) => {
          zeroTerms = zeroTermsOf(json, context);
        },
      },
    );
    requireFieldName(field, () => missing('fieldName'));
    if (value === null) throw missing('query value');
    checkSlop(slop);
    const params = {
      query: 'match_phrase',
      field,
      value,
      slop,
      analyzer,
      zeroTerms,
      lenient: false,
    };
    return { ...header, params };
  },
  ...LEAF,
  needs: ({ value }) => (mentionsNow(value) ? HEAVY_NOW : HEAVY),
  bind: bindMatchPhrase,
};

export function checkSlop(slop: number): void {
  if (slop < 0) throw new ApiError('illegal_argument_exception', 'No negative slop allowed.');
}

export function bindMatchPhrase(params: MatchPhraseParams, context: QueryShardContext): Query {
  checkAnalyzer(context, params);
  const field = context.mapping.field(params.field);
  if (!field) return unmappedFieldQuery(params.field);
  if (!field.cutsQueries && params.analyzer === undefined) {
    return leniently(params.lenient, field.name, () =>
      wholeTextQuery(field, params.value, context),
    );
  }
  const analyzer = searchAnalyzer(context, field, { ...params, quote: true });
  return leniently(params.lenient, field.name, () =>
    phraseTextQuery({ field, analyzer, context }, textOf(params.value), params),
  );
}
