/** Documents by id, as whoever asks for them sees it. */
import type { PlainError } from '@skein/errors';
import type { GetRequest, GetResult } from '@skein/shard';
import type { Identity } from '../security/mod.js';
import type { RoutedWrite, WriteBatch } from '../shard_host/mod.js';
import type { BatchOutcome, RoutedWriteResult } from './batch_outcome.js';

export interface BulkOutcome {
  readonly tookMs: number;
  readonly results: readonly RoutedWriteResult[];
}

export interface WriteOptions {
  readonly refresh: 'false' | 'true' | 'wait_for';
  readonly timeoutMs: number;
  /** A number or `all`; empty: as the index says. */
  readonly waitForActiveShards: string;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Wall clock at the request's arrival: date math in index names. */
  readonly nowMs: number;
  /**
   * The name of what is not made when it is missing, whatever the cluster says of names that are.
   */
  readonly mustExist?: string;
}

export interface RoutedGet extends GetRequest {
  readonly index: string;
  /** Which copies may answer. */
  readonly preference: string | undefined;
}

/** A document with the index it was found in. */
export interface LocatedGet {
  readonly index: string;
  readonly result: GetResult;
}

export type RoutedGetResult =
  | LocatedGet
  | { readonly index: string; readonly id: string; readonly error: PlainError };

export interface ReadOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

/** Writes of one request, and that they can be searched. */
export interface ShownWrites {
  readonly tookMs: number;
  /** As they were, with what the refresh said. */
  readonly outcomes: readonly BatchOutcome[];
}

export interface DocumentRouter {
  /** Every item in the order given; a failed item does not stop the others. */
  write(batch: WriteBatch, options: WriteOptions): Promise<BatchOutcome>;
  /** Refreshes, as the options say, what was written without. */
  show(outcomes: readonly BatchOutcome[], options: WriteOptions): Promise<ShownWrites>;
  /** The same of a few items, with a result for each. */
  bulk(
    items: readonly RoutedWrite[],
    options: WriteOptions & {
      /** Nobody looks at the documents any more: one alone need not be copied. */
      readonly handsOver?: boolean;
    },
  ): Promise<BulkOutcome>;
  /** At once when the document is read in this thread. */
  get(request: RoutedGet, options: ReadOptions): LocatedGet | Promise<LocatedGet>;
  multiGet(gets: readonly RoutedGet[], options: ReadOptions): Promise<readonly RoutedGetResult[]>;
}
