/** The combined answer of all deciders. */
import { type Answer, type Decision, strongest, type Verdict } from '../decision.js';
import type { NodeLoad } from '../placements.js';
import { awareness } from './awareness.js';
import { cluster_rebalance } from './cluster_rebalance.js';
import { concurrent_rebalance } from './concurrent_rebalance.js';
import type { AllocationContext, Candidate, Decider } from './decider.js';
import { disk_threshold } from './disk_threshold.js';
import { enable } from './enable.js';
import { filter } from './filter.js';
import { max_retry } from './max_retry.js';
import { node_version } from './node_version.js';
import { rebalance_only_when_active } from './rebalance_only_when_active.js';
import { replica_after_primary_active } from './replica_after_primary_active.js';
import { resize } from './resize.js';
import { same_shard } from './same_shard.js';
import { shards_limit } from './shards_limit.js';
import { throttling } from './throttling.js';

/** All deciders, in the order of OpenSearch's explanations. */
const DECIDERS: readonly Decider[] = [
  max_retry,
  resize,
  replica_after_primary_active,
  rebalance_only_when_active,
  cluster_rebalance,
  concurrent_rebalance,
  enable,
  node_version,
  filter,
  same_shard,
  disk_threshold,
  throttling,
  shards_limit,
  awareness,
];

/**
 * The order for allocation, cheapest refusals first: most nodes are refused because they have a
 * copy.
 */
const ALLOCATION_ORDER: readonly Decider[] = [
  same_shard,
  ...DECIDERS.filter((decider) => decider !== same_shard && decider.canAllocate !== undefined),
];

export function canAllocate(
  candidate: Candidate,
  node: NodeLoad,
  context: AllocationContext,
): Answer {
  return worst(ALLOCATION_ORDER, (decider) => decider.canAllocate?.(candidate, node, context));
}

export function canRemain(
  candidate: Candidate,
  node: NodeLoad,
  context: AllocationContext,
): Answer {
  return worst(DECIDERS, (decider) => decider.canRemain?.(candidate, node, context));
}

export function canRebalance(candidate: Candidate, context: AllocationContext): Answer {
  return worst(DECIDERS, (decider) => decider.canRebalance?.(candidate, context));
}

export function explainAllocate(
  candidate: Candidate,
  node: NodeLoad,
  context: AllocationContext,
): readonly Decision[] {
  return explained((decider) => decider.canAllocate?.(candidate, node, context));
}

export function explainRemain(
  candidate: Candidate,
  node: NodeLoad,
  context: AllocationContext,
): readonly Decision[] {
  return explained((decider) => decider.canRemain?.(candidate, node, context));
}

export function explainRebalance(
  candidate: Candidate,
  context: AllocationContext,
): readonly Decision[] {
  return explained((decider) => decider.canRebalance?.(candidate, context));
}

export function answerOf(decisions: readonly Decision[]): Answer {
  return strongest(decisions.map(({ answer }) => answer));
}

function worst(
  deciders: readonly Decider[],
  ask: (decider: Decider) => Verdict | undefined,
): Answer {
  let found: Answer = 'YES';
  for (const decider of deciders) {
    const answer = ask(decider)?.answer ?? 'YES';
    if (answer === 'NO') return 'NO';
    if (answer === 'THROTTLE') found = 'THROTTLE';
  }
  return found;
}

function explained(ask: (decider: Decider) => Verdict | undefined): readonly Decision[] {
  return DECIDERS.flatMap((decider) => {
    const verdict = ask(decider);
    if (verdict === undefined) return [];
    return [{ decider: decider.name, answer: verdict.answer, explanation: verdict.explain() }];
  });
}
