/** The interface of asynchronous searches, which continue without a waiting client. */
import type { PlainError } from '@skein/errors';
import type { SearchOptions, UnreadSearchCall } from '../search_coordinator/mod.js';

export interface AsyncTerms {
  /** Longest wait of the first response for completion. */
  readonly waitMs: number;
  /** True if the response is kept even if the search completed within the wait. */
  readonly keepOnCompletion: boolean;
  readonly keepAliveMs: number;
}

export interface AsyncLook {
  readonly waitMs: number;
  /** The new keep-alive; undefined if unchanged. */
  readonly keepAliveMs: number | undefined;
}

/** The current state of an asynchronous search; plain data. */
export interface AsyncSearchState {
  /** Undefined if it has completed and is not kept. */
  readonly id: string | undefined;
  readonly isRunning: boolean;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  /** Number of shards, as far as it is known before completion. */
  readonly shardCount: number;
  /** The final response or error. */
  readonly outcome: AsyncOutcome | undefined;
  /**
   * Partial response of a running search: the shards that have answered, without hits, as JSON.
   * Absent if no shard was asked yet.
   */
  readonly partial?: Uint8Array | undefined;
}

export type AsyncOutcome =
  /** `body`: JSON. */
  { readonly status: number; readonly body: Uint8Array } | { readonly error: PlainError };

export interface AsyncSearchCounts {
  submitted: number;
  completed: number;
  failed: number;
  rejected: number;
  cancelled: number;
}

export interface AsyncSearchStats extends Readonly<AsyncSearchCounts> {
  readonly running: number;
  readonly kept: number;
}

export interface AsyncSearches {
  /** Throws es_rejected_execution_exception if too many are running on this node. */
  submit(
    call: UnreadSearchCall,
    terms: AsyncTerms,
    options: SearchOptions,
  ): Promise<AsyncSearchState>;
  /** Throws resource_not_found_exception for anyone except the owner. */
  get(id: string, look: AsyncLook, options: SearchOptions): Promise<AsyncSearchState>;
  /** Cancels the search if it is running, and forgets it. Throws as `get`. */
  delete(id: string, options: SearchOptions): Promise<void>;
  /** Statistics of the responding nodes, by id. */
  stats(options: SearchOptions): Promise<ReadonlyMap<string, AsyncSearchStats>>;
  stop(): void;
}
