/** Query types by the name they have in requests. */
import * as all from './all.js';
import type { QueryType } from './query_type.js';

export const QUERY_TYPES: ReadonlyMap<string, QueryType> = new Map(
  Object.values(all).map((type: QueryType) => [type.name, type]),
);

/** Names the reference knows and Skein does not serve yet: refused by name instead of as unknown. */
export const LATER_QUERY_NAMES: ReadonlySet<string> = new Set(['hybrid', 'neural']);

/** Their names. */
export function registeredQueries(): readonly string[] {
  return [...QUERY_TYPES.keys()];
}
