/** Calls to the node that runs an asynchronous search. */
import type { PlainError } from '@skein/errors';
import type { Routes } from '@skein/transport';
import type { AsyncLook, AsyncSearchStats } from './contract.js';

/** `AsyncSearchState` with its outcome flattened, so that bytes travel unchanged. */
export interface AsyncStateMessage {
  readonly id: string | undefined;
  readonly isRunning: boolean;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
  readonly shardCount: number;
  readonly status: number | undefined;
  readonly body: Uint8Array | undefined;
  readonly error: PlainError | undefined;
  readonly partial?: Uint8Array | undefined;
}

export type AsyncSearchCalls = {
  readonly 'async_search/get': {
    readonly request: { readonly id: string; readonly look: AsyncLook };
    readonly reply: AsyncStateMessage;
  };
  readonly 'async_search/delete': {
    readonly request: { readonly id: string };
    readonly reply: Record<string, never>;
  };
  readonly 'async_search/stats': {
    readonly request: Record<string, never>;
    readonly reply: AsyncSearchStats;
  };
};

/** A get waits as long as its caller demands. */
const LOOK_MS = 60 * 60_000;

export const ASYNC_SEARCH_ROUTES = {
  'async_search/get': { channel: 'reg', timeoutMs: LOOK_MS },
  'async_search/delete': { channel: 'reg', timeoutMs: 30_000 },
  'async_search/stats': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof AsyncSearchCalls, unknown>;
