/**
 * `cluster.routing.allocation.cluster_concurrent_rebalance`: limit of relocating copies in the
 * whole cluster.
 */
import { CLUSTER } from '@skein/settings';
import { throttle, yes } from '../decision.js';
import type { Decider } from './decider.js';

const UNLIMITED = yes('unlimited concurrent rebalances are allowed');

export const concurrent_rebalance: Decider = {
  name: 'concurrent_rebalance',
  canRebalance: (_candidate, { placements, rules }) => {
    const limit = rules.rebalances;
    if (limit === -1) return UNLIMITED;
    const moving = placements.counts.relocating;
    if (moving >= limit) {
      return throttle(
        () =>
          `reached the limit of concurrently rebalancing shards [${moving}], cluster setting [${CLUSTER.allocation.rebalances.key}=${limit}]`,
      );
    }
    return {
      answer: 'YES',
      explain: () =>
        `below threshold [${limit}] for concurrent rebalances, current rebalance shard count [${moving}]`,
    };
  },
};
