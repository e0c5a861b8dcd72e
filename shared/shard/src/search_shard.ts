/** Answers `SearchCalls` over one point in time of a shard. */
import type { Clock, Log } from '@skein/base';
import type { ScriptService } from '@skein/script';
import {
  type AggregationUses,
  canMatchShard,
  type ExecutionEnvironment,
  executeDfsPhase,
  executeFetchPhase,
  executeSearch,
  explainDocument,
  type HelpedPart,
  helpSearch,
  type IndexContext,
  listTerms,
  PlanCache,
  type SearchWork,
  type Seen,
  type ShardCanMatchRequest,
  type ShardCanMatchResult,
  type ShardExplainRequest,
  type ShardExplainResult,
  type ShardFetchRequest,
  type ShardFetchResult,
  type ShardOrigin,
  type ShardSearchCall,
  type ShardSearchReply,
  type ShardSearchRequest,
  type ShardTermsRequest,
  type ShardTermsResult,
  type ShardTermVectorsRequest,
  type ShardTermVectorsResult,
  type ShardValidateRequest,
  type ShardValidateResult,
  type SharedSegments,
  type ShareSegments,
  termVectors,
  validateQuery,
  visibleEnvironment,
} from '@skein/search';
import {
  type CorpusStatistics,
  type Directory,
  type Kernels,
  openSegments,
  type ReaderSnapshot,
  type SegmentFigures,
  type SegmentReader,
  type SegmentSpace,
  snapshotFigures,
} from '@skein/search_library';
import type { GetResult, SeenGetRequest } from './calls.js';
import { getSeenDocument } from './operations/get_seen.js';
import { searchSlowLog } from './slow_log/search_slow_log.js';

export interface SearchShardOptions {
  readonly snapshot: ReaderSnapshot;
  readonly origin: ShardOrigin;
  /** Log for slow searches. */
  readonly log: Log;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly scripts: ScriptService;
  readonly index: IndexContext;
  /** The kernels of the thread. */
  readonly kernels?: Kernels | undefined;
  /** The plan cache of the thread; absent: this point in time has its own. */
  readonly plans?: PlanCache | undefined;
  /** The counts of aggregations of the node; absent: nothing is counted. */
  readonly uses?: Pick<AggregationUses, 'count'> | undefined;
  /** Another point in time of the shard, whose opened segments are shared. */
  readonly sibling?: SearchShard | undefined;
  /** Absent: the thread's space. */
  readonly space?: SegmentSpace | undefined;
}

export class SearchShard {
  readonly directory: Directory;
  #index: IndexContext;
  readonly #plans: PlanCache;
  /** An identity that changes when the index changes. */
  #point = {};
  readonly #origin: ShardOrigin;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #scripts: ScriptService;
  readonly #kernels: Kernels | undefined;
  readonly #snapshot: ReaderSnapshot;
  readonly #uses: Pick<AggregationUses, 'count'> | undefined;
  readonly #segments: readonly SegmentReader[];

  constructor(options: SearchShardOptions) {
    const { snapshot, origin, log, directory, clock, scripts, index, kernels, sibling, space } =
      options;
    this.#index = index;
    this.#plans = options.plans ?? new PlanCache();
    this.directory = directory;
    this.#origin = { shardId: origin.shardId, nodeId: origin.nodeId };
    this.#log = log;
    this.#clock = clock;
    this.#scripts = scripts;
    this.#kernels = kernels;
    this.#snapshot = snapshot;
    this.#uses = options.uses;
    this.#segments = openSegments(snapshot, directory, {
      previous: sibling === undefined ? undefined : sibling.#segments,
      space,
    });
  }

  /** The current index: mapping and settings may change while the documents do not. */
  get index(): IndexContext {
    return this.#index;
  }

  set index(index: IndexContext) {
    if (index === this.#index) return;
    this.#index = index;
    this.#point = {};
  }

  statistics(request: ShardSearchRequest, isCancelled: () => boolean): CorpusStatistics {
    return executeDfsPhase(request, this.#environment(request, isCancelled));
  }

  fetch(request: ShardFetchRequest, isCancelled: () => boolean): ShardFetchResult {
    return executeFetchPhase(request, this.#environment(request, isCancelled));
  }

  /** Executes a search. Bytes in the reply are views of the work's buffer. */
  search(
    request: ShardSearchCall,
    isCancelled: () => boolean,
    { share, ...work }: SearchWork & { readonly share?: ShareSegments },
  ): ShardSearchReply {
    const environment = this.#environment(request, isCancelled);
    return executeSearch(request, share ? { ...environment, share } : environment, work);
  }

  /** Executes some segments of a search that another thread executes. */
  help(
    request: ShardSearchCall,
    isCancelled: () => boolean,
    takes: SharedSegments['takes'],
  ): HelpedPart {
    return helpSearch(request, this.#environment(request, isCancelled), takes);
  }

  explain(request: ShardExplainRequest, isCancelled: () => boolean): ShardExplainResult {
    return explainDocument(request, this.#environment(request, isCancelled));
  }

  termVectors(
    request: ShardTermVectorsRequest,
    isCancelled: () => boolean,
  ): ShardTermVectorsResult {
    return termVectors(request, this.#environment(request, isCancelled));
  }

  validate(request: ShardValidateRequest, isCancelled: () => boolean): ShardValidateResult {
    return validateQuery(request, this.#environment(request, isCancelled));
  }

  listTerms(request: ShardTermsRequest, isCancelled: () => boolean): ShardTermsResult {
    return listTerms(request, this.#environment(request, isCancelled));
  }

  canMatch(request: ShardCanMatchRequest, isCancelled: () => boolean): ShardCanMatchResult {
    return canMatchShard(request, this.#environment(request, isCancelled));
  }

  segments(): readonly SegmentFigures[] {
    return snapshotFigures(this.#snapshot);
  }

  /** A document by its id, as the user may see it. */
  document(request: SeenGetRequest, isCancelled: () => boolean): GetResult {
    return getSeenDocument(request, this.#environment(request, isCancelled));
  }

  /** The environment, limited to what the user may see. */
  #environment(
    { visibility, nowMs }: Seen & { readonly nowMs: number },
    isCancelled: () => boolean,
  ): ExecutionEnvironment {
    const all = {
      reader: { snapshotVersion: this.#snapshot.version, segments: this.#segments },
      index: this.#index,
      clock: this.#clock,
      scripts: this.#scripts,
      origin: this.#origin,
      kernels: this.#kernels,
      isCancelled,
      plans: this.#plans,
      point: this.#point,
      uses: this.#uses,
      phases: searchSlowLog(this.#index.settings, {
        index: this.#index.index,
        shardId: this.#origin.shardId,
        log: this.#log,
      }),
    };
    return visibleEnvironment(all, visibility, nowMs);
  }
}
