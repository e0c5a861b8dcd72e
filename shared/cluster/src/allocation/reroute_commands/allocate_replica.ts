/** Places an unassigned replica on this node. */
import { answerOf, explainAllocate } from '../deciders/judge.js';
import { hasActivePrimary } from '../placements.js';
import { describeDecisions, describeNode, refuse, target } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

export const allocate_replica: RerouteCommandType = {
  required: ['index', 'shard', 'node'],
  optional: [],
  shown: ({ index, shard, node = '' }) => ({ index, shard, node }),
  run: (parameters, run, explains) => {
    const { placements } = run;
    const found = target('allocate_replica', placements, parameters, explains);
    if ('refused' in found) return found.refused;
    const { load, shard } = found;
    const label = `[${shard.index.name}][${shard.shardId}]`;
    if (!hasActivePrimary(shard)) {
      return refuse(
        'allocate_replica',
        `trying to allocate a replica shard ${label}, while corresponding primary shard is still unassigned`,
        explains,
      );
    }
    const copy = shard.copies.find((one) => !one.primary && one.state === 'UNASSIGNED');
    if (copy === undefined) {
      return refuse(
        'allocate_replica',
        `all copies of ${label} are already assigned. Use the move allocation command instead`,
        explains,
      );
    }
    const decisions = explainAllocate({ shard, copy }, load, run);
    if (answerOf(decisions) !== 'YES') {
      if (explains) return decisions;
      return refuse(
        'allocate_replica',
        `allocation of ${label} on node ${describeNode(load)} is not allowed, reason: ${describeDecisions(decisions)}`,
        explains,
      );
    }
    placements.replaceCopy(shard, copy, {
      ...copy,
      state: 'INITIALIZING',
      nodeId: load.node.id,
      allocationId: run.newId(),
    });
    return decisions;
  },
};
