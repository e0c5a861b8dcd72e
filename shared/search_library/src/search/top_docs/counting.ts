/** Counts matches up to a limit, without walking where the weight knows. */
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

/** The number of live matches; when it is beyond `limit`, some number beyond `limit`. */
export function countUpTo(searcher: IndexSearcher, weight: Weight, limit: number): number {
  const known = knownCount(searcher, weight);
  if (known >= 0) return known;
  let count = 0;
  for (const segment of searcher.segments) {
    searcher.checkCancelled();
    const { kernelSearch } = searcher;
    const byKernel = kernelSearch
      ? countByKernel(kernelSearch, weight, segment, limit - count)
      : -1;
    if (byKernel >= 0) {
      count += byKernel;
      if (count > limit) break;
      continue;
    }
    const scorer = weight.scorerSupplier(segment)?.get(Number.POSITIVE_INFINITY);
    if (scorer !== undefined) {
      count += countSegment(searcher, segment.liveDocs, scorer, limit - count);
    }
    if (count > limit) break;
  }
  return count;
}

function countSegment(
  searcher: IndexSearcher,
  live: Uint32Array | null,
  scorer: Scorer,
  limit: number,
): number {
  if (scorer.countLive !== undefined) {
    return scorer.countLive(live, limit, () => searcher.checkCancelled());
  }
  let count = 0;
  walkSegmentDocs(
    { searcher, live, scorer, docs: new Uint32Array(BATCH_DOCS) },
    {
      next: (doc) => doc,
      stretchEnd: () => NO_MORE_DOCS,
      visit(_docs, matches) {
        count += matches;
        return count <= limit;
      },
    },
  );
  return count;
}
