/**
 * Checks the `inner_hits` of all queries of a search. They are checked after the queries are bound,
 * because faults in them are no faults of a query: OpenSearch does not report them as such, and not
 * at all where no inner hits are shown (`_validate/query`, `_explain`, filters of aggregations).
 */
import { ApiError } from '@skein/errors';
import type { SearchMapping } from '../execution/search_mapping.js';
import { checkDocvalueFields } from '../fetch/docvalue_limit.js';
import type { InnerHitsDefinition } from './inner_hits.js';

const MAX_INNER_RESULT_WINDOW = 100;

interface Checked {
  readonly innerHits: readonly InnerHitsDefinition[];
  readonly settings: ReadonlyMap<string, string>;
  readonly mapping: SearchMapping;
}

export function checkInnerHits(shard: Checked): void {
  const { innerHits, settings } = shard;
  if (innerHits.length === 0) return;
  checkNames(innerHits);
  checkWindows(innerHits, innerResultWindow(settings));
  checkColumns(innerHits, shard);
}

function checkColumns(definitions: readonly InnerHitsDefinition[], shard: Checked): void {
  for (const { request, children } of definitions) {
    checkDocvalueFields(request, shard);
    checkColumns(children, shard);
  }
}

/** The most inner hits that are shown or skipped. */
export function innerResultWindow(settings: ReadonlyMap<string, string>): number {
  return Number(settings.get('index.max_inner_result_window') ?? MAX_INNER_RESULT_WINDOW);
}

function checkNames(definitions: readonly InnerHitsDefinition[]): void {
  const names = new Set<string>();
  for (const { name, children } of definitions) {
    if (names.has(name)) {
      const reason = `[inner_hits] already contains an entry for key [${name}]`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    names.add(name);
    checkNames(children);
  }
}

/** As in OpenSearch, the message shows the given name only, not the default name. */
function checkWindows(definitions: readonly InnerHitsDefinition[], most: number): void {
  for (const { givenName = null, request, children } of definitions) {
    const asked = request.from + request.size;
    if (asked > most) {
      throw new ApiError(
        'illegal_argument_exception',
        `Inner result window is too large, the inner hit definition's [${givenName}]'s from + size must be less than or equal to: [${most}] but was [${asked}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
      );
    }
    checkWindows(children, most);
  }
}
