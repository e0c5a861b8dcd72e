/**
 * `cluster.routing.allocation.enable` and `cluster.routing.rebalance.enable`; the index's own
 * settings win.
 */
import { CLUSTER, INDEX, readSetting } from '@skein/settings';
import { no, type Verdict, yes } from '../decision.js';
import type { AllocationContext, Candidate, Decider } from './decider.js';

const BY_HAND = yes(
  'explicitly ignoring any disabling of allocation due to manual allocation commands via the reroute API',
);
const ALL = yes('all allocations are allowed');
const ALL_REBALANCING = yes('all rebalancing is allowed');

export const enable: Decider = {
  name: 'enable',
  canAllocate: (candidate, _node, context) =>
    context.byHand ? BY_HAND : judgeAllocation(candidate, context),
  canRebalance: (candidate, context) =>
    context.byHand ? BY_HAND : judgeRebalance(candidate, context),
};

function judgeAllocation({ shard, copy }: Candidate, { rules }: AllocationContext): Verdict {
  const own = shard.index.settings.has(INDEX.families.allocationEnable.key);
  const value = own
    ? readSetting(shard.index.settings, INDEX.families.allocationEnable)
    : rules.enable;
  const setting = own
    ? `index setting [${INDEX.families.allocationEnable.key}=${value}]`
    : `cluster setting [${CLUSTER.allocation.enable.key}=${value}]`;
  switch (value) {
    case 'none':
      return no(() => `no allocations are allowed due to ${setting}`);
    case 'primaries':
      return copy.primary
        ? yes('primary allocations are allowed')
        : no(() => `replica allocations are forbidden due to ${setting}`);
    case 'new_primaries':
      return copy.primary && shard.inSync.length === 0
        ? yes('new primary allocations are allowed')
        : no(() => `non-new primary allocations are forbidden due to ${setting}`);
    default:
      return ALL;
  }
}

function judgeRebalance({ shard, copy }: Candidate, { rules }: AllocationContext): Verdict {
  const own = shard.index.settings.has(INDEX.families.rebalanceEnable.key);
  const value = own
    ? readSetting(shard.index.settings, INDEX.families.rebalanceEnable)
    : rules.rebalance;
  const setting = own
    ? `index setting [${INDEX.families.rebalanceEnable.key}=${value}]`
    : `cluster setting [${CLUSTER.allocation.rebalance.key}=${value}]`;
  switch (value) {
    case 'none':
      return no(() => `no rebalancing is allowed due to ${setting}`);
    case 'primaries':
      return copy.primary
        ? yes('primary rebalancing is allowed')
        : no(() => `replica rebalancing is forbidden due to ${setting}`);
    case 'replicas':
      return copy.primary
        ? no(() => `primary rebalancing is forbidden due to ${setting}`)
        : yes('replica rebalancing is allowed');
    default:
      return ALL_REBALANCING;
  }
}
