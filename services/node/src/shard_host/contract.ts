/** What the shards on this node can be asked. */
import type { ClusterState } from '@skein/cluster';
import type { PlainError } from '@skein/errors';
import type {
  CopyCalls,
  GetRequest,
  GetResult,
  SearchCalls,
  ShardlessCalls,
  WriteCalls,
} from '@skein/shard';
import type { PackedBulk, PackedReply } from './packed_bulk.js';
import type { ShardRecovery } from './replication_calls.js';
import type { ThreadPool } from './thread_pool.js';

export interface ShardPlace {
  readonly indexUuid: string;
  readonly shardId: number;
}

export interface HeldShardFiles {
  /** Folder of the shard. */
  readonly path: string;
  /** Generation; undefined: nobody writes there, and the newest counts. */
  readonly commit: number | undefined;
  letGo(): void;
}

export interface ShardSize extends ShardPlace {
  readonly bytes: number;
}

export type ShardOutcome<T> =
  | { readonly ok: true; readonly reply: T }
  | { readonly ok: false; readonly error: PlainError };

export type BroadcastCall = keyof CopyCalls;

/** The write side of one started shard, in its engine thread. */
export interface ShardWriter {
  /** A bulk as columns; hands over the packed bodies. */
  bulk(packed: PackedBulk): Promise<PackedReply>;
  call<K extends Exclude<keyof WriteCalls, 'bulk'>>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']>;
}

/** Documents of one started shard by their ids. */
export interface ShardReader {
  /** At once when every write so far is published. Throws as the engine does. */
  get(request: GetRequest): GetResult | Promise<GetResult>;
  /** The same, never read in this thread: for many documents at once. */
  getInEngine(request: GetRequest): Promise<GetResult>;
}

/**
 * One shard at one point in time, pinned: query and fetch phase see the same documents under the same numbers. Whoever takes one must
 * `release` it, once.
 */
export interface PinnedShard {
  /** The shard is not here any more: neither are its files. */
  isLost(): boolean;
  call<K extends keyof SearchCalls>(
    kind: K,
    request: SearchCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<SearchCalls[K]['reply']>;
  release(): void;
}

/** What a shard is pinned for: `search` for one request, the others until they are closed. */
export type PinPurpose = 'search' | 'scroll' | 'point_in_time';

export interface ShardHost {
  /** One call on each of the shards, whose outcomes come in this order. */
  callEach<K extends BroadcastCall>(
    call: K,
    shards: readonly ShardPlace[],
    request: CopyCalls[K]['request'],
  ): Promise<readonly ShardOutcome<CopyCalls[K]['reply']>[]>;
  /** Throws `no_shard_available_action_exception` when the shard is not started here. */
  write(indexUuid: string, shardId: number): ShardWriter;
  /** Throws `no_shard_available_action_exception` when the shard is not started here. */
  read(indexUuid: string, shardId: number): ShardReader;
  /** Throws `no_shard_available_action_exception` when the shard is not started here. */
  search(indexUuid: string, shardId: number, purpose?: PinPurpose): PinnedShard;
  /** Scripts and analysis apart from any shard, in a search thread: neither runs on the main thread. */
  runShardless<K extends keyof ShardlessCalls>(
    kind: K,
    request: ShardlessCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<ShardlessCalls[K]['reply']>;
  /** The room that the files of started shards take; of a shard in use it may be some seconds old. */
  sizes(): readonly ShardSize[];
  /** Searches that wait for a thread. */
  searchQueue(): number;
  /** How the open copies of these indices came to what they have. */
  recoveries(indexUuids: ReadonlySet<string>): Promise<readonly ShardRecovery[]>;
  /**
   * The files of a shard's newest commit, with all that was acknowledged, which stay until they are let go. Throws `no_shard_available_action_exception` when the
   * shard is not started here.
   */
  holdCommit(indexUuid: string, shardId: number): Promise<HeldShardFiles>;
  /** By name. */
  threadPools(): readonly ThreadPool[];
  /**
   * Brings the shards of this node in line with a new applied state. Called for every state, in order; returns at once, what it starts goes on by
   * itself and reports to the master.
   */
  apply(previous: ClusterState, next: ClusterState): void;
  /** Closes every shard durably and ends the threads. */
  stop(): Promise<void>;
}
