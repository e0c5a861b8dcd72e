/** What nodes ask of each other about repositories and snapshots. */
import type { Routes } from '@skein/transport';
import type { TakingProgress } from './shard_takings.js';

export type SnapshotCalls = {
  /**
   * Whether the node sees what the asking one wrote to the repository, and can write there itself.
   */
  readonly 'snapshots/verify': {
    readonly request: { readonly repository: string; readonly seed: string };
    readonly reply: Record<string, never>;
  };
  /** How far the shards of the node are that are being taken into these snapshots. */
  readonly 'snapshots/progress': {
    readonly request: { readonly uuids: readonly string[] };
    readonly reply: { readonly takings: readonly TakingProgress[] };
  };
};

export const SNAPSHOT_ROUTES = {
  'snapshots/verify': { channel: 'reg', timeoutMs: 60_000 },
  'snapshots/progress': { channel: 'reg', timeoutMs: 10_000 },
} as const satisfies Routes & Record<keyof SnapshotCalls, unknown>;
