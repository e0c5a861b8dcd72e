/**
 * Reports a recovered copy: it serves requests and joins the in-sync set. A late report about a
 * removed allocation changes nothing.
 */
import { Placements } from '../allocation/placements.js';
import { startCopy } from '../allocation/start_copy.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { Command } from './command_type.js';
import { checkTerm, findShard } from './shard_report.js';

export interface ShardCopyRef {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly allocationId: string;
}

interface ShardStartedRequest extends ShardCopyRef {
  /**
   * The primary term in which the copy recovered. The command is refused if the term has changed,
   * since the copy's source may have been replaced.
   */
  readonly primaryTerm?: number | undefined;
}

export const shard_started: Command<ShardStartedRequest> = {
  name: 'shard_started',
  priority: 'URGENT',
  isPlacedTogether: true,
  source: ({ index, shardId, allocationId }) =>
    `shard-started [${index}][${shardId}] [${allocationId}]`,
  execute: (state, request): ClusterState => {
    const placements = new Placements(state, { only: [request.index] });
    const shard = findShard(placements, request);
    if (shard === undefined) return state;
    checkTerm(shard, request, request.primaryTerm);
    return startCopy(placements, shard, request.allocationId) ? placements.toState() : state;
  },
};
