/**
 * Tells if a shard may have matches without searching it, from the mapping and the range of the
 * shard's dates. `true` means perhaps. It rules out what OpenSearch rules out when it rewrites a
 * query.
 */

import type { MappedField } from '@skein/mapping';
import { isNothing, type Query } from '@skein/search_library';
import { queryTypeOf } from './bind_query.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import type { CanMatchContext } from './query_type.js';

export function canMatch({ kind, params }: QueryNode, point: CanMatchContext): boolean {
  return queryTypeOf(kind, point.shard.queryTypes).canMatch?.(params, point) ?? true;
}

/**
 * Handles queries on the terms of one field. If all documents of an index share one value, the
 * query matches all documents or none.
 */
export function termsCanMatch(
  field: string,
  { shard }: CanMatchContext,
  bind: (shard: QueryShardContext) => Query,
): boolean {
  const mapped = shard.mapping.field(field);
  if (mapped === undefined) return false;
  return mapped.values.kind !== 'constant' || !isNothing(bind(shard));
}

type Range = Parameters<MappedField['rangeQuery']>[0];

/**
 * Numbers are not examined, as in OpenSearch: only date ranges select the indices of a time series.
 */
export function rangeCanMatch(
  field: string,
  bounds: Range,
  { shard, hasValues }: CanMatchContext,
): boolean {
  const mapped = shard.mapping.field(field);
  if (mapped === undefined) return false;
  if (mapped.values.kind !== 'instant') return true;
  const fromLower = mapped.rangeQuery({ ...bounds, upper: undefined }, shard);
  const toUpper = mapped.rangeQuery({ ...bounds, lower: undefined }, shard);
  return hasValues(fromLower) && hasValues(toUpper);
}
