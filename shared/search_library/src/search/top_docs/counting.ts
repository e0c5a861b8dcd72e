/** Counts matches up to a limit, without walking where the weight knows. */
import type { IndexSearcher } from '../index_searcher.js';
import type { Weight } from '../query.js';
import { walk } from './walk.js';

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
  walk(searcher, weight, {
    segment: () => undefined,
    document: () => ++count <= limit,
  });
  return count;
}
