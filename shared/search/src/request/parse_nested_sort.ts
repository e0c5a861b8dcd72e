/** `nested` of a sort: `{"path": …, "filter": …, "max_children": …, "nested": {…}}`. */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { integerOf, textOf } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import { isPlain } from './object_fields.js';
import type { NestedSort } from './search_request.js';
import type { SortReading } from './sort_reading.js';

/**
 * Returns `undefined` if there is no path: the sort then uses the values of the documents
 * themselves.
 */
export function parseNestedSort(json: JsonValue, reading: SortReading): NestedSort | undefined {
  if (!isJsonObject(json)) {
    throw refused('malformed nested sort format, must start with an object');
  }
  const { path, filter, max_children: most, nested, ...unknown } = json;
  const [key] = Object.keys(unknown);
  if (key !== undefined) throw refused(`malformed nested sort format, unknown field name [${key}]`);
  const query = filter === undefined ? undefined : parseFilter(filter, reading);
  const inner = nested === undefined ? undefined : parseNestedSort(nested, reading);
  if (path === undefined) return undefined;
  return {
    path: textOf(path),
    filter: query,
    maxChildren: most === undefined ? Number.POSITIVE_INFINITY : integerOf(most),
    nested: inner,
  };
}

function parseFilter(filter: JsonValue, reading: SortReading): QueryNode {
  try {
    return reading.parse(filter);
  } catch (thrown) {
    const cause = asApiError(thrown);
    const rootCauses = cause.rootCauses ?? (isPlain(cause) ? undefined : [cause]);
    const reason = 'Expected nested_filter element.';
    throw new ApiError('parsing_exception', reason, {
      cause,
      ...(rootCauses ? { rootCauses } : {}),
    });
  }
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
