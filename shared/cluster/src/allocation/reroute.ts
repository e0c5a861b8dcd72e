/**
 * Places unassigned primaries on data nodes: by index priority, creation date, name; each on the node with the fewest shards. A
 * primary that was started before keeps its allocation id and reads its disk; every placement raises the shard's primary term.
 * Replicas stay unassigned: copying a shard between nodes is not built, and one node never holds two copies.
 *
 * Pure and idempotent: a state with nothing to place comes back as the same object.
 */
import { type Random, randomId } from '@skein/base';
import { type ClusterNode, type ClusterState, dataNodes } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { IndexRouting, ShardCopy } from '../state/routing_table.js';
import { canAllocate } from './deciders.js';

export function reroute(state: ClusterState, random: Random): ClusterState {
  const load = shardsByNode(state);
  const indices: IndexMetadata[] = [];
  const tables: IndexRouting[] = [];
  for (const index of byPriority(state)) {
    const placed = placeIndex({ state, index, load, random });
    if (!placed) continue;
    indices.push(placed.index);
    tables.push(placed.routing);
  }
  return replaceRouting(replaceIndices(state, indices), tables);
}

interface Placement {
  readonly state: ClusterState;
  readonly index: IndexMetadata;
  /** Shard copies by node, updated as copies are placed. */
  readonly load: Map<string, number>;
  readonly random: Random;
}

function placeIndex(
  placement: Placement,
): { index: IndexMetadata; routing: IndexRouting } | undefined {
  const { state, index, load, random } = placement;
  const routing = state.routing.get(index.name);
  if (!routing) return undefined;
  const primaryTerms = [...index.primaryTerms];
  let changed = false;
  const shards = routing.shards.map((copies, shardId) => {
    const [primary, ...replicas] = copies;
    if (primary?.state !== 'UNASSIGNED') return copies;
    const node = chooseNode(placement, primary);
    if (!node || (index.state === 'close' && primary.recoverySource === 'EMPTY_STORE'))
      return copies;
    changed = true;
    load.set(node.id, (load.get(node.id) ?? 0) + 1);
    primaryTerms[shardId] = (primaryTerms[shardId] ?? 0) + 1;
    return [place(primary, node, { index, shardId, random }), ...replicas];
  });
  if (!changed) return undefined;
  return {
    index: { ...index, primaryTerms, version: index.version + 1 },
    routing: { ...routing, shards },
  };
}

/** A closed index has no engine to wait for: its copies count as started once they have a place. */
function place(
  primary: ShardCopy,
  node: ClusterNode,
  { index, shardId, random }: { index: IndexMetadata; shardId: number; random: Random },
): ShardCopy {
  const allocationId = index.inSync[shardId]?.[0] ?? randomId(random);
  if (index.state === 'close') {
    return { ...primary, state: 'STARTED', nodeId: node.id, allocationId, unassigned: undefined };
  }
  return { ...primary, state: 'INITIALIZING', nodeId: node.id, allocationId };
}

function chooseNode({ state, index, load }: Placement, copy: ShardCopy): ClusterNode | undefined {
  return dataNodes(state)
    .filter((node) => canAllocate({ state, index, copy, node }))
    .sort((a, b) => (load.get(a.id) ?? 0) - (load.get(b.id) ?? 0) || (a.id < b.id ? -1 : 1))[0];
}

function shardsByNode(state: ClusterState): Map<string, number> {
  const load = new Map<string, number>();
  for (const table of state.routing.values()) {
    for (const copy of table.shards.flat()) {
      if (copy.nodeId !== undefined) load.set(copy.nodeId, (load.get(copy.nodeId) ?? 0) + 1);
    }
  }
  return load;
}

function byPriority(state: ClusterState): IndexMetadata[] {
  const priority = (index: IndexMetadata) => Number(index.settings.get('index.priority') ?? 1);
  return [...state.metadata.indices.values()].sort(
    (a, b) =>
      priority(b) - priority(a) ||
      b.creationDateMs - a.creationDateMs ||
      (a.name < b.name ? 1 : -1),
  );
}
