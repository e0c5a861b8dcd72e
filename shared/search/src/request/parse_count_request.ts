/** Bodies that consist of a query: those of `_count`, related APIs and `_field_caps`. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { isPlain } from '@skein/reading';
import { parseQuery } from '../queries/parse_query.js';
import type { QueryNode } from '../queries/query_node.js';
import { placeMetadata } from './body_location.js';
import type { ParseSearchOptions } from './parse_search_request.js';

export function parseCountBody(
  body: JsonObject | undefined,
  options: ParseSearchOptions = {},
): QueryNode | undefined {
  return parseOnly('query', body, options);
}

export function parseIndexFilterBody(
  body: JsonObject | undefined,
  options: ParseSearchOptions = {},
): QueryNode | undefined {
  return parseOnly('index_filter', body, options);
}

function parseOnly(
  name: string,
  body: JsonObject | undefined,
  options: ParseSearchOptions,
): QueryNode | undefined {
  let query: QueryNode | undefined;
  for (const [key, value = null] of Object.entries(body ?? {})) {
    if (key !== name) {
      const location = options.locate?.(body, key, 'name');
      const metadata = placeMetadata(location);
      throw new ApiError('parsing_exception', `request does not support [${key}]`, { metadata });
    }
    query = parsed(value, options);
  }
  return query;
}

/** Wraps any error that is not a parsing error in one. */
function parsed(json: JsonValue, options: ParseSearchOptions): QueryNode {
  try {
    return parseQuery(json, options);
  } catch (thrown) {
    const cause = asApiError(thrown);
    if (cause.type === 'parsing_exception') throw thrown;
    // Errors of objects with fixed fields are not root causes.
    const isRoot = isPlain(cause) || cause.type === 'x_content_parse_exception';
    const rootCauses = isRoot ? {} : { rootCauses: cause.rootCauses ?? [cause] };
    throw new ApiError('parsing_exception', 'Failed to parse', { cause, ...rootCauses });
  }
}
