/**
 * Selects the snapshots of a policy to remove, by age and by number, with the rules of each policy
 * language.
 */
import type { FoundSnapshot } from './snapshot_policy.js';

export interface Bounds {
  /** Older snapshots are removed. */
  readonly maxAgeMs: number | undefined;
  /** At least this many are kept, regardless of age. */
  readonly minCount: number | undefined;
  /** At most this many are kept, regardless of age. */
  readonly maxCount: number | undefined;
}

/** OpenSearch's rule: all snapshots count, successful or not. */
export function oldest(
  found: readonly FoundSnapshot[],
  { maxAgeMs, minCount = 0, maxCount }: Bounds,
  nowMs: number,
): readonly FoundSnapshot[] {
  const sorted = byStart(found);
  const old = maxAgeMs === undefined ? 0 : sorted.filter(isOlder(maxAgeMs, nowMs)).length;
  const aged = Math.min(old, Math.max(0, sorted.length - minCount));
  const tooMany = maxCount === undefined ? 0 : sorted.length - maxCount;
  return sorted.slice(0, Math.max(aged, tooMany));
}

/**
 * Elasticsearch's rule: successful snapshots count; others are removed when they are too old or, if
 * no age is set, when a later one has succeeded.
 */
export function expired(
  found: readonly FoundSnapshot[],
  bounds: Bounds,
  nowMs: number,
): readonly FoundSnapshot[] {
  const isWhole = ({ state }: FoundSnapshot) => state === 'SUCCESS';
  const whole = byStart(found).filter(isWhole);
  const newest = whole.at(-1);
  const { maxAgeMs } = bounds;
  const others = found.filter((one) => {
    if (isWhole(one)) return false;
    if (maxAgeMs !== undefined) return isOlder(maxAgeMs, nowMs)(one);
    return newest !== undefined && one.startMs < newest.startMs;
  });
  return [...oldest(whole, bounds, nowMs), ...others];
}

function byStart(found: readonly FoundSnapshot[]): readonly FoundSnapshot[] {
  return [...found].sort((a, b) => a.startMs - b.startMs);
}

function isOlder(maxAgeMs: number, nowMs: number): (one: FoundSnapshot) => boolean {
  return ({ startMs }) => startMs < nowMs - maxAgeMs;
}
