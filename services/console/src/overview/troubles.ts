/**
 * What nodes refused since they started, and versions that differ: what an operator should know
 * though the shards are well.
 */
import type { NodeStats, NodeVersion } from './cluster_shapes.js';

export type Trouble =
  | {
      readonly kind: 'breaker' | 'pool';
      readonly node: string;
      readonly name: string;
      readonly count: number;
    }
  /** `names`: the nodes of each version. */
  | {
      readonly kind: 'versions';
      readonly versions: readonly (readonly [version: string, names: string])[];
    };

export function troublesOf(
  nodes: readonly NodeStats[],
  versions: readonly NodeVersion[],
): readonly Trouble[] {
  return [...nodes.flatMap(refusals), ...differing(versions)];
}

function refusals({ name: node, breakers, thread_pool: pools }: NodeStats): readonly Trouble[] {
  const tripped = Object.entries(breakers).map(
    ([name, breaker]) => ({ kind: 'breaker', node, name, count: breaker.tripped }) as const,
  );
  const rejected = Object.entries(pools).map(
    ([name, pool]) => ({ kind: 'pool', node, name, count: pool.rejected }) as const,
  );
  return [...tripped, ...rejected].filter(({ count }) => count > 0);
}

function differing(nodes: readonly NodeVersion[]): readonly Trouble[] {
  const byVersion = Map.groupBy(nodes, ({ version }) => version);
  if (byVersion.size < 2) return [];
  const versions = [...byVersion].map(
    ([version, those]) => [version, those.map(({ name }) => name).join(', ')] as const,
  );
  return [{ kind: 'versions', versions }];
}
