/** Finds the shard and the node that a command names. */
import { simpleMatch } from '@skein/base';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import type { ClusterNode, ClusterState } from '../../state/cluster_state.js';
import { indexNotFound } from '../../state/index_metadata.js';
import type { Answer, Decision } from '../decision.js';
import type { NodeLoad, PlacedShard, Placements } from '../placements.js';
import type { RerouteParameters } from './reroute_command.js';

function namedShard(placements: Placements, { index, shard }: RerouteParameters): PlacedShard {
  const shards = placements.of(index);
  if (shards.length === 0) throw indexNotFound(index);
  const found = shards[shard];
  if (found !== undefined) return found;
  throw new ApiError('shard_not_found_exception', 'no such shard', {
    metadata: { index, shard: String(shard), index_uuid: shards[0]?.index.uuid ?? '_na_' },
  });
}

/**
 * The shard for a command about an assigned copy; undefined when there is no such index or shard.
 */
export function knownShard(
  placements: Placements,
  { index, shard }: RerouteParameters,
): PlacedShard | undefined {
  return placements.of(index)[shard];
}

/**
 * The one node with this id, name or address, matching a pattern of these, or `_cluster_manager`.
 */
export function namedNode(placements: Placements, name: string): NodeLoad {
  const [node, ...others] = findNodes(placements.state, name);
  if (node === undefined) throw illegalArgument(`failed to resolve [${name}], no matching nodes`);
  if (others.length > 0) {
    throw illegalArgument(
      `resolved [${name}] into [${others.length + 1}] nodes, where expected to be resolved to a single node`,
    );
  }
  const load = placements.nodes.get(node.id);
  if (load !== undefined) return load;
  throw illegalArgument(`allocation can only be done on data nodes, not [${name}]`);
}

function findNodes({ nodes, masterNodeId }: ClusterState, name: string): readonly ClusterNode[] {
  const exact = nodes.get(name);
  if (exact !== undefined) return [exact];
  // The master runs the command, so `_local` is the master.
  if (['_local', '_master', '_cluster_manager'].includes(name)) {
    return [...nodes.values()].filter(({ id }) => id === masterNodeId);
  }
  return [...nodes.values()].filter((node) =>
    [node.id, node.name, node.host, node.transportAddress].some((one) => simpleMatch(name, one)),
  );
}

/** The shard and the node of an allocating command. A missing one is a refusal too. */
export function target(
  command: string,
  placements: Placements,
  parameters: RerouteParameters,
  explains: boolean,
):
  | { readonly load: NodeLoad; readonly shard: PlacedShard }
  | { readonly refused: readonly Decision[] } {
  try {
    const load = namedNode(placements, parameters.node ?? '');
    return { load, shard: namedShard(placements, parameters) };
  } catch (thrown) {
    if (!explains) throw thrown;
    const { reason } = asApiError(thrown);
    return { refused: decision(`${command} (allocation command)`, 'NO', reason) };
  }
}

/** A decision that the command itself makes. */
export function decision(
  decider: string,
  answer: Answer,
  explanation: string,
): readonly Decision[] {
  return [{ decider, answer, explanation }];
}

/** The refusal as a decision; thrown unless `explains`. */
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
