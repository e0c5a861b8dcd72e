/** The calls that the shards on this node answer. */
import type { ClusterState } from '@skein/cluster';
import type { PlainError } from '@skein/errors';
import type { AggregationUses } from '@skein/search';
import type {
  CopyCalls,
  GetRequest,
  GetResult,
  SearchCalls,
  ShardlessCalls,
  WriteCalls,
} from '@skein/shard';
import type { PackedBulk, PackedReply } from './packed_bulk.js';
import type { ShardRecovery } from './replication/replication_calls.js';
import type { ThreadPool } from './threads/thread_pool.js';

export interface ShardPlace {
  readonly indexUuid: string;
  readonly shardId: number;
}

export interface HeldShardFiles {
  /** The shard's folder. */
  readonly path: string;
  /** Generation of the commit; undefined if nothing writes there, so that the newest counts. */
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
  /** Executes a bulk packed in columns. The packed bodies are transferred to the thread. */
  bulk(packed: PackedBulk): Promise<PackedReply>;
  call<K extends Exclude<keyof WriteCalls, 'bulk'>>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']>;
}

/** Reads documents of one started shard by id. */
export interface ShardReader {
  /** Returns synchronously if every write so far is published. Throws the engine's errors. */
  get(request: GetRequest): GetResult | Promise<GetResult>;
  /** Like `get`, but always reads in the engine thread: for many documents at once. */
  getInEngine(request: GetRequest): Promise<GetResult>;
}

/**
 * One shard at one point in time, pinned: query and fetch phase see the same documents under the
 * same numbers. The holder must call `release`, once.
 */
export interface PinnedShard {
  /** True if the shard and its files are no longer on this node. */
  isLost(): boolean;
  call<K extends keyof SearchCalls>(
    kind: K,
    request: SearchCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<SearchCalls[K]['reply']>;
  release(): void;
}

/** The purpose of a pin: `search` lasts for one request, the others until they are closed. */
export type PinPurpose = 'search' | 'scroll' | 'point_in_time';

export interface ShardHost {
  /** Makes one call on each of the shards. The outcomes are in the order of `shards`. */
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
  /**
   * Runs scripts and analysis that need no shard in a search thread, since neither may run on the
   * main thread.
   */
  runShardless<K extends keyof ShardlessCalls>(
    kind: K,
    request: ShardlessCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<ShardlessCalls[K]['reply']>;
  /**
   * Disk space that the files of started shards take. For a shard in use the number may be some
   * seconds old.
   */
  sizes(): readonly ShardSize[];
  /** Number of searches that wait for a thread. */
  searchQueue(): number;
  /** Recovery state of the open copies of these indices. */
  recoveries(indexUuids: ReadonlySet<string>): Promise<readonly ShardRecovery[]>;
  /**
   * Holds the files of a shard's newest commit, with every acknowledged operation, until they are
   * let go. Throws `no_shard_available_action_exception` when the shard is not started here.
   */
  holdCommit(indexUuid: string, shardId: number): Promise<HeldShardFiles>;
  /** How often searches of this node ran each type of aggregation. */
  aggregationUses(): AggregationUses['report'];
  /** Thread pools with their statistics, by name. */
  threadPools(): readonly ThreadPool[];
  /**
   * Brings the shards of this node in line with a new applied state. Called for every state, in
   * order. It returns at once; the work it starts goes on in the background and reports to the
   * master.
   */
  apply(previous: ClusterState, next: ClusterState): void;
  /** Closes every shard durably and ends the threads. */
  stop(): Promise<void>;
}
