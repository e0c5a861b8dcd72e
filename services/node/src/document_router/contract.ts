/** The interface for writing and reading documents by id. */
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
  /** A number or `all`; empty means the index setting. */
  readonly waitForActiveShards: string;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Wall clock at the request's arrival, for date math in index names. */
  readonly nowMs: number;
  /**
   * Called immediately before a missing index is created for documents, if cluster settings allow
   * that. Long work uses it to leave an index deleted that somebody deleted meanwhile.
   */
  readonly mayCreate?: (index: string) => boolean;
}

export interface RoutedGet extends GetRequest {
  readonly index: string;
  /** The copies that may answer. */
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

/** The writes of one request, after the refresh that makes them searchable. */
interface ShownWrites {
  readonly tookMs: number;
  /** The outcomes given, with the result of the refresh. */
  readonly outcomes: readonly BatchOutcome[];
}

export interface DocumentRouter {
  /** Writes every item, in the order given; a failed item does not stop the others. */
  write(batch: WriteBatch, options: WriteOptions): Promise<BatchOutcome>;
  /** Refreshes the shards of earlier writes, as the options say. */
  show(outcomes: readonly BatchOutcome[], options: WriteOptions): Promise<ShownWrites>;
  /** Writes a few items, with a result for each. */
  bulk(
    items: readonly RoutedWrite[],
    options: WriteOptions & {
      /** True if the caller no longer uses the documents: a single one need not be copied. */
      readonly handsOver?: boolean;
    },
  ): Promise<BulkOutcome>;
  /**
   * Updates one document. If its index has pipelines, they process the new document; in a bulk,
   * they process only documents that an update creates.
   */
  update(item: RoutedWrite, options: WriteOptions): Promise<RoutedWriteResult>;
  /** Synchronous if the document is read in this thread. */
  get(request: RoutedGet, options: ReadOptions): LocatedGet | Promise<LocatedGet>;
  multiGet(gets: readonly RoutedGet[], options: ReadOptions): Promise<readonly RoutedGetResult[]>;
}
