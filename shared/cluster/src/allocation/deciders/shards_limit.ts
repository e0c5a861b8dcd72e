/** `total_shards_per_node`, for the index and for the cluster. */
import { onceFor } from '@skein/base';
import { CLUSTER, INDEX, readSetting, type Settings } from '@skein/settings';
import { no, type Verdict } from '../decision.js';
import { isOn, type NodeLoad } from '../placements.js';
import type { AllocationContext, Candidate, Decider } from './decider.js';

export const shards_limit: Decider = {
  name: 'shards_limit',
  canAllocate: (candidate, load, context) => judge(candidate, load, context, 1),
  canRemain: (candidate, load, context) => judge(candidate, load, context, 0),
};

const limitOfIndex = onceFor((settings: Settings) =>
  readSetting(settings, INDEX.families.shardsPerNode),
);

/** Judges the limits. `coming` is the number of copies to be added. */
function judge(
  { shard, copy }: Candidate,
  load: NodeLoad,
  { rules }: AllocationContext,
  coming: 0 | 1,
): Verdict {
  const { index } = shard;
  const ofIndex = limitOfIndex(index.settings);
  const ofCluster = rules.totalShardsPerNode;
  const isHere = isOn(copy, load.node.id);
  const count = load.byIndex.get(index.name) ?? 0;
  const added = isHere ? 0 : coming;
  if (ofCluster > 0 && load.shards + added > ofCluster) {
    return no(
      () =>
        `too many shards [${load.shards}] allocated to this node, cluster setting [${CLUSTER.allocation.totalShardsPerNode.key}=${ofCluster}]`,
    );
  }
  if (ofIndex > 0 && count + added > ofIndex) {
    return no(
      () =>
        `too many shards [${count}] allocated to this node for index [${index.name}], index setting [${INDEX.families.shardsPerNode.key}=${ofIndex}]`,
    );
  }
  return {
    answer: 'YES',
    explain: () =>
      ofIndex <= 0 && ofCluster <= 0
        ? `total shard limits are disabled: [index: ${ofIndex}, cluster: ${ofCluster}] <= 0`
        : `the shard count [${count}] for this node is under the index limit [${ofIndex}] and cluster level node limit [${ofCluster}]`,
  };
}
