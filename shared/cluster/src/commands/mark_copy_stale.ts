/**
 * Removes an unassigned in-sync copy that misses a write from the in-sync set. The primary requests
 * this before it acknowledges the write.
 */
import { Placements } from '../allocation/placements.js';
import type { Command } from './command_type.js';
import { markStale } from './shard_failed.js';
import { checkPrimary, checkTerm, findShard } from './shard_report.js';
import type { ShardCopyRef } from './shard_started.js';

interface MarkCopyStaleRequest extends ShardCopyRef {
  /**
   * Term of the requesting primary; an older term is refused with
   * no_longer_primary_shard_exception.
   */
  readonly primaryTerm: number;
  /** Allocation id of the primary; refused when another copy is primary. */
  readonly primaryId?: string | undefined;
}

export const mark_copy_stale: Command<MarkCopyStaleRequest> = {
  name: 'mark_copy_stale',
  priority: 'HIGH',
  source: ({ index, shardId, allocationId }) =>
    `mark-copy-stale [${index}][${shardId}] [${allocationId}]`,
  execute: (state, request) => {
    const placements = new Placements(state, { only: [request.index] });
    const shard = findShard(placements, request);
    if (shard === undefined) return state;
    checkPrimary(shard, request, request.primaryId);
    checkTerm(shard, request, request.primaryTerm);
    const isAssigned = shard.copies.some(
      ({ allocationId, relocation }) =>
        allocationId === request.allocationId || relocation?.allocationId === request.allocationId,
    );
    if (!isAssigned) markStale(placements, shard, request.allocationId);
    return placements.hasChanged ? placements.toState() : state;
  },
};
