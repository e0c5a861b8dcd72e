/** Calls between nodes for reports about themselves. */
import type { PlainBytes } from '@skein/bytes';
import type { Routes } from '@skein/transport';
import type { NodeReport } from './contract.js';
import type { HotThreadsOptions } from './hot_threads.js';
import type { ProfileOrder } from './thread_profile.js';

export type NodeReportCalls = {
  readonly 'node/report': {
    readonly request: Record<string, never>;
    readonly reply: { readonly report: PlainBytes<NodeReport> };
  };
  /** The busiest threads of the node, as readable text. */
  readonly 'node/hot_threads': {
    readonly request: HotThreadsOptions;
    readonly reply: { readonly text: string };
  };
  /** A profile of one thread, as JSON text. */
  readonly 'node/profile': {
    readonly request: ProfileOrder;
    readonly reply: { readonly profile: string };
  };
  /** Answered once the node has applied this version of the cluster state or a later one. */
  readonly 'node/applied': {
    readonly request: { readonly version: number };
    readonly reply: Record<string, never>;
  };
};

export const NODE_REPORT_ROUTES = {
  'node/report': { channel: 'reg', timeoutMs: 30_000 },
  'node/hot_threads': { channel: 'reg', timeoutMs: 90_000 },
  'node/profile': { channel: 'reg', timeoutMs: 120_000 },
  'node/applied': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof NodeReportCalls, unknown>;
