/** What nodes tell about themselves. Plain data. */
import type { ApiError } from '@skein/errors';
import type { FileCacheStats, HttpStats, ProcessInfo, ProcessSample } from '@skein/platform';
import type { ScriptStats } from '@skein/script';
import type { BreakerReport } from '@skein/search_library';
import type { ReceivedStates } from '../coordination_host/mod.js';
import type { StateUpdates } from '../master_service/mod.js';
import type { TrafficReport } from '../node_links/mod.js';
import type { IngestReport } from '../pipeline_runner/mod.js';
import type { PressureReport, ThreadPool } from '../shard_host/mod.js';
import type { HotThreadsOptions } from './hot_threads.js';
import type { NodeFacts } from './node_facts.js';
import type { RestUsageReport } from './rest_usage.js';
import type { ProfileOrder } from './thread_profile.js';

export interface StatesReport {
  readonly received: ReceivedStates;
  readonly published: StateUpdates;
}

/** Of one node, as `_nodes/stats` shows it. */
export interface NodeResponse {
  readonly nodeId: string;
  readonly outstanding: number;
  readonly queue: number;
  readonly serviceMs: number;
  readonly responseMs: number;
  readonly rank: number;
}

export interface NodeWork {
  readonly traffic: TrafficReport;
  readonly states: StatesReport;
  readonly responses: readonly NodeResponse[];
  readonly pressure: PressureReport;
}

export interface NodeReport {
  /** Wall clock of the node that tells, milliseconds. */
  readonly atMs: number;
  readonly facts: NodeFacts;
  readonly process: ProcessInfo;
  readonly sample: ProcessSample;
  readonly http: HttpStats;
  /** What passed between this node and others. */
  readonly work: NodeWork;
  /** How many requests were answered with a 5xx, by the error's type. */
  readonly failedRequests: readonly (readonly [type: string, count: number])[];
  readonly breakers: readonly BreakerReport[];
  readonly threadPools: readonly ThreadPool[];
  readonly usage: RestUsageReport;
  /** What pipelines did. */
  readonly ingest: IngestReport;
  /** What scripts did, by context. */
  readonly scripts: readonly (readonly [context: string, ScriptStats])[];
  readonly fileCache: FileCacheStats & { readonly limitBytes: number };
}

export interface NodeReports {
  readonly reports: readonly NodeReport[];
  /** failed_node_exception, with the node's id. */
  readonly failures: readonly ApiError[];
}

export interface ReportOptions {
  /** How long a node may take; else 30 seconds. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface NodeOperations {
  /** The node that answers. */
  readonly localNodeId: string;
  /**
   * A report of each node that answers in time, in the order asked, and an error of each that does
   * not.
   */
  reports(nodeIds: readonly string[], options?: ReportOptions): Promise<NodeReports>;
  /**
   * What the busiest threads of each node are at, as text for people; a node that does not answer
   * has none.
   */
  hotThreads(
    nodeIds: readonly string[],
    what: HotThreadsOptions,
    options?: ReportOptions,
  ): Promise<readonly string[]>;
  /** The profile of a thread of one node, as JSON text for Chrome's developer tools. */
  profile(nodeId: string, order: ProfileOrder, options?: ReportOptions): Promise<string>;
  /**
   * Resolves once all nodes that answer have applied this version of the cluster state: what it
   * says is true wherever one asks next.
   */
  applied(version: number, options?: ReportOptions): Promise<void>;
}
