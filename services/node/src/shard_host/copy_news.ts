/** What a copy is told of its shard: the copies there are, read from an applied cluster state. Pure. */
import {
  assignedCopies,
  type ClusterState,
  type CopyView,
  isActive,
  type ShardCopy,
} from '@skein/cluster';
import type { CopyNews } from '@skein/shard';
import type { DesiredShard } from './desired_shards.js';

/** Undefined while the copy is alone: the one primary, and nobody else was ever in-sync with it. */
export function copyNews(state: ClusterState, desired: DesiredShard): CopyNews | undefined {
  const { index, shardId, allocationId } = desired;
  const copies = copiesOf(state, desired);
  const assigned = assignedCopies(copies).flatMap(viewOf);
  const inSync = index.inSync[shardId] ?? [];
  const [only] = assigned;
  const isAlone =
    assigned.length === 1 && only?.primary === true && inSync.every((id) => id === allocationId);
  if (isAlone) return undefined;
  return {
    view: {
      version: state.version,
      primaryTerm: index.primaryTerms[shardId] ?? 1,
      copies: assigned,
      inSync,
    },
    isComplete: copies.every((copy) => isActive(copy) && copy.relocation === undefined),
  };
}

/** Also those that have no node. */
export function copiesOf(
  state: ClusterState,
  { index, shardId }: Pick<DesiredShard, 'index' | 'shardId'>,
): readonly ShardCopy[] {
  return state.routing.get(index.name)?.shards[shardId] ?? [];
}

function viewOf({ nodeId, allocationId, primary, state, relocation }: ShardCopy): CopyView[] {
  if (nodeId === undefined || allocationId === undefined) return [];
  const seen = state === 'INITIALIZING' ? 'INITIALIZING' : 'STARTED';
  const handsOverTo = primary ? relocation?.allocationId : undefined;
  return [{ nodeId, allocationId, primary, state: seen, handsOverTo }];
}
