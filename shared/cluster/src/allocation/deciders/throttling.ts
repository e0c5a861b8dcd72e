/**
 * Limits the copies that are filled or opened at once, by node. Only copies that cost disk and
 * network are counted; a new, empty primary costs neither.
 */
import { CLUSTER } from '@skein/settings';
import { throttle, type Verdict } from '../decision.js';
import { type NodeLoad, opensFiles, primaryOfShard } from '../placements.js';
import type { AllocationContext, Candidate, Decider } from './decider.js';

const { allocation } = CLUSTER;

export const throttling: Decider = {
  name: 'throttling',
  canAllocate: (candidate, load, context) => {
    const { copy } = candidate;
    const opens = copy.primary && copy.state === 'UNASSIGNED';
    return opens ? forPrimary(candidate, load, context) : forRecovery(candidate, load, context);
  },
};

function forPrimary({ copy }: Candidate, load: NodeLoad, { rules }: AllocationContext): Verdict {
  const { openingPrimaries } = load;
  if (opensFiles(copy) && openingPrimaries >= rules.initialPrimaries) {
    return throttle(
      () =>
        `reached the limit of ongoing initial primary recoveries [${rules.initialPrimaries}], cluster setting [${allocation.initialPrimaries.key}=${rules.initialPrimaries}]`,
    );
  }
  return {
    answer: 'YES',
    explain: () => `below primary recovery limit of [${rules.initialPrimaries}]`,
  };
}

function forRecovery(
  { shard }: Candidate,
  load: NodeLoad,
  { rules, placements }: AllocationContext,
): Verdict {
  if (load.incoming >= rules.incoming) {
    return throttle(
      () =>
        `reached the limit of incoming shard recoveries [${load.incoming}], cluster setting [${allocation.incomingRecoveries.key}=${rules.incoming}] (can also be set via [${allocation.nodeRecoveries.key}])`,
    );
  }
  const source = placements.nodes.get(primaryOfShard(shard)?.nodeId ?? '');
  const outgoing = source?.outgoing ?? 0;
  if (source !== undefined && outgoing >= rules.outgoing) {
    return throttle(
      () =>
        `reached the limit of outgoing shard recoveries [${outgoing}] on the node [${source.node.id}] which holds the primary, cluster setting [${allocation.outgoingRecoveries.key}=${rules.outgoing}] (can also be set via [${allocation.nodeRecoveries.key}])`,
    );
  }
  return {
    answer: 'YES',
    explain: () =>
      `below shard recovery limit of outgoing: [${outgoing} < ${rules.outgoing}] incoming: [${load.incoming} < ${rules.incoming}]`,
  };
}
