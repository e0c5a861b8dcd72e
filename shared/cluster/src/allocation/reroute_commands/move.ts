/** Moves a started copy from one node to another. */
import { answerOf, explainAllocate } from '../deciders/judge.js';
import { relocate } from '../move_away.js';
import { describeDecisions, describeNode, knownShard, namedNode, refuse } from './named_target.js';
import type { RerouteCommandType } from './reroute_command.js';

export const move: RerouteCommandType = {
  required: ['index', 'shard', 'from_node', 'to_node'],
  optional: [],
  shown: ({ index, shard, from_node = '', to_node = '' }) => ({ index, shard, from_node, to_node }),
  run: (parameters, run, explains) => {
    const { placements } = run;
    const from = namedNode(placements, parameters.from_node ?? '');
    const to = namedNode(placements, parameters.to_node ?? '');
    const shard = knownShard(placements, parameters);
    const shardId = parameters.shard;
    const copy = shard?.copies.find((one) => one.nodeId === from.node.id);
    if (shard === undefined || copy === undefined) {
      return refuse(
        'move_allocation',
        `can't move ${shardId}, failed to find it on node ${describeNode(from)}`,
        explains,
      );
    }
    if (copy.state !== 'STARTED') {
      return refuse(
        'move_allocation',
        `can't move ${shardId}, shard is not started (state = ${copy.state}]`,
        explains,
      );
    }
    const decisions = explainAllocate({ shard, copy }, to, run);
    if (answerOf(decisions) === 'NO') {
      if (explains) return decisions;
      return refuse(
        'move_allocation',
        `can't move ${shardId}, from ${describeNode(from)}, to ${describeNode(to)}, since its not allowed, reason: ${describeDecisions(decisions)}`,
        explains,
      );
    }
    relocate(run, shard, copy, to);
    return decisions;
  },
};
