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
  /** `name` is the place of the newest slow work, which took `tookMs`. */
  | {
      readonly kind: 'slow';
      readonly node: string;
      readonly name: string;
      readonly count: number;
      readonly tookMs: number;
      readonly agoMs: number;
    }
  /** `names` lists the nodes of each version. */
  | {
      readonly kind: 'versions';
      readonly versions: readonly (readonly [version: string, names: string])[];
    };

export function troublesOf(
  nodes: readonly NodeStats[],
  versions: readonly NodeVersion[],
  nowMs: number,
): readonly Trouble[] {
  const slow = nodes.flatMap((node) => slowWork(node, nowMs));
  return [...nodes.flatMap(refusals), ...slow, ...differing(versions)];
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

function slowWork(
  { name: node, slow_log: { total, latest } }: NodeStats,
  nowMs: number,
): Trouble[] {
  const last = latest.at(-1);
  if (last === undefined) return [];
  const { place, timestamp, took_in_millis: tookMs } = last;
  const name = place.replace(/\/[^\]]*/, '');
  const agoMs = Math.max(0, nowMs - timestamp);
  return [{ kind: 'slow', node, name, count: total, tookMs, agoMs }];
}

function differing(nodes: readonly NodeVersion[]): readonly Trouble[] {
  const byVersion = Map.groupBy(nodes, ({ version }) => version);
  if (byVersion.size < 2) return [];
  const versions = [...byVersion].map(
    ([version, those]) => [version, those.map(({ name }) => name).join(', ')] as const,
  );
  return [{ kind: 'versions', versions }];
}
