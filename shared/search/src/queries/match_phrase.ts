/** `match_phrase`: the words of a text in order, with at most `slop` moves. */

import type { Query } from '@skein/search_library';
import { leniently } from '../text/leniently.js';
import { phraseTextQuery } from '../text/text_query.js';
import { wholeTextQuery } from '../text/whole_text_query.js';
import { type MissingPart, missingPart, readFieldQuery, requireFieldName } from './field_query.js';
import { readOptions } from './header.js';
import { checkAnalyzer, checkSlop, searchAnalyzer, unmappedFieldQuery } from './match_options.js';
import { textOf } from './options.js';
import { type PhraseParams, phraseDefaults, phraseReaders } from './phrase_options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';

export const match_phrase: QueryType<PhraseParams> = {
  name: 'match_phrase',
  parse(body, context) {
    const missing = (what: MissingPart) => missingPart('match_phrase', what);
    const shape = { query: 'match_phrase', valueOption: 'query', missing };
    const { field, options, trailing } = readFieldQuery(shape, body, context);
    const params = phraseDefaults('match_phrase', field);
    const header = readOptions(
      { query: 'match_phrase', options, context, trailing },
      phraseReaders(params, context),
    );
    requireFieldName(field, () => missing('fieldName'));
    if (params.value === null) throw missing('query value');
    checkSlop(params.slop);
    return { ...header, params };
  },
  ...LEAF,
  // Words in exact order are found by kernels, which work in short steps.
  needs: ({ value, slop }) => needsOf(slop === 0 ? 'moderate' : 'heavy', value),
  bind: bindMatchPhrase,
};

export function bindMatchPhrase(params: PhraseParams, context: QueryShardContext): Query {
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
