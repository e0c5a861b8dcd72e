/**
 * The `_cluster/reroute` request that moves a shard copy to another node, and the dry run before it
 * that asks whether the move is allowed.
 */
import type { JsonObject } from '../json/exact_json.js';
import type { ShardRow } from './cluster_shapes.js';

/** A dry run, which changes nothing. */
export const ASK_PATH = '/_cluster/reroute?dry_run=true&explain=true&metric=master_node';
export const MOVE_PATH = '/_cluster/reroute?metric=master_node';

/** True for a started copy that is not moving already. */
export function canMove({ state, node }: ShardRow): boolean {
  return state === 'STARTED' && node !== null;
}

export function moveBody({ index, shard, node }: ShardRow, toNode: string): JsonObject {
  const move = { index, shard: Number(shard), from_node: node, to_node: toNode };
  return { commands: [{ move }] };
}

export interface RerouteAnswer {
  readonly explanations?: readonly {
    readonly decisions: readonly {
      readonly decider: string;
      readonly decision: string;
      readonly explanation: string;
    }[];
  }[];
}

/** The reasons why the move is refused; empty when it is allowed. */
export function refusalsOf({ explanations = [] }: RerouteAnswer): readonly string[] {
  return explanations
    .flatMap(({ decisions }) => decisions)
    .filter(({ decision }) => decision === 'NO')
    .map(({ explanation }) => explanation);
}

/** The possible targets: every other node. */
export function targetsOf({ node }: ShardRow, nodes: readonly string[]): readonly string[] {
  return nodes.filter((name) => name !== node).sort();
}
