/** Documents through ingest pipelines, before they are written. */
import type { ClusterState } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Identity } from '../security/mod.js';
import type { ThreadPool, WriteBatch } from '../shard_host/mod.js';

export interface RunOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Wall clock at the request's arrival: date math in index names. */
  readonly nowMs: number;
}

export interface IngestedBatch {
  /** The same items, as their pipelines left them; those that failed are refused. */
  readonly batch: WriteBatch;
  /** Items that are not to be written, which is no failure. */
  readonly dropped: ReadonlySet<number>;
}

/** Of documents, of failures, of milliseconds. */
export interface ShownCount {
  readonly count: number;
  readonly failed: number;
  readonly timeMs: number;
}

export interface ProcessorReport extends ShownCount {
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
  /** `undefined`: no item has a pipeline to go through. */
  run(batch: WriteBatch, options: RunOptions): Promise<IngestedBatch> | undefined;
  /** The answer of `_simulate`, JSON. */
  simulate(request: {
    readonly body: Uint8Array;
    /** Of a stored pipeline; else the body has one. */
    readonly id: string | undefined;
    readonly verbose: boolean;
  }): Promise<Uint8Array>;
  /** The source of a pipeline that can be kept; rejects with what is wrong with it. */
  check(id: string, body: Uint8Array): Promise<JsonObject>;
  report(): IngestReport;
  threadPool(): ThreadPool;
  /** A new cluster state. */
  apply(previous: ClusterState, next: ClusterState): void;
  stop(): Promise<void>;
}
