/**
 * How loaded a node is, for one index: what it has more than its share, of all copies and of the index's. The reference's function
 * (BalancedShardsAllocator): the two parts are weighed by `cluster.routing.allocation.balance.*`.
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

  /** Only differences between nodes mean something. A copy more raises it by one at most. */
  of(load: NodeLoad, index: string): number {
    return this.#ofShards * load.shards + this.#ofIndex * (load.byIndex.get(index) ?? 0);
  }

  /** Lightest first; of equals, in the order of names. */
  sorted(index: string): NodeLoad[] {
    return [...this.#placements.nodes.values()].sort(
      (a, b) => this.of(a, index) - this.of(b, index),
    );
  }
}
