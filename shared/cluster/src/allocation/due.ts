/** The events that allocation waits for: searches for copies on disks, and the passing of time. */
import { onceFor } from '@skein/base';
import type { ClusterState } from '../state/cluster_state.js';
import type { IndexRouting } from '../state/routing_table.js';
import type { AllocationFacts, StoreQuestion } from './allocation_facts.js';
import { delayLeftMs } from './place_replicas.js';
import { Placements } from './placements.js';
import { storeQuestions } from './stores.js';

/** The copies that must be looked for before all unassigned shards can be placed well. */
export function storesToAskFor(
  state: ClusterState,
  facts: AllocationFacts,
): readonly StoreQuestion[] {
  return storeQuestions(unplaced(state), facts);
}

/** Time until the first delayed replica stops waiting for its node; undefined when none waits. */
export function nextPlacementMs(state: ClusterState, nowMs: number): number | undefined {
  let soonest: number | undefined;
  for (const shard of unplaced(state).all()) {
    for (const copy of shard.copies) {
      const leftMs = copy.state === 'UNASSIGNED' ? delayLeftMs(shard, copy, nowMs) : 0;
      if (leftMs > 0 && (soonest === undefined || leftMs < soonest)) soonest = leftMs;
    }
  }
  return soonest;
}

/** Placements of the indices that have an unassigned copy. */
function unplaced(state: ClusterState): Placements {
  const tables = [...state.routing.values()].filter(isAnyUnassigned);
  return new Placements(state, { only: tables.map(({ index }) => index) });
}

const isAnyUnassigned = onceFor(({ shards }: IndexRouting) =>
  shards.some((copies) => copies.some(({ state }) => state === 'UNASSIGNED')),
);
