/** `SearchCalls` over one point in time of a shard. */
import type { Clock } from '@skein/base';
import type { JsonBuffer } from '@skein/content';
import type { ScriptService } from '@skein/script';
import {
  answerOneShard,
  canMatchShard,
  type ExecutionEnvironment,
  executeDfsPhase,
  executeFetchPhase,
  executeQueryPhase,
  executeSearch,
  explainDocument,
  type IndexContext,
  type OneShardAnswer,
  type OneShardSearch,
  type ShardCanMatchRequest,
  type ShardCanMatchResult,
  type ShardExplainRequest,
  type ShardExplainResult,
  type ShardFetchRequest,
  type ShardFetchResult,
  type ShardQueryResult,
  type ShardSearchRequest,
  type ShardSearchResult,
  type ShardTermVectorsRequest,
  type ShardTermVectorsResult,
  type ShardValidateRequest,
  type ShardValidateResult,
  termVectors,
  validateQuery,
} from '@skein/search';
import {
  type CorpusStatistics,
  type Directory,
  type Kernels,
  openSegments,
  type ReaderSnapshot,
  type SegmentReader,
} from '@skein/search_library';

export interface SearchShardOptions {
  readonly snapshot: ReaderSnapshot;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly scripts: ScriptService;
  readonly index: IndexContext;
  /** Those of the thread. */
  readonly kernels?: Kernels | undefined;
  /** Another point in time of the shard, whose opened segments are shared. */
  readonly sibling?: SearchShard | undefined;
}

export class SearchShard {
  /** The index as it is now: mapping and settings may change while the documents do not. */
  index: IndexContext;
  readonly directory: Directory;
  readonly #clock: Clock;
  readonly #scripts: ScriptService;
  readonly #kernels: Kernels | undefined;
  readonly #snapshotVersion: number;
  readonly #segments: readonly SegmentReader[];

  constructor(options: SearchShardOptions) {
    const { snapshot, directory, clock, scripts, index, kernels, sibling } = options;
    this.index = index;
    this.directory = directory;
    this.#clock = clock;
    this.#scripts = scripts;
    this.#kernels = kernels;
    this.#snapshotVersion = snapshot.version;
    this.#segments = openSegments(snapshot, directory, {
      previous: sibling === undefined ? undefined : sibling.#segments,
    });
  }

  statistics(request: ShardSearchRequest, isCancelled: () => boolean): CorpusStatistics {
    return executeDfsPhase(request, this.#environment(isCancelled));
  }

  query(request: ShardSearchRequest, isCancelled: () => boolean): ShardQueryResult {
    return executeQueryPhase(request, this.#environment(isCancelled));
  }

  fetch(request: ShardFetchRequest, isCancelled: () => boolean): ShardFetchResult {
    return executeFetchPhase(request, this.#environment(isCancelled));
  }

  search(request: ShardSearchRequest, isCancelled: () => boolean): ShardSearchResult {
    return executeSearch(request, this.#environment(isCancelled));
  }

  explain(request: ShardExplainRequest, isCancelled: () => boolean): ShardExplainResult {
    return explainDocument(request, this.#environment(isCancelled));
  }

  termVectors(
    request: ShardTermVectorsRequest,
    isCancelled: () => boolean,
  ): ShardTermVectorsResult {
    return termVectors(request, this.#environment(isCancelled));
  }

  validate(request: ShardValidateRequest, isCancelled: () => boolean): ShardValidateResult {
    return validateQuery(request, this.#environment(isCancelled));
  }

  canMatch(request: ShardCanMatchRequest, isCancelled: () => boolean): ShardCanMatchResult {
    return canMatchShard(request, this.#environment(isCancelled));
  }

  /** Reads the request too, and writes the answer to the buffer. */
  answer(search: OneShardSearch, isCancelled: () => boolean, buffer: JsonBuffer): OneShardAnswer {
    return answerOneShard(search, this.#environment(isCancelled), buffer);
  }

  #environment(isCancelled: () => boolean): ExecutionEnvironment {
    return {
      reader: { snapshotVersion: this.#snapshotVersion, segments: this.#segments },
      index: this.index,
      clock: this.#clock,
      scripts: this.#scripts,
      kernels: this.#kernels,
      isCancelled,
    };
  }
}
