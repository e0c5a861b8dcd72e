/**
 * A copy is no good. It says so itself (it died, or could not be opened), or its primary does, because it missed a write: then it leaves
 * the in-sync set as well, and only when that is committed may the primary acknowledge the write. Up to `index.allocation.max_retries`
 * times the copy is tried again.
 */
import { unassignedInfo } from '../allocation/build_routing.js';
import { failCopy } from '../allocation/fail_copy.js';
import { type PlacedShard, Placements } from '../allocation/placements.js';
import type { UnassignedInfo } from '../state/routing_table.js';
import type { Command } from './command_type.js';
import { checkPrimary, checkTerm, findShard } from './shard_report.js';
import type { ShardCopyRef } from './shard_started.js';

export interface ShardFailedRequest extends ShardCopyRef {
  /** The primary term the sender knew. */
  readonly primaryTerm: number;
  readonly reason: string;
  /**
   * `primary`: the primary of this term reports another copy; refused with no_longer_primary_shard_exception when the term has passed.
   * Absent: the copy reports itself; as primary of an earlier term it is ignored, for it has been opened again since.
   */
  readonly reportedBy?: 'primary' | undefined;
  /** Its allocation id; refused when another copy is primary. */
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

/** A primary keeps its allocation id when it is opened again; the term tells the openings apart. */
function isOfEarlierPrimary(
  { copies, primaryTerm }: PlacedShard,
  request: ShardFailedRequest,
): boolean {
  if (request.primaryTerm === primaryTerm) return false;
  return copies.some(
    ({ primary, allocationId }) => primary && allocationId === request.allocationId,
  );
}

/** The last in-sync copy stays: without one the shard could only begin anew. */
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
