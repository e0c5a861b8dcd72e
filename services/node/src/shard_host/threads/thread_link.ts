/**
 * A thread as the shard host sees it. The platform's `WorkerThread` implements it; tests use a fake
 * without a thread.
 */
import type { Transferable } from 'node:worker_threads';
import { ApiError } from '@skein/errors';
import type { CallHandlers, CallTable } from '@skein/platform';
import type {
  EngineHostCalls,
  EngineThreadCalls,
  EngineThreadData,
  MergeThreadCalls,
  MergeThreadData,
  SearchHostCalls,
  SearchThreadCalls,
  SearchThreadData,
} from './thread_calls.js';

/** Makes the calls of a table. */
export interface CallsTo<Calls extends CallTable<Calls>> {
  call<K extends keyof Calls & string>(
    name: K,
    request: Calls[K]['request'],
    transfer?: readonly Transferable[],
  ): Promise<Calls[K]['reply']>;
}

export interface ThreadLink<Calls extends CallTable<Calls>> {
  readonly channel: CallsTo<Calls> & {
    readonly pendingCount: number;
    /** Number of calls that were answered or failed. */
    readonly completedCount: number;
    /** Wakes the thread's event loop. */
    ring(): void;
  };
  /** Ends the thread without reporting its death. */
  terminate(): Promise<void>;
  /** Ends the thread as if it had died: pending calls fail, and the death is reported. */
  kill(): Promise<void>;
}

interface EngineThreadSetup {
  readonly data: EngineThreadData;
  readonly handlers: CallHandlers<EngineHostCalls>;
}

export interface SearchThreadSetup {
  readonly data: SearchThreadData;
  readonly handlers: CallHandlers<SearchHostCalls>;
}

export interface ThreadSpawner {
  engineThread(
    name: string,
    setup: EngineThreadSetup,
    onDeath: (error: ApiError) => void,
  ): ThreadLink<EngineThreadCalls>;
  searchThread(
    name: string,
    setup: SearchThreadSetup,
    onDeath: (error: ApiError) => void,
  ): ThreadLink<SearchThreadCalls>;
  mergeThread(
    name: string,
    data: MergeThreadData,
    onDeath: (error: ApiError) => void,
  ): ThreadLink<MergeThreadCalls>;
}

/**
 * Ignores the error of a dead thread, for calls without a waiting caller: its successor is told
 * anew.
 */
export function ignoreDeadThread(error: unknown): void {
  if (error instanceof ApiError && error.type === 'node_closed_exception') return;
  throw error;
}
