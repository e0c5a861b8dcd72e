/** The results of a search's phases. */
import type { MergedResult, RenderedSearch } from '@skein/search';
import type { FetchedHits } from './fetch_hits.js';
import type { EndedSearch } from './request_slow_log.js';
import type { ShardFailure } from './shard_failures.js';
import type { AnsweredShard } from './shard_queries.js';

/** A page of hits, not yet rendered. */
export interface FoundPage {
  readonly merged: MergedResult;
  readonly hits: readonly Uint8Array[];
  readonly shards: RenderedSearch['shards'];
  readonly answered: readonly AnsweredShard[];
  readonly failures: readonly ShardFailure[];
  readonly each: FetchedHits['each'];
  readonly phasesMs: EndedSearch['phasesMs'];
}
