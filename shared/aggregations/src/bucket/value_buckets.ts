/**
 * One bucket for each value of an owner's documents, the common collector of `terms` and similar
 * aggregations. A document with several values is counted once in each of their buckets.
 */
import type { IndexSearcher } from '@skein/search_library';
import type { AcceptsKey } from '../options/include_exclude.js';
import type { NumberValues, TermValues } from '../values/resolve_values.js';
import { NumberBuckets } from './number_buckets.js';
import { type Tallying, TermBuckets } from './terms/term_buckets.js';
import type { ValueBuckets } from './value_buckets_type.js';

export type { ReadCounts, ValueBuckets } from './value_buckets_type.js';

interface ValueBucketsOptions {
  readonly countsRepeated?: boolean;
  /** See `Tallying`. If it is absent, buckets are numbered as they are met. */
  readonly tallying?: Tallying | undefined;
}

export function valueBuckets(
  values: NumberValues | TermValues,
  accepts: AcceptsKey | undefined,
  searcher: IndexSearcher,
  { countsRepeated = false, tallying }: ValueBucketsOptions = {},
): ValueBuckets {
  return values.kind === 'term'
    ? new TermBuckets(values.source, { accepts, searcher, tallying })
    : new NumberBuckets(values, accepts, { countsRepeated, searcher });
}
