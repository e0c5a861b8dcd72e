/**
 * A disk above `cluster.routing.allocation.disk.watermark.flood_stage` makes the indices with a
 * copy on it read-only, except for deletes. The block is lifted when all their disks are below the
 * high watermark again; as in OpenSearch, this happens even if a user set it.
 */
import {
  type AllocationFacts,
  assignedCopies,
  type ClusterState,
  type CommandRequest,
  clusterSettings,
  isDiskAbove,
} from '@skein/cluster';
import { CLUSTER, INDEX, readSetting } from '@skein/settings';

const BLOCK = INDEX.blocks.readOnlyAllowDelete.key;

interface FloodChange {
  readonly isBlocked: boolean;
  readonly indices: readonly string[];
  readonly request: CommandRequest<'update_index_settings'>;
}

export function floodChanges(
  state: ClusterState,
  facts: Pick<AllocationFacts, 'disk'>,
): readonly FloodChange[] {
  const settings = clusterSettings(state);
  const { allocation } = CLUSTER;
  if (!readSetting(settings, allocation.diskThreshold)) return [];
  const flood = readSetting(settings, allocation.diskFlood);
  const high = readSetting(settings, allocation.diskHigh);
  const toBlock: string[] = [];
  const toFree: string[] = [];
  for (const { index, shards } of state.routing.values()) {
    const isBlocked = state.metadata.indices.get(index)?.settings.get(BLOCK) === 'true';
    const disks = shards
      .flatMap((copies) => assignedCopies(copies))
      .flatMap(({ nodeId }) => (nodeId === undefined ? [] : [facts.disk(nodeId)]));
    if (disks.some((disk) => disk !== undefined && isDiskAbove(disk, flood))) {
      if (!isBlocked) toBlock.push(index);
    } else if (isBlocked && disks.every((disk) => disk !== undefined && !isDiskAbove(disk, high))) {
      toFree.push(index);
    }
  }
  return [...changeOf(toBlock, true), ...changeOf(toFree, false)];
}

function changeOf(indices: readonly string[], isBlocked: boolean): readonly FloodChange[] {
  if (indices.length === 0) return [];
  const settings = new Map([[BLOCK, isBlocked ? 'true' : null]]);
  return [{ isBlocked, indices, request: { indices, settings, preserveExisting: false } }];
}
