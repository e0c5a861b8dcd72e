/**
 * Reports a failed copy. Either the copy reports itself (it died, or could not be opened), or its
 * primary does because the copy missed a write. In the second case the copy leaves the in-sync set
 * as well, and the primary may acknowledge the write only when that is committed. The copy is
 * retried up to `index.allocation.max_retries` times.
 */
import { unassignedInfo } from '../allocation/build_routing.js';
import { failCopy } from '../allocation/fail_copy.js';
import { type PlacedShard, Placements } from '../allocation/placements.js';
import type { UnassignedInfo } from '../state/routing_table.js';
import type { Command } from './command_type.js';
import { checkPrimary, checkTerm, findShard } from './shard_report.js';
import type { ShardCopyRef } from './shard_started.js';

export interface ShardFailedRequest extends ShardCopyRef {
  /** The primary term that the sender knew. */
  readonly primaryTerm: number;
  readonly reason: string;
  /**
   * `primary`: the primary of this term reports another copy; refused with
   * no_longer_primary_shard_exception when the term has passed. Absent: the copy reports itself. A
   * report by the primary of an earlier term is ignored, since that copy has been opened again.
   */
  readonly reportedBy?: 'primary' | undefined;
  /** Allocation id of the primary; refused when another copy is primary. */
  readonly primaryId?: string | undefined;
}

export const shard_failed: Command<ShardFailedRequest> = {
  name: 'shard_failed',
  priority: 'HIGH',
  source: ({ index, shardId, allocationId }) =>
    `shard-failed [${index}][${shardId}] [${allocationId}]`,
  execute: (state, request, { nowMs }) => {
    const placements = new Placements(state, { only: [request.index] });
    const shard = findShard(placements, request);
    if (shard === undefined) return state;
    const { allocationId, primaryTerm } = request;
    const byPrimary = request.reportedBy === 'primary';
    checkPrimary(shard, request, request.primaryId);
    if (byPrimary) checkTerm(shard, request, primaryTerm);
    else if (isOfEarlierPrimary(shard, request)) return state;
    failCopy(placements, shard, allocationId, failureOf(shard, request, nowMs));
    if (byPrimary) markStale(placements, shard, allocationId);
    return placements.hasChanged ? placements.toState() : state;
  },
};

/**
 * True if the report is from an earlier opening of the primary. A reopened primary keeps its
 * allocation id, so only the term tells the openings apart.
 */
function isOfEarlierPrimary(
  { copies, primaryTerm }: PlacedShard,
  request: ShardFailedRequest,
): boolean {
  if (request.primaryTerm === primaryTerm) return false;
  return copies.some(
    ({ primary, allocationId }) => primary && allocationId === request.allocationId,
  );
}

/**
 * Removes a copy from the in-sync set, except for the last one: without it the shard could only
 * start empty.
 */
export function markStale(placements: Placements, shard: PlacedShard, allocationId: string): void {
  const inSync = shard.inSync.filter((id) => id !== allocationId);
  if (inSync.length === 0 || inSync.length === shard.inSync.length) return;
  placements.change(shard, { inSync });
}

function failureOf(
  { copies }: PlacedShard,
  { allocationId, reason }: ShardFailedRequest,
  nowMs: number,
): UnassignedInfo {
  const copy = copies.find((one) => one.allocationId === allocationId);
  const nodes = new Set(copy?.unassigned?.failedNodeIds);
  if (copy?.nodeId !== undefined) nodes.add(copy.nodeId);
  return {
    ...unassignedInfo('ALLOCATION_FAILED', nowMs),
    failedAllocations: (copy?.unassigned?.failedAllocations ?? 0) + 1,
    details: reason,
    failedNodeIds: [...nodes],
  };
}
