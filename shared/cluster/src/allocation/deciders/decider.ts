/**
 * A rule about the places of copies. There is one file per rule; `judge.ts` lists them in the order
 * in which explanations show them.
 */
import type { ShardCopy } from '../../state/routing_table.js';
import type { AllocationFacts } from '../allocation_facts.js';
import type { AllocationRules } from '../allocation_rules.js';
import type { Verdict } from '../decision.js';
import type { NodeLoad, PlacedShard, Placements } from '../placements.js';

export interface AllocationContext {
  readonly placements: Placements;
  readonly rules: AllocationRules;
  /** Undefined: nothing is known besides the state. */
  readonly facts: AllocationFacts | undefined;
  readonly nowMs: number;
  /** True if an operator has requested this placement: disabled allocation does not apply. */
  readonly byHand: boolean;
}

/** A copy and its shard. */
export interface Candidate {
  readonly shard: PlacedShard;
  readonly copy: ShardCopy;
}

export interface Decider {
  readonly name: string;
  /**
   * Judges if the copy may be placed on the node. Undefined: the rule does not apply to this copy.
   */
  readonly canAllocate?: (
    candidate: Candidate,
    node: NodeLoad,
    context: AllocationContext,
  ) => Verdict | undefined;
  /** Judges if a started copy may remain on its node. */
  readonly canRemain?: (
    candidate: Candidate,
    node: NodeLoad,
    context: AllocationContext,
  ) => Verdict;
  /** Judges if the copy may be moved for balance alone. */
  readonly canRebalance?: (candidate: Candidate, context: AllocationContext) => Verdict;
}
