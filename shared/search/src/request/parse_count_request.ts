/** The body of `_count` and its kin: a query and nothing else. */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseQuery } from '../queries/parse_query.js';
import type { ParseSearchOptions } from './parse_search_request.js';

export function parseCountBody(
  body: JsonObject | undefined,
  options: ParseSearchOptions = {},
): JsonObject | undefined {
  for (const [key, value = null] of Object.entries(body ?? {})) {
    if (key !== 'query') {
      const location = options.locate?.(value);
      const metadata = location ? { line: location.line, col: location.column } : {};
      throw new ApiError('parsing_exception', `request does not support [${key}]`, { metadata });
    }
    parseQuery(value, options);
    return isJsonObject(value) ? value : undefined;
  }
  return undefined;
}
