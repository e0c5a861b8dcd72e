/** What nodes ask of each other about what they change or copy page by page. */
import type { Routes } from '@skein/transport';

export type ByScrollCalls = {
  /** `known`: it is a task of that node, and under way. `perSecond` may be infinite. */
  readonly 'by_scroll/rethrottle': {
    readonly request: { readonly number: number; readonly perSecond: number };
    readonly reply: { readonly known: boolean };
  };
};

export const BY_SCROLL_ROUTES = {
  'by_scroll/rethrottle': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof ByScrollCalls, unknown>;
