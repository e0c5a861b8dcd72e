/**
 * Problems that an operator should know even when all shards are well: requests that nodes refused
 * since they started, and differing versions.
 */
import type { NodeStats, NodeVersion } from './cluster_shapes.js';

export type Trouble =
  | {
      readonly kind: 'breaker' | 'pool';
      readonly node: string;
      readonly name: string;
      readonly count: number;
    }
  /** `names` lists the nodes of each version. */
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
