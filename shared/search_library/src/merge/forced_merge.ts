/**
 * Computes the remaining steps of a forced merge, which either merges down to a number of segments
 * or rewrites segments with many deletions. It considers only the segments that existed when it
 * began and the segments merged from them, so it ends even while writes continue. Pure.
 */
import { deletedPercent, type MergeCandidate } from './tiered.js';

interface ForcedMergeOptions {
  readonly maxSegments: number;
  /** If given, each segment with more deletions than this, in percent, is rewritten instead. */
  readonly expungeAbovePercent: number | undefined;
}

/** A merged segment has to stay below the 4 GiB a segment file may have. */
const MAX_FORCED_BYTES = 3 * 1024 * 1024 * 1024;

export class ForcedMerge {
  readonly #options: ForcedMergeOptions;
  readonly #names: Set<string>;
  /** Segments made by this merge, whose later deletions are ignored. */
  readonly #made = new Set<string>();

  constructor(options: ForcedMergeOptions, names: Iterable<string>) {
    this.#options = options;
    this.#names = new Set(names);
  }

  /** Names of the segments to merge next; `undefined` when all is done. */
  next(segments: readonly MergeCandidate[]): string[] | undefined {
    const own = segments.filter(({ name }) => this.#names.has(name));
    const { maxSegments, expungeAbovePercent } = this.#options;
    const group = expungeAbovePercent === undefined ? smallest(own, maxSegments) : [];
    if (group.length > 1) return group;
    const limit = expungeAbovePercent ?? 0;
    const worst = own.find((each) => !this.#made.has(each.name) && deletedPercent(each) > limit);
    return worst && [worst.name];
  }

  made(name: string): void {
    this.#names.add(name);
    this.#made.add(name);
  }
}

/** The smallest segments whose merge into one leaves no more than `maxSegments`. */
function smallest(segments: readonly MergeCandidate[], maxSegments: number): string[] {
  const excess = segments.length - Math.max(1, maxSegments);
  if (excess <= 0) return [];
  let bytes = 0;
  const fitting = [...segments]
    .sort((a, b) => a.sizeBytes - b.sizeBytes)
    .slice(0, excess + 1)
    .filter(({ sizeBytes }) => {
      bytes += sizeBytes;
      return bytes <= MAX_FORCED_BYTES;
    });
  return fitting.map(({ name }) => name);
}
