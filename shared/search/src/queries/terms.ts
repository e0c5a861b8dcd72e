/** `terms`: any of several exact values, all scoring alike. */
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import { termsCanMatch } from './can_match.js';
import { unmappedFieldQuery } from './match_options.js';
import { boostOf, isScalar, textOrNull } from './options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { parsingError, placePrefix, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

const LOOKUP_KEYS: ReadonlySet<string> = new Set(['index', 'id', 'path', 'routing', 'store']);

/** Default of `index.max_terms_count`. */
const MAX_TERMS_COUNT = 65_536;

export const terms: QueryType = {
  name: 'terms',
  parse(body, context) {
    let boost = 1;
    let queryName: string | undefined;
    let isLookup = false;
    let found: { field: string; values: JsonArray } | undefined;
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonArray(json)) {
        if (found)
          throw parsingError(context, '[terms] query does not support multiple fields', body);
        found = { field: key, values: termValues(json) };
      } else if (key === 'boost' && isScalar(json)) boost = boostOf(json);
      else if (key === '_name' && isScalar(json)) queryName = textOrNull(json);
      else if (isJsonObject(json)) {
        checkLookup(json, context);
        found = { field: key, values: [] };
        isLookup = true;
      } else if (json === null) {
        throw parsingError(context, `[terms] unknown token [VALUE_NULL] after [${key}]`, body);
      } else throw parsingError(context, `[terms] query does not support [${key}]`);
    }
    if (!found) {
      const reason =
        '[terms] query requires a field name, followed by array of terms or a document lookup specification';
      throw parsingError(context, reason, body);
    }
    const { field, values } = found;
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

function termValues(values: JsonArray): JsonArray {
  if (values.includes(null)) {
    throw new ApiError('illegal_argument_exception', 'No value specified for terms query');
  }
  return values;
}

/** `{index, id, path, routing}`: the values are those of another document, which the coordinating node fetches. */
function checkLookup(json: JsonObject, context: QueryParseContext): void {
  for (const key of Object.keys(json)) {
    if (LOOKUP_KEYS.has(key)) continue;
    const reason = `${placePrefix(context, json)}[terms_lookup] unknown field [${key}]`;
    throw new ApiError('x_content_parse_exception', reason);
  }
  const missing = ['index', 'id', 'path'].filter((key) => !isScalar(json[key]));
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
  return context.mapping.field(field)?.termsQuery(values, context) ?? unmappedFieldQuery(field);
}
