/** What shards can be asked wherever they are. */
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

/** For whom a shard is asked. */
export interface Asker {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

/** An active copy of a shard. */
export interface ActiveCopy {
  readonly shard: ShardOfIndex;
  readonly nodeId: string;
  readonly copy: ShardCopy;
}

export interface CopyTarget {
  readonly index: string;
  readonly shardId: number;
  /** `undefined` of a copy that is nowhere. */
  readonly nodeId: string | undefined;
  readonly primary: boolean;
}

export type CopyOutcome<T> =
  | { readonly target: CopyTarget; readonly ok: true; readonly reply: T }
  | { readonly target: CopyTarget; readonly ok: false; readonly error: PlainError };

/**
 * The replies of every active copy, in index and shard order; `total` counts the copies there
 * should be.
 */
export interface BroadcastResult<T> {
  readonly total: number;
  readonly outcomes: readonly CopyOutcome<T>[];
}

export interface BroadcastOptions extends Asker {
  /** Replicas are not asked, nor counted. */
  readonly primariesOnly?: boolean;
}

export interface PrimaryWrite {
  readonly shard: ShardOfIndex;
  /** Copies that must be active, the primary counted. */
  readonly activeCopies: number;
  readonly identity: Identity;
}

export interface ShardRouter {
  readonly localNodeId: string;
  /**
   * The active copies of a shard, the best to read from first. Throws illegal_argument_exception
   * for a preference that is none, and no_shard_available_action_exception when no copy is left.
   */
  copies(
    state: ClusterState,
    shard: ShardOfIndex,
    preference?: string | undefined,
  ): readonly [ActiveCopy, ...ActiveCopy[]];
  /**
   * The newest point in time of a copy. One elsewhere is pinned with the first call. Throws when it
   * is not started here.
   */
  pin(copy: ActiveCopy, identity: Identity): PinnedShard;
  /** Pinned when it resolves: for points in time that outlive their request. */
  pinNow(copy: ActiveCopy, asker: Asker, purpose: PinPurpose): Promise<PinnedShard>;
  /** Throws when the copy is not started here. */
  read(copy: ActiveCopy, asker: Asker): ShardReader;
  /**
   * Writes to the primary as `state` has it. Rejects with retry_on_primary_exception when it is no
   * more, and with the errors of a broken connection, after which the write may have happened.
   */
  write(state: ClusterState, packed: PackedBulk, write: PrimaryWrite): Promise<PackedReply>;
  /** One call on every active copy of the given concrete indices. */
  broadcast<K extends BroadcastCall>(
    call: K,
    indices: readonly string[],
    request: CopyCalls[K]['request'],
    options: BroadcastOptions,
  ): Promise<BroadcastResult<CopyCalls[K]['reply']>>;
}
