/**
 * Options for opening a shard, besides the request: its place on disk and its connections to the
 * outside.
 */
import type { Clock, Log, Random } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { LocalShards } from '@skein/engine';
import type { ScriptService } from '@skein/script';
import type { Directory, FlushPort, Kernels, MergeJob } from '@skein/search_library';
import type { AnalysisFiles } from './analysis_outside.js';
import type { MappingVersion, OpenShardRequest, ShardEvent } from './calls.js';
import type { CopyPorts } from './replication/copy_ports.js';

export interface ShardOptions {
  readonly request: OpenShardRequest;
  readonly indexDirectory: Directory;
  readonly translogDirectory: Directory;
  /** True if both directories are empty. */
  readonly create: boolean;
  /** With `create`: the shards that it starts from. */
  readonly local?: LocalShards | undefined;
  /** Later operations in batches of translog frames. */
  readonly tail?: Iterable<Uint8Array> | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly scripts: ScriptService;
  /** Absent: there are none. */
  readonly files?: AnalysisFiles;
  /** Current limit of clauses of a query in a client's document; absent: no limit. */
  readonly maxClauseCount?: () => number;
  /** The thread's kernels; absent: JavaScript versions. */
  readonly kernels?: Kernels | undefined;
  /**
   * Resolves when `syncTranslog` has been called on the shard after this moment. The owner calls it
   * once for all pending requests: group commit.
   */
  readonly durable: () => Promise<void>;
  /**
   * Asks the master to merge a dynamic mapping update; resolves with the index's resulting mapping.
   */
  readonly putMapping: (update: JsonObject) => Promise<MappingVersion>;
  /** The connections to the other copies of the shard. */
  readonly copyPorts: CopyPorts;
  /** Runs the merge in a thread that has time; rejects when it failed or was stopped. */
  readonly merge: (job: MergeJob) => Promise<void>;
  /** Writes full index buffers in another thread; absent: this one writes them. */
  readonly flushElsewhere?: FlushPort | undefined;
  /**
   * Called before a client's document is parsed or indexed, and in the same turn when that is over.
   */
  readonly documents?: { begin(id: string): void; end(): void } | undefined;
  readonly onEvent: (event: ShardEvent) => void;
}
