/** What nodes ask of each other about themselves. */
import type { Routes } from '@skein/transport';

export type NodeReportCalls = {
  /** A `NodeReport`, as bytes of `encodePlain`. */
  readonly 'node/report': {
    readonly request: Record<string, never>;
    readonly reply: { readonly report: Uint8Array };
  };
};

export const NODE_REPORT_ROUTES = {
  'node/report': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof NodeReportCalls, unknown>;
