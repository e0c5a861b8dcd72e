/**
 * Places, replaces and moves the copies of all shards: first those of nodes that left, then
 * primaries, replicas, copies that must move, and finally rebalancing. It is pure; a state with
 * nothing to do is returned as the same object.
 */
import { onceFor } from '@skein/base';
import type { ClusterState } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { dropGoneNodes } from './drop_gone_nodes.js';
import { endDelays } from './end_delays.js';
import { moveAway } from './move_away.js';
import { placePrimaries } from './place_primaries.js';
import { placeReplicas } from './place_replicas.js';
import type { PlacedShard, Placements } from './placements.js';
import { rebalance } from './rebalance.js';
import { type AllocationEnvironment, startRun } from './run.js';

export function reroute(state: ClusterState, environment: AllocationEnvironment): ClusterState {
  const run = startRun(state, environment);
  const { placements } = run;
  dropGoneNodes(placements, environment.nowMs, (nodeId) => !state.nodes.has(nodeId));
  const shards = byPriority(placements);
  endDelays(run, shards);
  placePrimaries(run, shards);
  placeReplicas(run, shards);
  moveAway(run, shards);
  rebalance(run);
  return placements.hasChanged ? placements.toState() : state;
}

const priority = onceFor(({ settings }: IndexMetadata) =>
  Number(settings.get('index.priority') ?? 1),
);

/**
 * Shards, those of the most important indices first: by `index.priority`, then newest first, then
 * by name in descending order.
 */
function byPriority(placements: Placements): readonly PlacedShard[] {
  const indices = [...placements.state.metadata.indices.values()].sort(
    (a, b) =>
      priority(b) - priority(a) ||
      b.creationDateMs - a.creationDateMs ||
      (a.name < b.name ? 1 : -1),
  );
  return indices.flatMap((index) => placements.of(index.name));
}
