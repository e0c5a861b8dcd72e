/**
 * Snapshot repositories and the work under way in them, as the cluster state keeps them. The
 * contents of a repository are in the repository (`@skein/snapshots`); these records say which node
 * does which work, so that a new master can continue it.
 */
import type { JsonObject } from '@skein/content';

/** No root was read yet; a reader that needs the generation must read the root. */
export const UNKNOWN_GENERATION = -2;
/**
 * Another cluster has written to the repository: all work in it stops until it is registered anew.
 */
export const FOREIGN_GENERATION = -3;

export interface RepositoryRecord {
  readonly name: string;
  /** A UUID that is new with every registration. */
  readonly uuid: string;
  readonly type: string;
  /** Flat settings as the request gave them. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * Generation of the newest root that this cluster has written or read; -1: the repository is
   * empty.
   */
  readonly generation: number;
}

/**
 * `waiting`: the primary is being relocated or started. `missing`: the shard had no primary to
 * take.
 */
type TakingState = 'waiting' | 'taking' | 'taken' | 'failed' | 'missing';

/** One shard in a snapshot that is being made. */
export interface ShardTaking {
  readonly state: TakingState;
  /** The node whose primary is being taken. */
  readonly nodeId?: string;
  /**
   * A number that rises whenever another node is asked. Reports of earlier attempts are ignored.
   */
  readonly attempt: number;
  /** The shard's list of files in the repository that the new list is based on. */
  readonly base?: string;
  /** The list that the node wrote. */
  readonly generation?: string;
  readonly reason?: string;
}

export interface SnapshotIndex {
  readonly name: string;
  readonly uuid: string;
  /** Id of the index in the repository. */
  readonly id: string;
  /** Empty until the snapshot begins. */
  readonly shards: readonly ShardTaking[];
}

export type SnapshotResult = 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'ABORTED';

/** Result of a piece of work, kept for a while for the requests that wait for it. */
export interface Outcome<Result extends string> {
  readonly result: Result;
  readonly reason?: string;
  readonly atMs: number;
}

export interface SnapshotRecord {
  readonly uuid: string;
  readonly name: string;
  readonly repository: string;
  /** The order of all work in repositories: a number that rises by one with every piece. */
  readonly sequence: number;
  readonly startMs: number;
  /** True if the work has begun, that is, all work before it in the repository is done. */
  readonly hasBegun: boolean;
  /** Generation of the newest root when the work began. */
  readonly rootGeneration?: number;
  /** True if the snapshot is to be aborted. */
  readonly isAborted: boolean;
  /** For a clone, the snapshot it is made from. The indices of a clone have no shards here. */
  readonly source?: { readonly name: string; readonly uuid: string };
  readonly includeGlobalState: boolean;
  readonly isPartial: boolean;
  readonly metadata?: JsonObject;
  readonly dataStreams: readonly string[];
  readonly indices: readonly SnapshotIndex[];
  /** Absent while the snapshot is under way. */
  readonly outcome?: Outcome<SnapshotResult>;
}

/** The removal of the named snapshots or, if none is named, of the files that no snapshot uses. */
export interface DeletionRecord {
  readonly uuid: string;
  readonly repository: string;
  readonly sequence: number;
  readonly startMs: number;
  readonly snapshots: readonly { readonly name: string; readonly uuid: string }[];
  readonly removed?: { readonly blobs: number; readonly bytes: number };
  readonly outcome?: Outcome<'SUCCESS' | 'FAILED'>;
}

/** The indices that one request restores, kept until all their primaries are active. */
export interface RestoreRecord {
  readonly uuid: string;
  readonly repository: string;
  readonly snapshot: { readonly name: string; readonly uuid: string };
  readonly startMs: number;
  readonly indices: readonly { readonly name: string; readonly uuid: string }[];
  /** Number of shards that the snapshot lacks; they start empty. */
  readonly missingShards: number;
  /** The reasons why indices were removed again because their shards could not be opened. */
  readonly faults?: readonly string[];
  readonly totalShards: number;
  readonly outcome?: Outcome<'SUCCESS' | 'FAILED'>;
}

/** The source of a restored index's files, kept until its primaries have them. */
export interface RestoreSource {
  /** UUID of the restore's record. */
  readonly restore: string;
  readonly repository: string;
  readonly repositoryUuid: string;
  readonly snapshot: { readonly name: string; readonly uuid: string };
  /** Name of the index when the snapshot was taken. */
  readonly index: string;
  readonly indexId: string;
  /** List of files by shard; null: the snapshot lacks the shard. */
  readonly generations: readonly (string | null)[];
}

/**
 * Encodes a record, which is plain data throughout and holds no `undefined`, so it is JSON already.
 */
export function encodeRecord(record: object): JsonObject {
  return record as JsonObject;
}

/** Decodes a record that `encodeRecord` wrote: its JSON is trusted, since a hash covers it. */
export function decodeRecord<Record extends object>(json: JsonObject): Record {
  const record: object = json;
  return record as Record;
}
