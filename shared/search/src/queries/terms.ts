/** `terms`: any of several exact values, all scoring alike. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import { type FieldReader, type FieldReaders, readFields } from '../request/object_fields.js';
import { termsCanMatch } from './can_match.js';
import { requireFieldName } from './field_query.js';
import { readOptions } from './header.js';
import { NO_MATCHES } from './match_options.js';
import { booleanOf, textOf, tokenName } from './options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

const isText: FieldReader = ['string', textOf];
const LOOKUP_FIELDS: FieldReaders = {
  index: isText,
  id: isText,
  path: isText,
  routing: isText,
  store: ['boolean', booleanOf],
};

/** Default of `index.max_terms_count`. */
const MAX_TERMS_COUNT = 65_536;

export const terms: QueryType = {
  name: 'terms',
  parse(body, context) {
    let isLookup = false;
    let found: { field: string; values: JsonArray } | undefined;
    const options: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonArray(json)) {
        if (found)
          throw parsingError(context, '[terms] query does not support multiple fields', body);
        found = { field: key, values: termValues('terms', [key, json], context) };
      } else if (isJsonObject(json)) {
        if (found) throw secondField(found.field, key, context);
        checkLookup(json, context);
        found = { field: key, values: [] };
        isLookup = true;
      } else options[key] = json;
    }
    const { boost, queryName } = readOptions({ query: 'terms', options, context }, {});
    if (!found) {
      const reason =
        '[terms] query requires a field name, followed by array of terms or a document lookup specification';
      throw parsingError(context, reason, body);
    }
    const { field, values } = found;
    requireFieldName(
      field,
      () => new ApiError('illegal_argument_exception', 'field name cannot be null.'),
    );
    const toQuery: QueryNode['toQuery'] = (shard) => {
      if (isLookup)
        throw new ApiError('unsupported_operation_exception', 'query must be rewritten first');
      return bindTerms(field, values, shard);
    };
    const mayMatch = termsCanMatch(field, toQuery);
    return {
      boost,
      queryName,
      toQuery,
      canMatch: (point) => isLookup || (values.length > 0 && mayMatch(point)),
      toJson: () => ({ terms: { [field]: values, boost } }),
    };
  },
};

function secondField(first: string, second: string, context: QueryParseContext): ApiError {
  const reason = `[terms] query does not support more than one field. Already got: [${first}] but also found [${second}]`;
  return parsingError(context, reason);
}

/** The values of a list. The parser takes a bracket for a value, and the end of a list in it for the end of the whole. */
export function termValues(
  query: string,
  [option, list]: readonly [option: string, list: JsonArray],
  context: QueryParseContext,
): JsonArray {
  const inner = list.findIndex(isJsonArray);
  const given = inner < 0 ? list : list.slice(0, inner);
  if (given.includes(null)) {
    throw parsingError(context, 'No value specified for terms query', list);
  }
  if (inner < 0) return list;
  const next = inner + 1 < list.length ? tokenName(list[inner + 1]) : 'END_ARRAY';
  const isValue = next === 'VALUE_STRING' || next === 'VALUE_NUMBER' || next === 'VALUE_BOOLEAN';
  const reason = isValue
    ? `[${query}] query does not support [${option}]`
    : `[${query}] unknown token [${next}] after [${option}]`;
  throw parsingError(context, reason, list);
}

/** `{index, id, path, routing}`: the values are those of another document, which the coordinating node fetches. */
function checkLookup(json: JsonObject, { locate }: QueryParseContext): void {
  readFields(json, LOOKUP_FIELDS, { name: 'terms_lookup', locate });
  const missing = ['index', 'id', 'path'].filter((key) => json[key] === undefined);
  if (missing.length > 0) {
    throw new ApiError('illegal_argument_exception', `Required [${missing.join(', ')}]`);
  }
}

function bindTerms(field: string, values: JsonArray, context: QueryShardContext): Query {
  const limit = Number(context.settings.get('index.max_terms_count') ?? MAX_TERMS_COUNT);
  if (values.length > limit) {
    throw new ApiError(
      'illegal_argument_exception',
      `The number of terms [${values.length}] used in the Terms Query request has exceeded the allowed maximum of [${limit}]. ` +
        'This maximum can be set by changing the [index.max_terms_count] index level setting.',
    );
  }
  return context.mapping.field(field)?.termsQuery(values, context) ?? NO_MATCHES;
}
