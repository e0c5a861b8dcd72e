/** The data shared by the steps of one allocation run. */
import { type Random, randomId } from '@skein/base';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';
import type { AllocationFacts } from './allocation_facts.js';
import { readAllocationRules } from './allocation_rules.js';
import type { AllocationContext } from './deciders/decider.js';
import { Placements } from './placements.js';
import { Weights } from './weights.js';

export interface AllocationEnvironment {
  readonly nowMs: number;
  readonly random: Random;
  /**
   * Undefined: nothing is known. Then a copy is expected on the only data node, if there is just
   * one.
   */
  readonly facts?: AllocationFacts | undefined;
}

export interface AllocationRun extends AllocationContext {
  readonly weights: Weights;
  readonly newId: () => string;
}

export function startRun(
  state: ClusterState,
  { nowMs, random, facts }: AllocationEnvironment,
  byHand = false,
): AllocationRun {
  const placements = new Placements(state, {
    ...(facts && { bytesOf: (uuid, shardId) => facts.shardBytes(uuid, shardId) }),
  });
  const rules = readAllocationRules(clusterSettings(state));
  return {
    placements,
    rules,
    facts,
    nowMs,
    byHand,
    weights: new Weights(placements, rules),
    newId: () => randomId(random),
  };
}
