/** `span_term`: the positions of one term. */
import { utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { isBoost, isTerm, onlyTerm, spanTermQuery } from '@skein/search_library';
import { textOf } from '../options.js';
import { HEAVY, LEAF, type QueryType } from '../query_type.js';
import { readTerm } from '../term_options.js';

export const span_term: QueryType<Params> = {
  name: 'span_term',
  parse(body, context) {
    const { header, field, value } = readTerm(body, {
      query: 'span_term',
      takesBrackets: true,
      context,
    });
    return { ...header, params: { field, value } };
  },
  family: 'span',
  ...LEAF,
  needs: () => HEAVY,
  bind: ({ field, value }, shard) => {
    const found = shard.mapping.field(field)?.termQuery(value, shard);
    const query = found !== undefined && isBoost(found) ? found.query : found;
    if (query === undefined) return spanTermQuery(field, utf8(textOf(value)));
    if (isTerm(query)) return spanTermQuery(query.field, query.term);
    const only = onlyTerm(query);
    if (only) return spanTermQuery(only.field, only.term);
    const reason = `Cannot extract a term from a query of type [${query.kind}]: ${query}`;
    throw new ApiError('illegal_argument_exception', reason);
  },
};

interface Params {
  readonly field: string;
  readonly value: JsonValue;
}
