/** Query types by their name in requests. */
import * as all from './all.js';
import type { QueryType } from './query_type.js';

export const QUERY_TYPES: ReadonlyMap<string, QueryType> = new Map(
  Object.values(all).map((type: QueryType) => [type.name, type]),
);

/**
 * Names of OpenSearch queries that Skein does not support yet: they are refused by name instead of
 * as unknown.
 */
export const LATER_QUERY_NAMES: ReadonlySet<string> = new Set(['hybrid', 'neural']);

export function registeredQueries(): readonly string[] {
  return [...QUERY_TYPES.keys()];
}
