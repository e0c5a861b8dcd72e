/** Calls between nodes for delete by query, update by query and reindex. */
import type { Routes } from '@skein/transport';

export type ByScrollCalls = {
  /** `known`: true if it is a running task of that node. `perSecond` may be infinite. */
  readonly 'by_scroll/rethrottle': {
    readonly request: { readonly number: number; readonly perSecond: number };
    readonly reply: { readonly known: boolean };
  };
};

export const BY_SCROLL_ROUTES = {
  'by_scroll/rethrottle': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof ByScrollCalls, unknown>;
