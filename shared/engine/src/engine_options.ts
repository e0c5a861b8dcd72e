/** The options of an engine: its directories, its settings, and its connections to the outside. */
import type { Clock, Log, Random } from '@skein/base';
import type {
  Directory,
  DocumentFilter,
  FlushPort,
  IndexSort,
  Kernels,
  ReaderSnapshot,
} from '@skein/search_library';
import type { EngineSettings } from './engine_settings.js';
import type { IndexedOperation, PreparedDocument } from './operations.js';

export interface ShardIdentity {
  readonly index: string;
  readonly indexUuid: string;
  readonly shardId: number;
}

/** Copies of another index's shards on the same node, whose documents a new shard starts with. */
export interface LocalShards {
  readonly sources: readonly {
    readonly indexDirectory: Directory;
    /** Generation of a commit that is held until the shard is open. */
    readonly commit: number;
  }[];
  /** Selects the documents that stay in the new shard; absent: all. */
  readonly stays?: DocumentFilter | undefined;
  /** The field that holds the routing value. */
  readonly routingField: string;
}

export interface EngineOptions {
  readonly shard: ShardIdentity;
  /** Directory of segments and commits. */
  readonly indexDirectory: Directory;
  /** Directory of translog generations and their checkpoints. */
  readonly translogDirectory: Directory;
  readonly primaryTerm: number;
  /**
   * True: both directories are empty and become a new shard. False: recovers; a missing commit is
   * an error.
   */
  readonly create: boolean;
  /** True if the recovered data starts a new history because it has lost acknowledged writes. */
  readonly newHistory?: boolean;
  /**
   * True if the index is to be a copy of a primary's, whose files arrive (`EngineReplica.install`):
   * operations go into the log only, until this copy becomes primary.
   */
  readonly follows?: boolean;
  /** With `create`: the shards that the new shard starts from. */
  readonly local?: LocalShards | undefined;
  readonly settings: EngineSettings;
  /** The order of documents in each segment; absent: order of arrival. */
  readonly indexSort?: IndexSort;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Kernels of the index writer; absent: JavaScript versions. */
  readonly kernels?: Kernels | undefined;
  /** Size at which the index buffer is full; absent: the writer's default. */
  readonly bufferBytes?: number;
  /** Writes full index buffers in another thread; absent: this one writes them. */
  readonly flushElsewhere?: FlushPort | undefined;
  /** Called for each indexed document. */
  readonly onIndexed?: ((operation: IndexedOperation) => void) | undefined;
  /**
   * Prepares the source of a translog operation for indexing: in a recovery, and for writes of
   * other copies.
   */
  readonly prepare: (
    source: Uint8Array,
    meta: { readonly id: string; readonly routing: string | undefined },
  ) => PreparedDocument;
  /**
   * Called with a new searchable point in time that has all operations up to `maxSeqNo`. The engine
   * keeps its files until `releaseSnapshot` is called with its version.
   */
  readonly onSnapshot: (snapshot: ReaderSnapshot, maxSeqNo: number) => void;
}
