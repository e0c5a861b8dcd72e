/** Which snapshots of a policy go: by age and by number, as each of the two languages counts. */
import type { FoundSnapshot } from './snapshot_policy.js';

export interface Bounds {
  /** Older ones go. */
  readonly maxAgeMs: number | undefined;
  /** So many stay, however old. */
  readonly minCount: number | undefined;
  /** No more stay, however young. */
  readonly maxCount: number | undefined;
}

/** OpenSearch: each counts, whether it succeeded or not. */
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
 * Elasticsearch: those that succeeded count, and others go when they are too old, or, where no age is said, when a younger one has succeeded.
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
