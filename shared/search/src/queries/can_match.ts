/**
 * Whether a shard can have matches, told without looking for any: from the mapping, and from how far the dates of the shard reach. `true`
 * means perhaps. What can be ruled out is what the reference rules out when it rewrites a query.
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

/** For queries on the terms of one field. Where all documents of an index have one value, a query finds all or nothing. */
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

/** Numbers are not looked at, as in the reference: only dates tell which indices of a series are meant. */
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
