/** The shard and the node a command names. */
import { ApiError } from '@skein/errors';
import type { ClusterNode, ClusterState } from '../../state/cluster_state.js';
import { indexNotFound } from '../../state/index_metadata.js';
import type { Answer, Decision } from '../decision.js';
import type { NodeLoad, PlacedShard, Placements } from '../placements.js';
import type { RerouteParameters } from './reroute_command.js';

export function namedShard(
  placements: Placements,
  { index, shard }: RerouteParameters,
): PlacedShard {
  const shards = placements.of(index);
  if (shards.length === 0) throw indexNotFound(index);
  const found = shards[shard];
  if (found !== undefined) return found;
  throw new ApiError('shard_not_found_exception', 'no such shard', {
    metadata: { index, shard: String(shard), index_uuid: shards[0]?.index.uuid ?? '_na_' },
  });
}

/** By id or by name. */
export function namedNode(placements: Placements, name: string): NodeLoad {
  const { state } = placements;
  const node = findNode(state, name);
  if (node === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `failed to resolve [${name}], no matching nodes`,
    );
  }
  const load = placements.nodes.get(node.id);
  if (load !== undefined) return load;
  throw new ApiError(
    'illegal_argument_exception',
    `allocation can only be done on data nodes, not [${name}]`,
  );
}

function findNode({ nodes }: ClusterState, name: string): ClusterNode | undefined {
  return nodes.get(name) ?? [...nodes.values()].find((node) => node.name === name);
}

/** One decision of the command itself. */
export function decision(
  decider: string,
  answer: Answer,
  explanation: string,
): readonly Decision[] {
  return [{ decider, answer, explanation }];
}

/** The refusal as a decision, or thrown. */
export function refuse(
  command: string,
  reason: string,
  explains: boolean,
  decider = `${command} (allocation command)`,
): readonly Decision[] {
  if (explains) return decision(decider, 'NO', reason);
  throw new ApiError('illegal_argument_exception', `[${command}] ${reason}`);
}

export function describeNode({ node }: NodeLoad): string {
  return `{${node.name}}{${node.id}}{${node.ephemeralId}}{${node.host}}{${node.transportAddress}}`;
}

export function describeDecisions(decisions: readonly Decision[]): string {
  return decisions.map(({ answer, explanation }) => `[${answer}(${explanation})]`).join('');
}
