/** `nested` of a sort: `{"path": …, "filter": …, "max_children": …, "nested": {…}}`. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { integerOf, textOf, tokenName } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import type { NestedSort } from './search_request.js';
import type { SortReading } from './sort_reading.js';

/** Without a path the sort is that of the documents themselves. */
export function parseNestedSort(json: JsonValue, reading: SortReading): NestedSort | undefined {
  if (!isJsonObject(json)) {
    throw refused('malformed nested sort format, must start with an object');
  }
  const { path, filter, max_children: most, nested, ...unknown } = json;
  const [key] = Object.keys(unknown);
  if (key !== undefined) throw refused(`malformed nested sort format, unknown field name [${key}]`);
  if (filter !== undefined && !isJsonObject(filter)) {
    throw refused(`malformed nested sort format, [filter] is a ${tokenName(filter)}`);
  }
  const query = filter && parseFilter(filter, reading);
  const inner = nested === undefined ? undefined : parseNestedSort(nested, reading);
  if (path === undefined) return undefined;
  return {
    path: textOf(path),
    filter: query,
    maxChildren: most === undefined ? Number.POSITIVE_INFINITY : integerOf(most),
    nested: inner,
  };
}

function parseFilter(filter: JsonObject, reading: SortReading): QueryNode {
  try {
    return reading.parse(filter);
  } catch (thrown) {
    const cause = asApiError(thrown);
    throw new ApiError('parsing_exception', 'Expected nested_filter element.', { cause });
  }
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
