/** `ids`: documents by their ids. */
import { isJsonArray, type JsonValue } from '@skein/content';
import { matchNoneQuery, type Query } from '@skein/search_library';
import { readOptions } from './header.js';
import { isScalar, textOf, tokenName } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError, placePrefix, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

export const ids: QueryType = {
  name: 'ids',
  parse(body, context) {
    let values: readonly string[] | undefined;
    for (const key of Object.keys(body)) {
      if (key === 'values' || key === 'boost' || key === '_name') continue;
      throw parsingError(
        context,
        `${placePrefix(context, body)}[ids] unknown field [${key}]`,
        body,
      );
    }
    const header = readOptions(
      { query: 'ids', options: body, context },
      {
        values: (json) => {
          values = idsOf(json, context);
        },
      },
    );
    const wanted = values ?? [];
    return {
      ...header,
      toQuery: (shard) => idsQuery(wanted, shard),
      canMatch: ({ shard }) => wanted.length > 0 && shard.mapping.fieldNames().length > 0,
    };
  },
};

function idsOf(json: JsonValue, context: QueryParseContext): readonly string[] {
  if (typeof json === 'string') return [json];
  if (isJsonArray(json)) return json.map((value) => idOf(value, context));
  throw wrongType(json, context);
}

function idOf(value: JsonValue, context: QueryParseContext): string {
  if (isScalar(value) && typeof value !== 'boolean') return textOf(value);
  throw wrongType(value, context);
}

function wrongType(json: JsonValue, context: QueryParseContext) {
  const place = placePrefix(context, json);
  const reason = `${place}[ids] values doesn't support values of type: ${tokenName(json)}`;
  return parsingError(context, reason, json);
}

function idsQuery(values: readonly string[], context: QueryShardContext): Query {
  const field = context.mapping.field('_id');
  if (!field || values.length === 0) return matchNoneQuery('Missing ids in "ids" query.');
  return field.termsQuery(values, context);
}
