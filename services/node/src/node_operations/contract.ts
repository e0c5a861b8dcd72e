/** The reports of nodes about themselves. Plain data. */
import type { ApiError } from '@skein/errors';
import type { FileCacheStats, HttpStats, ProcessInfo, ProcessSample } from '@skein/platform';
import type { ScriptStats } from '@skein/script';
import type { BreakerReport } from '@skein/search_library';
import type { ReceivedStates } from '../coordination_host/mod.js';
import type { StateUpdates } from '../master_service/mod.js';
import type { TrafficReport } from '../node_links/mod.js';
import type { IngestReport } from '../pipeline_runner/mod.js';
import type { PressureReport, ThreadPool } from '../shard_host/mod.js';
import type { SlowLinesReport } from '../slow_lines.js';
import type { HotThreadsOptions } from './hot_threads.js';
import type { MemoryReport } from './memory_owners.js';
import type { NodeFacts } from './node_facts.js';
import type { RestUsageReport } from './rest_usage.js';
import type { ProfileOrder } from './thread_profile.js';

export interface StatesReport {
  readonly received: ReceivedStates;
  readonly published: StateUpdates;
}

/** Response figures of one node, as shown by `_nodes/stats`. */
export interface NodeResponse {
  readonly nodeId: string;
  readonly outstanding: number;
  readonly queue: number;
  readonly serviceMs: number;
  readonly responseMs: number;
  readonly rank: number;
}

interface TimedSearches {
  readonly timeMs: number;
  readonly total: number;
}

export interface SearchTimesReport {
  readonly took: TimedSearches;
  /** Whole searches under way. */
  readonly current: number;
  /** Phases that no search has had yet are left out. */
  readonly phases: readonly (readonly [name: string, TimedSearches])[];
}

export interface NodeWork {
  readonly traffic: TrafficReport;
  readonly states: StatesReport;
  readonly responses: readonly NodeResponse[];
  readonly pressure: PressureReport;
  /** Writes by class of their status, as `2xx`. Nodes of older versions tell none. */
  readonly documentStatuses?: readonly (readonly [family: string, count: number])[];
  /** Searches that this node coordinated. Nodes of older versions tell none. */
  readonly searchTimes?: SearchTimesReport;
  /** The newest lines of slow logs. Nodes of older versions tell none. */
  readonly slowLines?: SlowLinesReport;
}

export interface NodeReport {
  /** Wall clock of the reporting node, in milliseconds. */
  readonly atMs: number;
  readonly facts: NodeFacts;
  readonly process: ProcessInfo;
  readonly sample: ProcessSample;
  readonly http: HttpStats;
  /** Traffic between this node and others. */
  readonly work: NodeWork;
  /** Number of requests answered with a 5xx, by error type. */
  readonly failedRequests: readonly (readonly [type: string, count: number])[];
  /** Nodes of older versions tell none. */
  readonly memory?: MemoryReport;
  readonly breakers: readonly BreakerReport[];
  readonly threadPools: readonly ThreadPool[];
  readonly usage: RestUsageReport;
  /** Counts of aggregations by type and kind of values; absent: the node is of an older build. */
  readonly aggregations?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Counts of ingest pipelines. */
  readonly ingest: IngestReport;
  /** Counts of scripts, by context. */
  readonly scripts: readonly (readonly [context: string, ScriptStats])[];
  readonly fileCache: FileCacheStats & { readonly limitBytes: number };
}

export interface NodeReports {
  readonly reports: readonly NodeReport[];
  /** failed_node_exception errors, with the node's id. */
  readonly failures: readonly ApiError[];
}

export interface ReportOptions {
  /** Timeout for each node; 30 seconds by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface NodeOperations {
  /** The answering node. */
  readonly localNodeId: string;
  /**
   * The report of each node that answers in time, in the order asked, and an error for each other
   * node.
   */
  reports(nodeIds: readonly string[], options?: ReportOptions): Promise<NodeReports>;
  /** The busiest threads of each node, as readable text; nodes that do not answer are left out. */
  hotThreads(
    nodeIds: readonly string[],
    what: HotThreadsOptions,
    options?: ReportOptions,
  ): Promise<readonly string[]>;
  /** The profile of one thread of a node, as JSON text for Chrome's developer tools. */
  profile(nodeId: string, order: ProfileOrder, options?: ReportOptions): Promise<string>;
  /**
   * Resolves when all responding nodes have applied this version of the cluster state, so that a
   * later request to any of them sees it.
   */
  applied(version: number, options?: ReportOptions): Promise<void>;
}
