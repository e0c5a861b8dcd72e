/**
 * The environment of one shard's query and fetch phases. Everything is synchronous; the caller owns
 * threads and keeps snapshots open.
 */
import type { AggregationUses } from '@skein/aggregations';
import type { AnalysisRegistry } from '@skein/analysis';
import type { Clock } from '@skein/base';
import type { IndexMapping } from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import type { Kernels, SegmentReader, StatisticsSource, TotalHits } from '@skein/search_library';
import type { PlanCache } from '../plan/plan_cache.js';
import type { SearchRequest } from '../request/search_request.js';
import type { AskedSearch, ShardOrigin } from '../shard_messages.js';
import type { SearchMapping } from './search_mapping.js';
import type { ShareSegments } from './segment_help.js';

/**
 * An index as the search language sees it, created once per version of mapping, settings and
 * aliases.
 */
export interface IndexContext {
  readonly index: string;
  /** The names of its aliases; none if absent. */
  readonly aliases?: readonly string[] | undefined;
  readonly mapping: SearchMapping;
  readonly analysis: AnalysisRegistry;
  /** Settings by flat key, `index.…`. */
  readonly settings: ReadonlyMap<string, string>;
  /** The full mapping that parses documents, needed where `mapping` is not enough. */
  readonly documents?: IndexMapping | undefined;
  /** `indices.query.bool.max_clause_count`; the default if absent. */
  readonly maxClauseCount?: number | undefined;
}

/** An open point in time of the shard. */
export interface ShardReader {
  readonly snapshotVersion: number;
  readonly segments: readonly SegmentReader[];
}

/** A completed phase. */
export interface SearchedPhase {
  readonly request: SearchRequest;
  readonly asked: AskedSearch;
  /** The total number of hits; `undefined` if not counted or not known in this phase. */
  readonly total: TotalHits | undefined;
  readonly tookMs: number;
}

/** Is notified of each phase that succeeds. */
export interface PhaseListener {
  query(phase: SearchedPhase): void;
  fetch(phase: SearchedPhase): void;
}

export interface ExecutionEnvironment {
  readonly reader: ShardReader;
  readonly index: IndexContext;
  readonly clock: Clock;
  readonly scripts: ScriptService;
  /** The shard and node that explained hits name; if absent, they name none. */
  readonly origin?: ShardOrigin | undefined;
  /** The thread's kernels; queries run without if absent. */
  readonly kernels?: Kernels | undefined;
  /**
   * Statistics that replace the request's. If absent, the request's own or the shard's statistics
   * are used.
   */
  readonly statistics?: StatisticsSource;
  /** True if the caller may not see all documents of the index. */
  readonly hidesDocuments?: boolean;
  /**
   * Called about every thousand documents; true stops the search with `task_cancelled_exception`.
   */
  readonly isCancelled?: () => boolean;
  /** The thread's cache of plans; if absent, each search is parsed anew. */
  readonly plans?: PlanCache | undefined;
  /**
   * Identifies the point in time and the index's version for callers who see all documents; if
   * absent, each search is prepared anew.
   */
  readonly point?: object | undefined;
  /** Counts the aggregations of searches; absent if nobody asks. */
  readonly uses?: Pick<AggregationUses, 'count'> | undefined;
  /** Lets other threads process segments of this search too; absent if there are none. */
  readonly share?: ShareSegments | undefined;
  /** The listener for completed phases; if absent, fetch phases are not timed. */
  readonly phases?: PhaseListener | undefined;
}
