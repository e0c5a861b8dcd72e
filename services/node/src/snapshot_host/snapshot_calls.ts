/** The calls between nodes about repositories and snapshots. */
import type { Routes } from '@skein/transport';
import type { TakingProgress } from './shard_takings.js';

export type SnapshotCalls = {
  /**
   * Checks that the node sees what the asking node wrote to the repository, and can write there.
   * `seed` names the folder of this verification.
   */
  readonly 'snapshots/verify': {
    readonly request: { readonly repository: string; readonly seed: string };
    readonly reply: Record<string, never>;
  };
  /** The progress of the node's shards that are being copied into these snapshots. */
  readonly 'snapshots/progress': {
    readonly request: { readonly uuids: readonly string[] };
    readonly reply: { readonly takings: readonly TakingProgress[] };
  };
};

export const SNAPSHOT_ROUTES = {
  'snapshots/verify': { channel: 'reg', timeoutMs: 60_000 },
  'snapshots/progress': { channel: 'reg', timeoutMs: 10_000 },
} as const satisfies Routes & Record<keyof SnapshotCalls, unknown>;
