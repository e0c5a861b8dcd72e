/** What the allocation waits for: copies to be looked for on disks, and time. */
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
  return hasUnassigned(state) ? storeQuestions(new Placements(state), facts) : [];
}

/** How long until a replica that waits for its node waits no longer; undefined when none does. */
export function nextPlacementMs(state: ClusterState, nowMs: number): number | undefined {
  if (!hasUnassigned(state)) return undefined;
  let soonest: number | undefined;
  for (const shard of new Placements(state).all()) {
    for (const copy of shard.copies) {
      const leftMs = copy.state === 'UNASSIGNED' ? delayLeftMs(shard, copy, nowMs) : 0;
      if (leftMs > 0 && (soonest === undefined || leftMs < soonest)) soonest = leftMs;
    }
  }
  return soonest;
}

function hasUnassigned({ routing }: ClusterState): boolean {
  for (const table of routing.values()) if (isAnyUnassigned(table)) return true;
  return false;
}

const isAnyUnassigned = onceFor(({ shards }: IndexRouting) =>
  shards.some((copies) => copies.some(({ state }) => state === 'UNASSIGNED')),
);
