/** Calls between nodes about their tasks. */
import type { PlainBytes } from '@skein/bytes';
import type { Routes } from '@skein/transport';
import type { TaskId, TaskRecord } from './contract.js';

export type TaskCalls = {
  readonly 'tasks/list': {
    readonly request: { readonly actions: readonly string[]; readonly parent?: TaskId };
    readonly reply: { readonly tasks: PlainBytes<readonly TaskRecord[]> };
  };
  /** At most one. */
  readonly 'tasks/find': {
    readonly request: { readonly number: number };
    readonly reply: { readonly tasks: PlainBytes<readonly TaskRecord[]> };
  };
  readonly 'tasks/cancel': {
    readonly request: { readonly number: number; readonly reason: string };
    readonly reply: Record<string, never>;
  };
  readonly 'tasks/ended': {
    readonly request: { readonly number: number; readonly timeoutMs: number };
    readonly reply: { readonly inTime: boolean };
  };
};

export const TASK_ROUTES = {
  'tasks/list': { channel: 'reg', timeoutMs: 30_000 },
  'tasks/find': { channel: 'reg', timeoutMs: 30_000 },
  'tasks/cancel': { channel: 'reg', timeoutMs: 30_000 },
  'tasks/ended': { channel: 'reg', timeoutMs: 30_000 },
} as const satisfies Routes & Record<keyof TaskCalls, unknown>;
