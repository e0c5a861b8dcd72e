/**
 * Whether a shard can have matches, told without looking for any: from the mapping, and from how far the dates of the shard reach. `true`
 * means perhaps. What can be ruled out is what the reference rules out when it rewrites a query.
 */
import type { MappedField } from '@skein/mapping';
import { isNothing, type Query } from '@skein/search_library';
import { queryTypeOf } from './bind_query.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';

export interface CanMatchContext {
  readonly shard: QueryShardContext;
  /** Whether some segment has a value in the range; deleted documents count. */
  readonly hasValues: (range: Query) => boolean;
}

export function canMatch({ kind, params }: QueryNode, point: CanMatchContext): boolean {
  return queryTypeOf(kind, point.shard.queryTypes).canMatch?.(params, point) ?? true;
}

/** Fields with one value for all documents of an index: a query on them finds all or nothing. */
const CONSTANT_TYPES: ReadonlySet<string> = new Set(['_index', 'constant_keyword']);

/** For queries on the terms of one field. */
export function termsCanMatch(
  field: string,
  { shard }: CanMatchContext,
  bind: (shard: QueryShardContext) => Query,
): boolean {
  const mapped = shard.mapping.field(field);
  if (mapped === undefined) return false;
  return !CONSTANT_TYPES.has(mapped.typeName) || !isNothing(bind(shard));
}

const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'date_nanos']);

type Range = Parameters<MappedField['rangeQuery']>[0];

/** Numbers are not looked at, as in the reference: only dates tell which indices of a series are meant. */
export function rangeCanMatch(
  field: string,
  bounds: Range,
  { shard, hasValues }: CanMatchContext,
): boolean {
  const mapped = shard.mapping.field(field);
  if (mapped === undefined) return false;
  if (!DATE_TYPES.has(mapped.typeName)) return true;
  const fromLower = mapped.rangeQuery({ ...bounds, upper: undefined }, shard);
  const toUpper = mapped.rangeQuery({ ...bounds, lower: undefined }, shard);
  return hasValues(fromLower) && hasValues(toUpper);
}
