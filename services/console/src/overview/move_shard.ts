/**
 * A copy of a shard to another node, as `_cluster/reroute` takes it; asked first whether it may go
 * there.
 */
import type { JsonObject } from '../json/exact_json.js';
import type { ShardRow } from './cluster_shapes.js';

/** Asks, and changes nothing. */
export const ASK_PATH = '/_cluster/reroute?dry_run=true&explain=true&metric=master_node';
export const MOVE_PATH = '/_cluster/reroute?metric=master_node';

/** One that is whole and stays where it is. */
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

/** Why it may not go there; none: it may. */
export function refusalsOf({ explanations = [] }: RerouteAnswer): readonly string[] {
  return explanations
    .flatMap(({ decisions }) => decisions)
    .filter(({ decision }) => decision === 'NO')
    .map(({ explanation }) => explanation);
}

/** Where it could go: every other node. */
export function targetsOf({ node }: ShardRow, nodes: readonly string[]): readonly string[] {
  return nodes.filter((name) => name !== node).sort();
}
