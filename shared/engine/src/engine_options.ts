/** What an engine is built from: its place, its rules, and what it may ask of the world. */
import type { Clock, Log, Random } from '@skein/base';
import type {
  Directory,
  DocumentFilter,
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

/** Copies of shards of another index beside a new shard, to begin with their documents. */
export interface LocalShards {
  readonly sources: readonly {
    readonly indexDirectory: Directory;
    /** Generation of a commit that stays until the shard is open. */
    readonly commit: number;
  }[];
  /** Which of them are to be here; absent: all. */
  readonly stays?: DocumentFilter | undefined;
  /** The field with what documents are routed by. */
  readonly routingField: string;
}

export interface EngineOptions {
  readonly shard: ShardIdentity;
  /** Segments and commits. */
  readonly indexDirectory: Directory;
  /** Translog generations and their checkpoints. */
  readonly translogDirectory: Directory;
  readonly primaryTerm: number;
  /** true: both directories are empty and become a new shard. false: recover, a missing commit is an error. */
  readonly create: boolean;
  /** What is recovered is another history from now on: it has lost acknowledged writes. */
  readonly newHistory?: boolean;
  /** The index is to be a copy of a primary's, whose files come (`EngineReplica.install`): operations go into the log only, until this copy becomes primary. */
  readonly follows?: boolean;
  /** With `create`: what the new shard begins with. */
  readonly local?: LocalShards | undefined;
  readonly settings: EngineSettings;
  /** The order in which the documents of each segment are kept; absent: as they come. */
  readonly indexSort?: IndexSort;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Of the index writer; absent, as JavaScript. */
  readonly kernels?: Kernels | undefined;
  /** Told of each document that has been indexed. */
  readonly onIndexed?: ((operation: IndexedOperation) => void) | undefined;
  /** Makes a translog operation's source indexable again: what is recovered, and what other copies have written. */
  readonly prepare: (
    source: Uint8Array,
    meta: { readonly id: string; readonly routing: string | undefined },
  ) => PreparedDocument;
  /**
   * A new point in time is searchable, with all operations up to `maxSeqNo`. The engine keeps its files until `releaseSnapshot` is called with
   * its version.
   */
  readonly onSnapshot: (snapshot: ReaderSnapshot, maxSeqNo: number) => void;
}
