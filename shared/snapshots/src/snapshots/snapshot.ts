/**
 * Snapshots and indices as a repository describes them. Plain data, which crosses threads and
 * nodes.
 */

export const SNAPSHOT_STATES = ['SUCCESS', 'PARTIAL', 'FAILED'] as const;
export type SnapshotState = (typeof SNAPSHOT_STATES)[number];

/** A snapshot as the root describes it. */
export interface RootSnapshot {
  readonly name: string;
  readonly uuid: string;
  /**
   * The UUID of the writing of its details and its global metadata; `undefined` in roots of early
   * builds.
   */
  readonly key: string | undefined;
  readonly state: SnapshotState;
  readonly startMs: number;
  readonly endMs: number;
  /** The version of the node that took the snapshot. */
  readonly version: string;
  readonly indices: readonly string[];
  readonly dataStreams: readonly string[];
}

/** An index as the root describes it. */
export interface RootIndex {
  readonly name: string;
  /** The index's folder in the repository. */
  readonly id: string;
  /** UUIDs of the snapshots that contain the index. */
  readonly snapshots: readonly string[];
  /** The generation of each shard's newest list; `undefined` if no snapshot has the shard. */
  readonly generations: readonly (string | undefined)[];
}

export interface Root {
  /** -1 when the repository is empty. */
  readonly generation: number;
  /** The UUID of the repository; empty while the repository is. */
  readonly uuid: string;
  readonly snapshots: readonly RootSnapshot[];
  readonly indices: readonly RootIndex[];
}

export interface SnapshotFailure {
  readonly index: string;
  readonly shard: number;
  readonly nodeId: string | undefined;
  readonly reason: string;
  /** The name of the HTTP status, such as `INTERNAL_SERVER_ERROR`. */
  readonly status: string;
}

/** All details of a finished snapshot. */
export interface SnapshotDetails {
  readonly name: string;
  readonly uuid: string;
  readonly version: string;
  readonly versionId: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly state: SnapshotState;
  readonly reason: string | undefined;
  readonly indices: readonly string[];
  readonly dataStreams: readonly string[];
  readonly includeGlobalState: boolean;
  readonly isPartial: boolean;
  /** JSON of the user's own metadata. */
  readonly metadata: string | undefined;
  readonly totalShards: number;
  readonly successfulShards: number;
  readonly failures: readonly SnapshotFailure[];
  readonly remoteStoreIndexShallowCopy: false;
}

/**
 * Files and bytes of one shard in one snapshot: the totals, and the part that was not in the
 * repository before.
 */
export interface ShardCounts {
  readonly files: number;
  readonly bytes: number;
  readonly newFiles: number;
  readonly newBytes: number;
}

export interface ShardTaken extends ShardCounts {
  /** The generation of the shard's list that has this snapshot. */
  readonly generation: string;
}

export interface ShardStats extends ShardCounts {
  readonly startMs: number;
  readonly timeMs: number;
}
