/** A rule about where copies may be. One file a rule; `judge.ts` lists them in the order explanations show them. */
import type { ShardCopy } from '../../state/routing_table.js';
import type { AllocationFacts } from '../allocation_facts.js';
import type { AllocationRules } from '../allocation_rules.js';
import type { Verdict } from '../decision.js';
import type { NodeLoad, PlacedShard, Placements } from '../placements.js';

export interface AllocationContext {
  readonly placements: Placements;
  readonly rules: AllocationRules;
  /** Undefined: nothing is known beside the state. */
  readonly facts: AllocationFacts | undefined;
  readonly nowMs: number;
  /** An operator has asked for this placement: what is switched off is allowed. */
  readonly byHand: boolean;
}

/** A copy, of a shard. */
export interface Candidate {
  readonly shard: PlacedShard;
  readonly copy: ShardCopy;
}

export interface Decider {
  readonly name: string;
  /** May the copy come to the node? Undefined: the rule is not about this copy. */
  readonly canAllocate?: (
    candidate: Candidate,
    node: NodeLoad,
    context: AllocationContext,
  ) => Verdict | undefined;
  /** May a started copy stay on its node? */
  readonly canRemain?: (
    candidate: Candidate,
    node: NodeLoad,
    context: AllocationContext,
  ) => Verdict;
  /** May the copy be moved for balance alone? */
  readonly canRebalance?: (candidate: Candidate, context: AllocationContext) => Verdict;
}
