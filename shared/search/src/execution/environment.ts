/** What one shard's query and fetch phases run on. Everything is synchronous; the caller owns threads and the pinning of snapshots. */
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

/** An index as the search language sees it, made once a mapping and settings version. */
export interface IndexContext {
  readonly index: string;
  readonly mapping: SearchMapping;
  readonly analysis: AnalysisRegistry;
  /** Flat keys, `index.…`. */
  readonly settings: ReadonlyMap<string, string>;
  /** How documents are read, where `mapping` is not the whole of it. */
  readonly documents?: IndexMapping | undefined;
  /** `indices.query.bool.max_clause_count`; absent: the standard. */
  readonly maxClauseCount?: number | undefined;
}

/** A point in time of the shard, opened. */
export interface ShardReader {
  readonly snapshotVersion: number;
  readonly segments: readonly SegmentReader[];
}

/** A phase that is over. */
export interface SearchedPhase {
  readonly request: SearchRequest;
  readonly asked: AskedSearch;
  /** `undefined`: not counted, or not known in this phase. */
  readonly total: TotalHits | undefined;
  readonly tookMs: number;
}

/** Told of each phase that has not failed. */
export interface PhaseListener {
  query(phase: SearchedPhase): void;
  fetch(phase: SearchedPhase): void;
}

export interface ExecutionEnvironment {
  readonly reader: ShardReader;
  readonly index: IndexContext;
  readonly clock: Clock;
  readonly scripts: ScriptService;
  /** Absent: hits that are explained do not say it. */
  readonly origin?: ShardOrigin | undefined;
  /** Those of the thread; absent: queries do without. */
  readonly kernels?: Kernels | undefined;
  /** Instead of the request's; absent: the request's, or those of the shard. */
  readonly statistics?: StatisticsSource;
  /** The caller is not to see all documents of the index. */
  readonly hidesDocuments?: boolean;
  /** Asked every thousand documents or so; true stops the search with `task_cancelled_exception`. */
  readonly isCancelled?: () => boolean;
  /** Those of the thread; absent: each search is read anew. */
  readonly plans?: PlanCache | undefined;
  /** Stands for the point in time and the version of the index, of who sees all of it; absent: each search is prepared anew. */
  readonly point?: object | undefined;
  /** Has the segments of this search looked at by other threads as well. Absent: there are none. */
  readonly share?: ShareSegments | undefined;
  /** Absent: nobody wants to know, and fetch phases are not timed. */
  readonly phases?: PhaseListener | undefined;
}
