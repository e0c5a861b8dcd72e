/** `nested` of a sort: `{"path": …, "filter": …, "max_children": …, "nested": {…}}`. */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf, textOf, tokenName } from '../queries/options.js';
import type { NestedSort } from './search_request.js';
import type { SortReading } from './sort_reading.js';

export function parseNestedSort(json: JsonValue, reading: SortReading): NestedSort {
  if (!isJsonObject(json)) {
    throw refused(`nested sort malformed, expected START_OBJECT but was ${tokenName(json)}`);
  }
  const { path, filter, max_children: most, nested, ...unknown } = json;
  const [key] = Object.keys(unknown);
  if (key !== undefined) throw refused(`malformed nested sort format, unknown field name [${key}]`);
  if (path === undefined || path === null) throw refused('[nested] sort requires [path]');
  if (filter !== undefined && !isJsonObject(filter)) {
    throw refused(`malformed nested sort format, [filter] is a ${tokenName(filter)}`);
  }
  if (filter) reading.check(filter);
  return {
    path: textOf(path),
    filter,
    maxChildren: most === undefined ? Number.POSITIVE_INFINITY : integerOf(most),
    nested: nested === undefined ? undefined : parseNestedSort(nested, reading),
  };
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
