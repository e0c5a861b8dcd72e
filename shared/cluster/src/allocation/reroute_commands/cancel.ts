/**
 * Cancels the recovery of a copy on a node, or a relocation to or from it; the copy may be placed
 * elsewhere.
 */
import { unassignedInfo } from '../build_routing.js';
import { failCopy } from '../fail_copy.js';
import { decision, describeNode, knownShard, namedNode, refuse } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

const DECIDER = 'cancel_allocation_command';

export const cancel: RerouteCommandType = {
  required: ['index', 'shard', 'node'],
  optional: ['allow_primary'],
  shown: ({ index, shard, node = '', allow_primary = false }) => ({
    index,
    shard,
    node,
    allow_primary,
  }),
  run: (parameters, run, explains) => {
    const { placements, nowMs } = run;
    const load = namedNode(placements, parameters.node ?? '');
    const shard = knownShard(placements, parameters);
    const { id } = load.node;
    const arriving = shard?.copies.find((one) => one.relocation?.nodeId === id);
    const copy = arriving ?? shard?.copies.find((one) => one.nodeId === id);
    const allocationId = arriving?.relocation?.allocationId ?? copy?.allocationId;
    if (shard === undefined || copy === undefined || allocationId === undefined) {
      return refuse(
        'cancel_allocation',
        `can't cancel ${parameters.shard}, failed to find it on node ${describeNode(load)}`,
        explains,
        DECIDER,
      );
    }
    if (arriving === undefined && copy.primary && parameters.allow_primary !== true) {
      const state = copy.state === 'INITIALIZING' ? 'initializing' : 'started';
      return refuse(
        'cancel_allocation',
        `can't cancel ${shard.shardId} on node ${describeNode(load)}, shard is primary and ${state}`,
        explains,
        DECIDER,
      );
    }
    failCopy(placements, shard, allocationId, {
      ...unassignedInfo('REROUTE_CANCELLED', nowMs),
      details: `allocation id [${allocationId}] cancelled by an operator`,
    });
    return decision(
      DECIDER,
      'YES',
      `shard ${shard.shardId} on node ${describeNode(load)} can be cancelled`,
    );
  },
};
