/**
 * The load of a node for one index: its excess over its share, of all copies and of the index's
 * copies. The function is OpenSearch's (BalancedShardsAllocator); the two parts are weighted by
 * `cluster.routing.allocation.balance.*`.
 */
import type { AllocationRules } from './allocation_rules.js';
import type { NodeLoad, Placements } from './placements.js';

export class Weights {
  readonly #placements: Placements;
  readonly #ofShards: number;
  readonly #ofIndex: number;

  constructor(placements: Placements, { balance }: AllocationRules) {
    this.#placements = placements;
    const sum = balance.shard + balance.index;
    this.#ofShards = sum === 0 ? 0 : balance.shard / sum;
    this.#ofIndex = sum === 0 ? 0 : balance.index / sum;
  }

  /**
   * The weight of a node. Only differences between nodes are meaningful. One more copy raises the
   * weight by at most one.
   */
  of(load: NodeLoad, index: string): number {
    return this.#ofShards * load.shards + this.#ofIndex * (load.byIndex.get(index) ?? 0);
  }

  /** Nodes, lightest first; nodes of equal weight in the order of names. */
  sorted(index: string): NodeLoad[] {
    return [...this.#placements.nodes.values()].sort(
      (a, b) => this.of(a, index) - this.of(b, index),
    );
  }
}
