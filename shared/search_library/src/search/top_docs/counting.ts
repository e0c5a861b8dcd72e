/** Counts matches up to a limit, without iterating if the weight knows the number. */
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { countByKernel } from '../kernels/run_kernel.js';
import type { Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import { BATCH_DOCS, walkSegmentDocs } from './walk_docs.js';

/** The exact number of live matches when the weight knows it for every segment, else -1. */
export function knownCount(searcher: IndexSearcher, weight: Weight): number {
  let total = 0;
  for (const segment of searcher.segments) {
    const count = weight.count(segment);
    if (count < 0) return -1;
    total += count;
  }
  return total;
}

/** Matches counted so far; a search may stop once there are more than `limit`. */
export class Tally {
  readonly limit: number;
  count = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get room(): number {
    return this.limit - this.count;
  }
}

/** The number of live matches. */
export function countAll(searcher: IndexSearcher, weight: Weight): number {
  const tally = new Tally(Number.POSITIVE_INFINITY);
  countUpTo(searcher, weight, tally);
  return tally.count;
}

/**
 * Counts the live matches, possibly stopping beyond the limit. When it throws, the tally has the
 * count so far.
 */
export function countUpTo(searcher: IndexSearcher, weight: Weight, tally: Tally): void {
  const known = knownCount(searcher, weight);
  if (known >= 0) {
    tally.count = known;
    return;
  }
  const { kernelSearch } = searcher;
  for (const segment of searcher.segments) {
    searcher.checkCancelled();
    const byKernel = kernelSearch && countByKernel(kernelSearch, weight, segment, tally.room);
    if (byKernel !== undefined) {
      tally.count += byKernel.hits;
      if (byKernel.outOfTime !== undefined) throw byKernel.outOfTime;
    } else {
      const scorer = weight.scorerSupplier(segment)?.get(Number.POSITIVE_INFINITY);
      if (scorer !== undefined) countSegment(searcher, segment.liveDocs, scorer, tally);
    }
    if (tally.room < 0) return;
  }
}

function countSegment(
  searcher: IndexSearcher,
  live: Uint32Array | null,
  scorer: Scorer,
  tally: Tally,
): void {
  if (scorer.countLive !== undefined) {
    tally.count += scorer.countLive(live, tally.room, () => searcher.checkCancelled());
    return;
  }
  walkSegmentDocs(
    { searcher, live, scorer, docs: new Uint32Array(BATCH_DOCS) },
    {
      next: (doc) => doc,
      stretchEnd: () => NO_MORE_DOCS,
      visit(_docs, matches) {
        tally.count += matches;
        return tally.room >= 0;
      },
    },
  );
}
