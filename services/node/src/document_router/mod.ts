/** Documents by id: routed to a shard, writes to the primary first. */
import type { PlainError } from '@skein/errors';
import type { GetRequest, GetResult, WriteItem, WriteItemResult } from '@skein/shard';
import type { Identity } from '../security/mod.js';

export interface RoutedWrite extends WriteItem {
  /** As the client wrote it: an index, an alias with one write index, or date math. */
  readonly index: string;
  readonly requireAlias: boolean;
}

export type RoutedWriteResult = {
  /** The concrete index. */
  readonly index: string;
  readonly result: WriteItemResult;
  readonly forcedRefresh: boolean;
  readonly shards: { readonly total: number; readonly successful: number; readonly failed: number };
};

export interface WriteOptions {
  readonly refresh: 'false' | 'true' | 'wait_for';
  readonly timeoutMs: number;
  readonly waitForActiveShards: string;
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

export interface RoutedGet extends GetRequest {
  readonly index: string;
}

export type RoutedGetResult =
  | { readonly index: string; readonly result: GetResult }
  | { readonly index: string; readonly id: string; readonly error: PlainError };

export interface ReadOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

export interface DocumentRouter {
  /** Every item in the order given; a failed item does not stop the others. */
  bulk(items: readonly RoutedWrite[], options: WriteOptions): Promise<readonly RoutedWriteResult[]>;
  get(request: RoutedGet, options: ReadOptions): Promise<{ index: string; result: GetResult }>;
  multiGet(gets: readonly RoutedGet[], options: ReadOptions): Promise<readonly RoutedGetResult[]>;
}
