/**
 * The shard copies of each node: rows of `_cat/shards`, grouped by node, ordered by index and shard
 * number.
 */
import type { ShardRow } from './cluster_shapes.js';

export interface NodeShards {
  /** Undefined for unassigned copies. */
  readonly node: string | undefined;
  readonly shards: readonly ShardRow[];
  /** The number of copies beyond the limit. */
  readonly moreCount: number;
}

/** `nodes` has all nodes, also those without shards. `most` limits the copies of each node. */
export function shardMap(
  rows: readonly ShardRow[],
  nodes: readonly string[],
  { filter, most }: { readonly filter: string; readonly most: number },
): readonly NodeShards[] {
  const wanted = rows.filter(({ index }) => index.includes(filter));
  const byNode = Map.groupBy(wanted, placeOf);
  const placed = [...nodes].sort().map((node) => entryOf(node, byNode.get(node) ?? [], most));
  const lost = byNode.get(undefined) ?? [];
  return lost.length === 0 ? placed : [...placed, entryOf(undefined, lost, most)];
}

/** The node of a copy. `_cat/shards` writes a relocating copy as `from -> address id to`. */
function placeOf({ node }: ShardRow): string | undefined {
  return node === null ? undefined : (node.split(' -> ')[0] ?? node);
}

function entryOf(node: string | undefined, rows: readonly ShardRow[], most: number): NodeShards {
  const sorted = [...rows].sort(inOrder);
  return { node, shards: sorted.slice(0, most), moreCount: Math.max(0, sorted.length - most) };
}

function inOrder(a: ShardRow, b: ShardRow): number {
  if (a.index !== b.index) return a.index < b.index ? -1 : 1;
  return Number(a.shard) - Number(b.shard) || (a.prirep < b.prirep ? -1 : 1);
}
