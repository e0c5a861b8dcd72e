/** Calls of nodes to the elected master. */
import type { CommandName } from '@skein/cluster';
import type { Routes } from '@skein/transport';
import type { PendingTask } from './contract.js';
import type { Submitted } from './elected_master.js';

export type MasterCalls = {
  readonly 'master/submit': { readonly request: ForwardedCommand; readonly reply: Submitted };
  readonly 'master/pending_tasks': {
    readonly request: Record<string, never>;
    readonly reply: readonly PendingTask[];
  };
};

interface ForwardedCommand {
  readonly command: CommandName;
  /** The output of `encodeCommandRequest`. */
  readonly request: Uint8Array;
  readonly timeoutMs: number;
  readonly masterTimeoutMs: number;
}

export const MASTER_ROUTES = {
  'master/submit': { channel: 'state', timeoutMs: 60_000 },
  'master/pending_tasks': { channel: 'state', timeoutMs: 10_000 },
} as const satisfies Routes;
