/**
 * `cluster.routing.allocation.enable` and `cluster.routing.rebalance.enable`; the index's own
 * settings win.
 */
import { CLUSTER, INDEX, readSetting, type Setting } from '@skein/settings';
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

/** The value in force, and its setting as messages show it. */
function inForce<T extends string>(
  { index: { settings } }: Candidate['shard'],
  own: Setting<T>,
  ofCluster: { readonly key: string; readonly value: T },
): { readonly value: T; readonly setting: string } {
  if (settings.has(own.key)) {
    const value = readSetting(settings, own);
    return { value, setting: `index setting [${own.key}=${value}]` };
  }
  const { key, value } = ofCluster;
  return { value, setting: `cluster setting [${key}=${value}]` };
}

function judgeAllocation({ shard, copy }: Candidate, { rules }: AllocationContext): Verdict {
  const { value, setting } = inForce(shard, INDEX.families.allocationEnable, {
    key: CLUSTER.allocation.enable.key,
    value: rules.enable,
  });
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
  const { value, setting } = inForce(shard, INDEX.families.rebalanceEnable, {
    key: CLUSTER.allocation.rebalance.key,
    value: rules.rebalance,
  });
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
