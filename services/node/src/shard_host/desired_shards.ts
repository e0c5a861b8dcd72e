/** The shards that this node should have, read from a cluster state. Pure. */

import {
  assignedCopies,
  type ClusterState,
  type IndexMetadata,
  type IndexRouting,
  isSearchableSnapshot,
  type ShardCopy,
} from '@skein/cluster';
import { type AppliedCopies, type OpenShardRequest, SearchActivity } from '@skein/shard';
import { mappingText } from './mapping_text.js';
import { type ShardKey, shardKey } from './threads/thread_calls.js';

export interface DesiredShard {
  readonly key: ShardKey;
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly copy: ShardCopy;
  readonly allocationId: string;
}

/**
 * The copies of open indices that are assigned to the node. A closed index keeps its files without
 * open shards.
 */
export function desiredShards(state: ClusterState, nodeId: string): Map<ShardKey, DesiredShard> {
  const desired = new Map<ShardKey, DesiredShard>();
  for (const routing of state.routing.values()) {
    const index = state.metadata.indices.get(routing.index);
    if (index === undefined || index.state === 'close') continue;
    for (const shard of desiredOf(routing, index, nodeId)) desired.set(shard.key, shard);
  }
  return desired;
}

interface KnownTable {
  readonly index: IndexMetadata;
  readonly nodeId: string;
  readonly shards: readonly DesiredShard[];
}

const known = new WeakMap<IndexRouting, KnownTable>();

/**
 * The shards of one index. Most cluster states change other indices, so the result is kept: as long
 * as neither the routing table nor the index changes, the same objects are returned.
 */
function desiredOf(
  routing: IndexRouting,
  index: IndexMetadata,
  nodeId: string,
): readonly DesiredShard[] {
  const before = known.get(routing);
  if (before?.index === index && before.nodeId === nodeId) return before.shards;
  const shards = routing.shards.flatMap((copies, shardId): DesiredShard[] => {
    const copy = assignedCopies(copies).find((each) => each.nodeId === nodeId);
    if (copy?.allocationId === undefined) return [];
    const key = shardKey(index.uuid, shardId);
    return [{ key, index, shardId, copy, allocationId: copy.allocationId }];
  });
  known.set(routing, { index, nodeId, shards });
  return shards;
}

/** The request to open the shard. `applied`: the shard's copies in the state, if it has several. */
export function openRequest(
  desired: DesiredShard,
  place: { readonly dataPath: string; readonly nodeId: string },
  applied: AppliedCopies | undefined,
): OpenShardRequest {
  const { index, shardId, copy, allocationId } = desired;
  const isSearchable = isSearchableSnapshot(index);
  return {
    index: index.name,
    indexUuid: index.uuid,
    shardId,
    path: `${indexFolder(place.dataPath, index.uuid)}/${shardId}`,
    primaryTerm: index.primaryTerms[shardId] ?? 1,
    allocationId,
    source: isSearchable ? 'SNAPSHOT' : copy.recoverySource,
    ...(isSearchable ? { isSearchable } : {}),
    newHistory: copy.newHistory === true,
    applied,
    nodeId: place.nodeId,
    indexSettings: Object.fromEntries(index.settings),
    mapping: mappingText(index),
    mappingVersion: index.mappingVersion,
    activity: new SearchActivity().shared,
  };
}

export function indexFolder(dataPath: string, indexUuid: string): string {
  return `${dataPath}/indices/${indexUuid}`;
}
