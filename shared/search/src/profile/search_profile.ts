/** The times of a search on one shard, as plain data. */
import type { AggregationProfile } from '@skein/aggregations';
import type { QueryProfile } from '@skein/search_library';

export interface FetchProfile {
  readonly type: string;
  readonly nanos: number;
  /** Nanoseconds and counts by name. */
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children: readonly FetchProfile[];
}

export interface SearchProfile {
  readonly queries: readonly QueryProfile[];
  readonly rewriteNanos: number;
  readonly collector: CollectorProfile;
  readonly aggregations: readonly AggregationProfile[];
  /** The times at which the shard began and finished, on the wall clock. */
  readonly beganMs: number;
  readonly endedMs: number;
}

export interface CollectorProfile {
  readonly name: string;
  readonly reason: string;
  readonly nanos: number;
  readonly children: readonly CollectorProfile[];
}
