/** A copy has recovered: it serves, and counts as in-sync. Late news about an allocation that is gone changes nothing. */
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { Command } from './command_type.js';
import { replaceCopy } from './replace_copy.js';

export interface ShardCopyRef {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly allocationId: string;
}

export const shard_started: Command<ShardCopyRef> = {
  name: 'shard_started',
  priority: 'URGENT',
  source: ({ index, shardId, allocationId }) =>
    `shard-started [${index}][${shardId}] [${allocationId}]`,
  execute: (state, ref) => {
    const index = state.metadata.indices.get(ref.index);
    const routing = replaceCopy(state, ref, (copy) =>
      copy.state === 'INITIALIZING' ? { ...copy, state: 'STARTED', unassigned: undefined } : copy,
    );
    if (!index || !routing) return state;
    const inSync = index.inSync.map((ids, shardId) =>
      shardId === ref.shardId && !ids.includes(ref.allocationId) ? [...ids, ref.allocationId] : ids,
    );
    const next = replaceRouting(state, [routing]);
    return inSync.every((ids, shardId) => ids === index.inSync[shardId])
      ? next
      : replaceIndices(next, [{ ...index, inSync, version: index.version + 1 }]);
  },
};
