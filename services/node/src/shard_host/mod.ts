/** The shards on this node, and operations over all the shards of some indices. */
import type { PlainError } from '@skein/errors';
import type { ShardStats, WriteCalls } from '@skein/shard';

export interface ShardTarget {
  readonly index: string;
  readonly shardId: number;
}

export type ShardOutcome<T> =
  | { readonly target: ShardTarget; readonly ok: true; readonly reply: T }
  | { readonly target: ShardTarget; readonly ok: false; readonly error: PlainError };

/** The replies of every shard copy asked, in index and shard order; `total` counts the copies that should have answered. */
export interface BroadcastResult<T> {
  readonly total: number;
  readonly outcomes: readonly ShardOutcome<T>[];
}

export type BroadcastCall = 'refresh' | 'flush' | 'force_merge' | 'stats';

export interface ShardHost {
  /** One call on every started copy of the given concrete indices. */
  broadcast<K extends BroadcastCall>(
    call: K,
    indices: readonly string[],
    request: WriteCalls[K]['request'],
    signal?: AbortSignal,
  ): Promise<BroadcastResult<WriteCalls[K]['reply']>>;
}

export type { ShardStats };
