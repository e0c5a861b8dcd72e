/**
 * Rates from counters that only grow: the growth between two readings, divided by the time between
 * them.
 */
import type { ClusterFacts, NodeStats } from './cluster_shapes.js';

export interface RatePoint {
  readonly atMs: number;
  readonly searches: number;
  readonly documents: number;
}

type Counted = Pick<ClusterFacts, 'nodes' | 'atMs'>;

/**
 * The rates per second. A node that joined, or restarted and counts from 0, adds nothing until the
 * next reading; one that left subtracts nothing. Undefined if no time has passed.
 */
export function rateBetween(before: Counted, after: Counted): RatePoint | undefined {
  const seconds = (after.atMs - before.atMs) / 1000;
  if (seconds <= 0) return undefined;
  const grown = (count: (node: NodeStats) => number) =>
    Object.entries(after.nodes).reduce((sum, [id, node]) => {
      const known = before.nodes[id];
      return known === undefined ? sum : sum + Math.max(0, count(node) - count(known));
    }, 0) / seconds;
  return {
    atMs: after.atMs,
    searches: grown(({ indices }) => indices.search.query_total),
    documents: grown(({ indices }) => indices.indexing.index_total),
  };
}

/** Appends the point, and keeps the last `most` points. */
export function withPoint(
  points: readonly RatePoint[],
  point: RatePoint | undefined,
  most: number,
): readonly RatePoint[] {
  return point === undefined ? points : [...points, point].slice(-most);
}
