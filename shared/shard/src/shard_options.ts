/** What a shard is opened with, beyond the request: its place on disk and its ways to the world around it. */
import type { Clock, Log, Random } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { LocalShards } from '@skein/engine';
import type { ScriptService } from '@skein/script';
import type { Directory, Kernels, MergeJob } from '@skein/search_library';
import type { AnalysisFiles } from './analysis_outside.js';
import type { MappingVersion, OpenShardRequest, ShardEvent } from './calls.js';
import type { CopyPorts } from './replication/copy_ports.js';

export interface ShardOptions {
  readonly request: OpenShardRequest;
  readonly indexDirectory: Directory;
  readonly translogDirectory: Directory;
  /** Both are empty. */
  readonly create: boolean;
  /** With `create`: what it begins with. */
  readonly local?: LocalShards | undefined;
  /** Operations that came after, some at a time, as the translog has them. */
  readonly tail?: Iterable<Uint8Array> | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly scripts: ScriptService;
  /** Absent: there are none. */
  readonly files?: AnalysisFiles;
  /** Clauses that a query in a client's document may have, at the moment; absent: any number. */
  readonly maxClauseCount?: () => number;
  /** Of the thread; absent, as JavaScript. */
  readonly kernels?: Kernels | undefined;
  /**
   * Resolves when `syncTranslog` has been called on the shard after this moment. The owner calls it once for all the requests
   * it has at hand: group commit.
   */
  readonly durable: () => Promise<void>;
  /** Has the master merge a dynamic mapping update; answers with the index's mapping as it is then. */
  readonly putMapping: (update: JsonObject) => Promise<MappingVersion>;
  /** The ways to the other copies of the shard. */
  readonly copyPorts: CopyPorts;
  /** Runs the merge in a thread that has time; rejects when it failed or was stopped. */
  readonly merge: (job: MergeJob) => Promise<void>;
  /** Told before a document of a client is parsed or indexed, and in the same turn when that is over; absent: nobody needs to know. */
  readonly documents?: { begin(id: string): void; end(): void } | undefined;
  readonly onEvent: (event: ShardEvent) => void;
}
