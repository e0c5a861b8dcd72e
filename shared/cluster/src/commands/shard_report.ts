/**
 * The common part of reports about shard copies: finds the shard, and refuses a replaced primary.
 */
import { ApiError } from '@skein/errors';
import type { PlacedShard, Placements } from '../allocation/placements.js';
import type { ShardCopyRef } from './shard_started.js';

/** The shard; undefined when the index is gone or another index has its name. */
export function findShard(placements: Placements, ref: ShardCopyRef): PlacedShard | undefined {
  const shard = placements.of(ref.index)[ref.shardId];
  return shard?.index.uuid === ref.indexUuid ? shard : undefined;
}

/** Rule W5 of docs/specs/replication.md: only the primary of the current term may report. */
export function checkTerm(
  shard: PlacedShard,
  { index, shardId, allocationId }: ShardCopyRef,
  term: number | undefined,
): void {
  if (term === undefined || term === shard.primaryTerm) return;
  throw new ApiError(
    'no_longer_primary_shard_exception',
    `primary term [${term}] did not match current primary term [${shard.primaryTerm}] of [${index}][${shardId}], reported for allocation [${allocationId}]`,
  );
}

/** Refuses a primary that has handed over to another copy under the same term. */
export function checkPrimary(
  shard: PlacedShard,
  { index, shardId, allocationId }: ShardCopyRef,
  by: string | undefined,
): void {
  const primary = shard.copies.find((copy) => copy.primary);
  if (by === undefined || primary?.allocationId === by) return;
  throw new ApiError(
    'no_longer_primary_shard_exception',
    `copy [${by}] is not the primary of [${index}][${shardId}] any more, reported for allocation [${allocationId}]`,
  );
}
