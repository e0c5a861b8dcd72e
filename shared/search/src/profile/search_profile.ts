/** Where the time of a search went at one shard. Plain data. */
import type { AggregationProfile } from '@skein/aggregations';
import type { QueryProfile } from '@skein/search_library';

/** Plain data. */
export interface FetchProfile {
  readonly type: string;
  readonly nanos: number;
  /** Nanoseconds and counts. */
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children: readonly FetchProfile[];
}

/** Plain data. */
export interface SearchProfile {
  readonly queries: readonly QueryProfile[];
  readonly rewriteNanos: number;
  readonly collector: CollectorProfile;
  readonly aggregations: readonly AggregationProfile[];
  /** On the wall clock: when the shard began with it, and when it was done. */
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Plain data. */
export interface CollectorProfile {
  readonly name: string;
  readonly reason: string;
  readonly nanos: number;
  readonly children: readonly CollectorProfile[];
}
