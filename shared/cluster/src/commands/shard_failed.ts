/** A copy died or could not be opened: it becomes unassigned and, up to `index.allocation.max_retries` times, is tried again. */
import { requireIndex } from '../state/index_metadata.js';
import { replaceRouting } from '../state/replace.js';
import type { ShardCopy } from '../state/routing_table.js';
import type { Command } from './command_type.js';
import { replaceCopy } from './replace_copy.js';
import type { ShardCopyRef } from './shard_started.js';

export interface ShardFailedRequest extends ShardCopyRef {
  /** The primary term the sender knew; news of an older term is ignored. */
  readonly primaryTerm: number;
  readonly reason: string;
}

export const shard_failed: Command<ShardFailedRequest> = {
  name: 'shard_failed',
  priority: 'HIGH',
  source: ({ index, shardId, allocationId }) =>
    `shard-failed [${index}][${shardId}] [${allocationId}]`,
  execute: (state, request, { nowMs }) => {
    const routing = replaceCopy(state, request, (copy) => {
      const index = requireIndex(state, request.index);
      const stale = (index.primaryTerms[request.shardId] ?? 0) !== request.primaryTerm;
      const everStarted = (index.inSync[request.shardId]?.length ?? 0) > 0;
      return stale ? copy : failed(copy, { nowMs, reason: request.reason, everStarted });
    });
    return routing ? replaceRouting(state, [routing]) : state;
  },
};

function failed(
  copy: ShardCopy,
  { nowMs, reason, everStarted }: { nowMs: number; reason: string; everStarted: boolean },
): ShardCopy {
  const recoverySource = copy.primary ? (everStarted ? 'EXISTING_STORE' : 'EMPTY_STORE') : 'PEER';
  return {
    primary: copy.primary,
    state: 'UNASSIGNED',
    nodeId: undefined,
    allocationId: undefined,
    recoverySource,
    unassigned: {
      reason: 'ALLOCATION_FAILED',
      atMs: nowMs,
      failedAllocations: (copy.unassigned?.failedAllocations ?? 0) + 1,
      details: reason,
      allocationStatus: 'no_attempt',
    },
  };
}
