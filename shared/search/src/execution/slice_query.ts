/** `slice` bound to a shard: the shard's documents that belong to the requested slice. */
import { illegalArgument } from '@skein/errors';
import {
  idSliceQuery,
  matchAllQuery,
  matchNoneQuery,
  numberSliceQuery,
  type Query,
  type Slice,
} from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { SLICE_BY_ID } from '../request/parse_slice.js';
import type { SliceSpec } from '../request/search_request.js';

/**
 * Whole shards are assigned to slices as far as possible; only a shard with several slices is
 * partitioned.
 */
export function sliceQuery(slice: SliceSpec, context: QueryShardContext): Query {
  const { id, max } = slice;
  const { ordinal, count } = slice.shard ?? { ordinal: 0, count: 1 };
  if (!isShardInSlice(slice, { ordinal, count })) return matchNoneQuery('not in this slice');
  if (count === 1) return partOf(slice.field, { id, max }, context);
  const extra = max % count > ordinal ? 1 : 0;
  const slicesHere = Math.floor(max / count) + extra;
  if (slicesHere <= 1) return matchAllQuery();
  return partOf(slice.field, { id: Math.floor(id / count), max: slicesHere }, context);
}

/** True if any document of the shard can be in the slice. */
export function isShardInSlice(
  { id, max }: Pick<SliceSpec, 'id' | 'max'>,
  { ordinal, count }: { readonly ordinal: number; readonly count: number },
): boolean {
  return max >= count ? id % count === ordinal : ordinal % max === id;
}

function partOf(name: string, slice: Slice, context: QueryShardContext): Query {
  if (name === SLICE_BY_ID) return idSliceQuery(slice);
  const field = context.mapping.field(name);
  if (field === undefined) throw illegalArgument(`field ${name} not found`);
  const { column } = field.spec;
  if (column !== 'long' && column !== 'double') {
    throw illegalArgument(`cannot load numeric doc values on ${name}`);
  }
  return numberSliceQuery(field.spec.name, slice, column);
}
