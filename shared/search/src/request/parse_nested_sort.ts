/**
 * `nested` of a sort: `{"path": …, "filter": …, "max_children": …, "nested": {…}}`, or the older
 * options `nested_path` and `nested_filter` beside the sort's other options.
 */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import { integerOf, textOf } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import { isPlain } from './object_fields.js';
import type { NestedSort } from './search_request.js';
import type { SortReading } from './sort_reading.js';

/** The nested objects of a sort, given in one of the two forms. */
export class NestedOptions {
  readonly #reading: SortReading;
  #nested: { readonly sort: NestedSort | undefined } | undefined;
  #path: string | undefined;
  #filter: QueryNode | undefined;

  constructor(reading: SortReading) {
    this.#reading = reading;
  }

  readonly nested = (json: JsonValue): void => {
    this.#nested = { sort: parseNestedSort(json, this.#reading) };
    this.#checkForm();
  };

  readonly path = (json: JsonValue): void => {
    this.#path = textOf(json);
    this.#checkForm();
  };

  readonly filter = (json: JsonValue): void => {
    this.#filter = parseFilter(json, this.#reading);
    this.#checkForm();
  };

  /** As in OpenSearch, a filter without a path has no effect. */
  get sort(): NestedSort | undefined {
    if (this.#nested !== undefined) return this.#nested.sort;
    if (this.#path === undefined) return undefined;
    return {
      path: this.#path,
      filter: this.#filter,
      maxChildren: Number.POSITIVE_INFINITY,
      nested: undefined,
    };
  }

  #checkForm(): void {
    const isOlder = this.#path !== undefined || this.#filter !== undefined;
    if (this.#nested === undefined || !isOlder) return;
    throw illegalArgument('Setting both nested_path/nested_filter and nested not allowed');
  }
}

/**
 * Returns `undefined` if there is no path: the sort then uses the values of the documents
 * themselves.
 */
function parseNestedSort(json: JsonValue, reading: SortReading): NestedSort | undefined {
  if (!isJsonObject(json)) {
    throw illegalArgument('malformed nested sort format, must start with an object');
  }
  const { path, filter, max_children: most, nested, ...unknown } = json;
  const [key] = Object.keys(unknown);
  if (key !== undefined)
    throw illegalArgument(`malformed nested sort format, unknown field name [${key}]`);
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
