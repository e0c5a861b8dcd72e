/**
 * Calls to the node that holds a scroll or point in time. Requests travel as bytes of
 * `encodePlain`, responses as JSON.
 */
import type { PlainBytes } from '@skein/bytes';
import type { Routes } from '@skein/transport';
import type { HeldSegments, ScrollPageCall, SearchCall } from '../contract.js';
import type { HeldContextKind } from './context_id.js';

export interface AnswerMessage {
  readonly status: number;
  readonly body: Uint8Array;
}

export type ContextCalls = {
  /** The next page of a scroll, with the time of the request. */
  readonly 'context/page': {
    readonly request: { readonly call: PlainBytes<ScrollPageCall>; readonly nowMs: number };
    readonly reply: AnswerMessage;
  };
  /** A search in a point in time, and how its response is shown. */
  readonly 'context/search': {
    readonly request: {
      readonly call: PlainBytes<SearchCall>;
      /** Version of the plans in the call. */
      readonly version: number;
      readonly nowMs: number;
      readonly shownStatus: number | undefined;
    };
    readonly reply: AnswerMessage;
  };
  /**
   * Ends contexts of the caller, all if none is named. The reply tells which were open, and how
   * many shards they held.
   */
  readonly 'context/close': {
    readonly request: {
      readonly kind: HeldContextKind;
      readonly ids: readonly string[] | undefined;
    };
    readonly reply: { readonly closed: readonly ClosedContext[] };
  };
  /** The segments of points in time of the caller, all if none is named. */
  readonly 'context/segments': {
    readonly request: { readonly ids: readonly string[] | undefined };
    readonly reply: { readonly held: readonly HeldSegments[] };
  };
  /** The caller's points in time. */
  readonly 'context/list': {
    readonly request: Record<string, never>;
    readonly reply: {
      readonly open: readonly {
        readonly id: string;
        readonly createdMs: number;
        readonly keepAliveMs: number;
      }[];
    };
  };
};

export interface ClosedContext {
  readonly id: string;
  readonly wasOpen: boolean;
  readonly shards: number;
}

const SEARCH_MS = 60 * 60_000;

export const CONTEXT_ROUTES = {
  'context/page': { channel: 'reg', timeoutMs: SEARCH_MS },
  'context/search': { channel: 'reg', timeoutMs: SEARCH_MS },
  'context/close': { channel: 'reg', timeoutMs: 30_000 },
  'context/segments': { channel: 'reg', timeoutMs: 30_000 },
  'context/list': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof ContextCalls, unknown>;
