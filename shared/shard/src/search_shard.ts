/** `SearchCalls` over one point in time of a shard. */
import type { Clock } from '@skein/base';
import {
  type ExecutionEnvironment,
  executeFetchPhase,
  executeQueryPhase,
  type ShardContext,
  type ShardFetchRequest,
  type ShardFetchResult,
  type ShardQueryResult,
  type ShardSearchRequest,
} from '@skein/search';
import {
  type Directory,
  openSegments,
  type ReaderSnapshot,
  type SegmentReader,
} from '@skein/search_library';
import type { IndexContextCache } from './index_context_cache.js';

export interface SearchShardOptions {
  readonly snapshot: ReaderSnapshot;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly indexContexts: IndexContextCache;
}

export class SearchShard {
  readonly #clock: Clock;
  readonly #snapshotVersion: number;
  readonly #segments: readonly SegmentReader[];
  readonly #indexContexts: IndexContextCache;

  constructor({ snapshot, directory, clock, indexContexts }: SearchShardOptions) {
    this.#clock = clock;
    this.#indexContexts = indexContexts;
    this.#snapshotVersion = snapshot.version;
    this.#segments = openSegments(snapshot, directory);
  }

  query(request: ShardSearchRequest, isCancelled: () => boolean): ShardQueryResult {
    return executeQueryPhase(request, this.#environment(request.context, isCancelled));
  }

  fetch(request: ShardFetchRequest, isCancelled: () => boolean): ShardFetchResult {
    return executeFetchPhase(request, this.#environment(request.context, isCancelled));
  }

  #environment(context: ShardContext, isCancelled: () => boolean): ExecutionEnvironment {
    return {
      reader: { snapshotVersion: this.#snapshotVersion, segments: this.#segments },
      index: this.#indexContexts.get(context),
      clock: this.#clock,
      isCancelled,
    };
  }
}
