/** Runs documents through ingest pipelines before they are written. */
import type { ClusterState } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Identity } from '../security/mod.js';
import type { ThreadPool, WriteBatch } from '../shard_host/mod.js';

export interface RunOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Wall clock at the request's arrival, for date math in index names. */
  readonly nowMs: number;
}

export interface IngestedBatch {
  /** The same items after their pipelines; failed ones are refused. */
  readonly batch: WriteBatch;
  /** Positions of dropped items, which are no failures. */
  readonly dropped: ReadonlySet<number>;
}

/** Number of documents, number of failures, and milliseconds. */
export interface ShownCount {
  readonly count: number;
  readonly failed: number;
  readonly timeMs: number;
}

interface ProcessorReport extends ShownCount {
  readonly name: string;
  readonly type: string;
}

export interface PipelineReport extends ShownCount {
  readonly id: string;
  readonly processors: readonly ProcessorReport[];
}

export interface IngestReport {
  readonly total: ShownCount & { readonly current: number };
  readonly pipelines: readonly PipelineReport[];
}

export interface PipelineRunner {
  /** True if documents written under this name go through a default or a final pipeline. */
  hasPipelines(name: string, nowMs: number): boolean;
  /** Undefined if no item has a pipeline. */
  run(batch: WriteBatch, options: RunOptions): Promise<IngestedBatch> | undefined;
  /** The JSON response of `_simulate`. */
  simulate(request: {
    readonly body: Uint8Array;
    /** Id of a stored pipeline; undefined if the body contains one. */
    readonly id: string | undefined;
    readonly verbose: boolean;
  }): Promise<Uint8Array>;
  /** Validates a pipeline and returns its source; rejects with the error. */
  check(id: string, body: Uint8Array): Promise<JsonObject>;
  report(): IngestReport;
  threadPool(): ThreadPool;
  /** Applies a new cluster state. */
  apply(previous: ClusterState, next: ClusterState): void;
  stop(): Promise<void>;
}
