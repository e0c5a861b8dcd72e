/** The calls to shards on any node. */
import type { ClusterState, IndexMetadata, ShardCopy } from '@skein/cluster';
import type { PlainError } from '@skein/errors';
import type { CopyCalls } from '@skein/shard';
import type { NodeLinks } from '../node_links/mod.js';
import type { Identity } from '../security/mod.js';
import type {
  BroadcastCall,
  PackedBulk,
  PackedReply,
  PinnedShard,
  PinPurpose,
  ShardReader,
} from '../shard_host/mod.js';
import type { ShardCalls } from './shard_calls.js';

export type ShardLinks = Pick<
  NodeLinks<ShardCalls>,
  'localNodeId' | 'call' | 'notify' | 'handle' | 'nodes' | 'watch'
>;

export interface ShardOfIndex {
  readonly index: Pick<IndexMetadata, 'name' | 'uuid'>;
  readonly shardId: number;
}

/** The user on whose behalf a shard is called, and the abort signal. */
export interface Asker {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

/** A copy of a shard that is active, or arriving (`arrivingCopies`). */
export interface ReadableCopy {
  readonly shard: ShardOfIndex;
  readonly nodeId: string;
  readonly copy: ShardCopy;
}

export interface CopyTarget {
  readonly index: string;
  readonly shardId: number;
  /** Undefined for an unassigned copy. */
  readonly nodeId: string | undefined;
  readonly primary: boolean;
}

export type CopyOutcome<T> =
  | { readonly target: CopyTarget; readonly ok: true; readonly reply: T }
  | { readonly target: CopyTarget; readonly ok: false; readonly error: PlainError };

/**
 * The outcomes of every active copy, in index and shard order. `total` counts the copies that
 * should exist.
 */
export interface BroadcastResult<T> {
  readonly total: number;
  readonly outcomes: readonly CopyOutcome<T>[];
}

export interface BroadcastOptions extends Asker {
  /** True if replicas are neither asked nor counted. */
  readonly primariesOnly?: boolean;
}

export interface PrimaryWrite {
  readonly shard: ShardOfIndex;
  /** Number of copies that must be active, including the primary. */
  readonly activeCopies: number;
  readonly identity: Identity;
}

export interface ShardRouter {
  readonly localNodeId: string;
  /**
   * The copies of a shard, the best to read from first. Arriving ones are last, as in OpenSearch:
   * the state of this node may be older than theirs. Throws illegal_argument_exception for an
   * invalid preference, and no_shard_available_action_exception when no copy is left.
   */
  copies(
    state: ClusterState,
    shard: ShardOfIndex,
    preference?: string | undefined,
  ): readonly [ReadableCopy, ...ReadableCopy[]];
  /**
   * The newest point in time of a copy. On another node it is pinned with the first call. Throws
   * when the copy is on this node and not started.
   */
  pin(copy: ReadableCopy, identity: Identity): PinnedShard;
  /** Resolves when the copy is pinned: for points in time that outlive their request. */
  pinNow(copy: ReadableCopy, asker: Asker, purpose: PinPurpose): Promise<PinnedShard>;
  /** Throws when the copy is on this node and not started. */
  read(copy: ReadableCopy, asker: Asker): ShardReader;
  /**
   * Writes to the primary that `state` names. Rejects with retry_on_primary_exception if it is no
   * longer the primary, and with the errors of a broken connection, after which the write may have
   * been executed.
   */
  write(state: ClusterState, packed: PackedBulk, write: PrimaryWrite): Promise<PackedReply>;
  /** Makes one call on every active copy of the given concrete indices. */
  broadcast<K extends BroadcastCall>(
    call: K,
    indices: readonly string[],
    request: CopyCalls[K]['request'],
    options: BroadcastOptions,
  ): Promise<BroadcastResult<CopyCalls[K]['reply']>>;
}
