/**
 * `cluster.routing.allocation.allow_rebalance`: the shards of the whole cluster that must be active
 * before rebalancing.
 */
import { CLUSTER } from '@skein/settings';
import { no, yes } from '../decision.js';
import type { Decider } from './decider.js';

const ALWAYS = yes('all shards may be rebalanced at any time');
const PRIMARIES = yes('all primary shards are active');
const ALL = yes('all shards are active');

export const cluster_rebalance: Decider = {
  name: 'cluster_rebalance',
  canRebalance: (_candidate, { placements, rules }) => {
    const { allowRebalance } = rules;
    if (allowRebalance === 'always') return ALWAYS;
    const setting = `cluster setting [${CLUSTER.allocation.allowRebalance.key}] is set to [${allowRebalance}]`;
    if (allowRebalance === 'indices_primaries_active') {
      if (placements.counts.inactivePrimaries === 0) return PRIMARIES;
      return no(() => `the cluster has unassigned primary shards and ${setting}`);
    }
    if (placements.counts.inactive === 0) return ALL;
    return no(() => `the cluster has unassigned shards and ${setting}`);
  },
};
