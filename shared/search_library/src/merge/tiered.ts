/**
 * Which segments to merge next. Tiered, as Lucene's policy of that name: segments of about one size form a tier, a tier may hold
 * `segmentsPerTier` of them, and of all groups of `maxAtOnce` the one wins that is least skewed, smallest and rids most deletes.
 */

export interface MergeCandidate {
  readonly name: string;
  readonly sizeBytes: number;
  readonly docCount: number;
  /** What a merge would keep of them. */
  readonly keptCount: number;
}

export interface TieredOptions {
  readonly segmentsPerTier: number;
  readonly maxAtOnce: number;
  /** Smaller segments count as this large, so that many tiny ones do not stay. */
  readonly floorBytes: number;
  readonly maxMergedBytes: number;
  /** Share of deleted documents, in percent, above which a segment is rewritten alone. */
  readonly deletesPercentAllowed: number;
  /** How much merges are preferred that rid deletions; 0: not at all. */
  readonly reclaimDeletesWeight: number;
  /** Segments with fewer deletions than this, in percent, are left alone when only deletions are to be expunged. */
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

/** Names of the segments to merge into one, or `undefined` when all is well. */
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

/** How many merges the policy wants, one beside the other; no more are counted than `most`. */
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

/** How many segments the tiers hold together for this much data; never less than one tier. */
function allowedCount(bySize: readonly MergeCandidate[], options: TieredOptions): number {
  let bytesLeft = 0;
  for (const segment of bySize) bytesLeft += keptBytes(segment);
  const smallest = bySize.length === 0 ? 0 : keptBytes(bySize[bySize.length - 1]);
  let levelBytes = Math.max(smallest, options.floorBytes);
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

/** Lower is better: the largest segment's share of the merge, then a little for size, then for what deletes it rids. */
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
