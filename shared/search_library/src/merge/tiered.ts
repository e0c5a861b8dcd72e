/**
 * Chooses the segments to merge next. As in Lucene's TieredMergePolicy, segments of similar size
 * form a tier, a tier may hold `segmentsPerTier` of them, and of all groups of `maxAtOnce` the best
 * is the least skewed, the smallest and the one that reclaims most deletes.
 */

export interface MergeCandidate {
  readonly name: string;
  readonly sizeBytes: number;
  readonly docCount: number;
  /** Number of documents that a merge would keep. */
  readonly keptCount: number;
}

export interface TieredOptions {
  readonly segmentsPerTier: number;
  readonly maxAtOnce: number;
  /** Smaller segments count as this size, so that tiny segments do not accumulate. */
  readonly floorBytes: number;
  readonly maxMergedBytes: number;
  /** Share of deleted documents, in percent, above which a segment is rewritten alone. */
  readonly deletesPercentAllowed: number;
  /** Weight of merges that reclaim deletions; 0: none. */
  readonly reclaimDeletesWeight: number;
  /**
   * When only deletions are to be expunged, segments with fewer deletions than this, in percent,
   * are left alone.
   */
  readonly expungeDeletesPercent: number;
}

export const TIERED_DEFAULTS: TieredOptions = {
  segmentsPerTier: 10,
  maxAtOnce: 10,
  floorBytes: 2 * 1024 * 1024,
  maxMergedBytes: 2 * 1024 * 1024 * 1024,
  deletesPercentAllowed: 33,
  reclaimDeletesWeight: 2,
  expungeDeletesPercent: 10,
};

/** Names of the segments to merge into one, or `undefined` when none should be merged. */
export function chooseMerge(
  segments: readonly MergeCandidate[],
  options: TieredOptions = TIERED_DEFAULTS,
): string[] | undefined {
  const bySize = segments
    .filter((segment) => keptBytes(segment) <= options.maxMergedBytes / 2)
    .sort((a, b) => keptBytes(b) - keptBytes(a) || (a.name < b.name ? -1 : 1));
  if (bySize.length > allowedCount(bySize, options)) {
    const group = bestGroup(bySize, options);
    if (group !== undefined) return group;
  }
  return mostDeleted(segments, options);
}

/** Number of merges the policy wants at the same time, counted up to `most`. */
export function countMerges(
  segments: readonly MergeCandidate[],
  options: TieredOptions,
  most: number,
): number {
  let free = segments;
  for (let count = 0; count < most; count++) {
    const names = chooseMerge(free, options);
    if (names === undefined) return count;
    free = free.filter(({ name }) => !names.includes(name));
  }
  return most;
}

function keptBytes(segment: MergeCandidate): number {
  return segment.docCount === 0 ? 0 : segment.sizeBytes * (segment.keptCount / segment.docCount);
}

/** Number of segments that the tiers allow for this much data; at least one tier. */
function allowedCount(bySize: readonly MergeCandidate[], options: TieredOptions): number {
  let bytesLeft = 0;
  for (const segment of bySize) bytesLeft += keptBytes(segment);
  const smallest = bySize.length === 0 ? 0 : keptBytes(bySize[bySize.length - 1]);
  // A level of no bytes would never end, however many levels followed.
  let levelBytes = Math.max(smallest, options.floorBytes, 1);
  let allowed = 0;
  for (;;) {
    const inLevel = bytesLeft / levelBytes;
    if (inLevel < options.segmentsPerTier) {
      return Math.max(options.segmentsPerTier, allowed + Math.ceil(inLevel));
    }
    allowed += options.segmentsPerTier;
    bytesLeft -= options.segmentsPerTier * levelBytes;
    levelBytes *= options.maxAtOnce;
  }
}

function bestGroup(
  bySize: readonly MergeCandidate[],
  options: TieredOptions,
): string[] | undefined {
  let best: { names: string[]; score: number } | undefined;
  for (let start = 0; start + 1 < bySize.length; start++) {
    const group: MergeCandidate[] = [];
    let total = 0;
    for (let i = start; i < bySize.length && group.length < options.maxAtOnce; i++) {
      if (total + keptBytes(bySize[i]) > options.maxMergedBytes) continue;
      group.push(bySize[i]);
      total += keptBytes(bySize[i]);
    }
    if (group.length < 2) continue;
    const score = scoreOf(group, total, options);
    if (best === undefined || score < best.score) {
      best = { names: group.map((segment) => segment.name), score };
    }
  }
  return best?.names;
}

/**
 * The score of a group; lower is better: the largest segment's share of the merge, weighted
 * slightly by size and by the deletes it reclaims.
 */
function scoreOf(group: readonly MergeCandidate[], total: number, options: TieredOptions): number {
  let floored = 0;
  let before = 0;
  for (const segment of group) {
    floored += Math.max(keptBytes(segment), options.floorBytes);
    before += segment.sizeBytes;
  }
  const skew = Math.max(keptBytes(group[0]), options.floorBytes) / floored;
  const kept = before === 0 ? 1 : total / before;
  return skew * total ** 0.05 * kept ** options.reclaimDeletesWeight;
}

function mostDeleted(
  segments: readonly MergeCandidate[],
  options: TieredOptions,
): string[] | undefined {
  let worst: MergeCandidate | undefined;
  for (const segment of segments) {
    if (deletedPercent(segment) <= options.deletesPercentAllowed) continue;
    if (worst === undefined || deletedPercent(segment) > deletedPercent(worst)) worst = segment;
  }
  return worst === undefined ? undefined : [worst.name];
}

export function deletedPercent(segment: MergeCandidate): number {
  return segment.docCount === 0
    ? 0
    : (100 * (segment.docCount - segment.keptCount)) / segment.docCount;
}
