/** What can be asked of searches that go on when nobody waits for them. */
import type { PlainError } from '@skein/errors';
import type { SearchOptions, UnreadSearchCall } from '../search_coordinator/mod.js';

export interface AsyncTerms {
  /** How long the first answer may wait for the end. */
  readonly waitMs: number;
  /** Whether the answer is kept although it was given at once. */
  readonly keepOnCompletion: boolean;
  readonly keepAliveMs: number;
}

export interface AsyncLook {
  readonly waitMs: number;
  /** From now on; `undefined`: as before. */
  readonly keepAliveMs: number | undefined;
}

/** An asynchronous search as it is now; plain data. */
export interface AsyncSearchState {
  /** `undefined`: it was answered and is not kept. */
  readonly id: string | undefined;
  readonly isRunning: boolean;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  /** Shards it asks, as far as is known before it ends. */
  readonly shardCount: number;
  /** How the search was answered. */
  readonly outcome: AsyncOutcome | undefined;
  /**
   * Of a search under way: the answer of the shards that have been heard, without hits; JSON.
   * Absent: none was asked yet.
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
  /** Throws es_rejected_execution_exception when too many are under way here. */
  submit(
    call: UnreadSearchCall,
    terms: AsyncTerms,
    options: SearchOptions,
  ): Promise<AsyncSearchState>;
  /** Throws resource_not_found_exception for anybody but its owner. */
  get(id: string, look: AsyncLook, options: SearchOptions): Promise<AsyncSearchState>;
  /** Cancels it, if it is under way, and forgets it. Throws as `get`. */
  delete(id: string, options: SearchOptions): Promise<void>;
  /** Of the nodes that answer, by id. */
  stats(options: SearchOptions): Promise<ReadonlyMap<string, AsyncSearchStats>>;
  stop(): void;
}
