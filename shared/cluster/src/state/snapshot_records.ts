/**
 * What the cluster remembers of snapshot repositories and of the work that is under way in them. Contents of a repository are in the repository
 * (`@skein/snapshots`); here is who does what, so that another master goes on with it.
 */
import type { JsonObject } from '@skein/content';

/** No root was read yet: whoever needs it reads it. */
export const UNKNOWN_GENERATION = -2;
/** Another cluster has written to the repository: nothing more is done there until it is registered anew. */
export const FOREIGN_GENERATION = -3;

export interface RepositoryRecord {
  readonly name: string;
  /** New with every registration. */
  readonly uuid: string;
  readonly type: string;
  /** As they were given, flat. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of the newest root that this cluster has written or read; -1: the repository is empty. */
  readonly generation: number;
}

/** `waiting`: its primary is on its way. `missing`: there was no primary to take. */
export type TakingState = 'waiting' | 'taking' | 'taken' | 'failed' | 'missing';

/** One shard in a snapshot that is being made. */
export interface ShardTaking {
  readonly state: TakingState;
  /** The node whose primary is taken. */
  readonly nodeId?: string;
  /** Rises whenever another node is asked: reports of earlier ones do not count. */
  readonly attempt: number;
  /** The list of the shard's files in the repository that the new one goes on from. */
  readonly base?: string;
  /** The list that was written. */
  readonly generation?: string;
  readonly reason?: string;
}

export interface SnapshotIndex {
  readonly name: string;
  readonly uuid: string;
  /** Of the index in the repository. */
  readonly id: string;
  /** Empty until the snapshot begins. */
  readonly shards: readonly ShardTaking[];
}

export type SnapshotResult = 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'ABORTED';

/** How a piece of work ended. Kept for a while for those who wait for it. */
export interface Outcome<Result extends string> {
  readonly result: Result;
  readonly reason?: string;
  readonly atMs: number;
}

export interface SnapshotRecord {
  readonly uuid: string;
  readonly name: string;
  readonly repository: string;
  /** Orders all the work in repositories: rises by one with every piece. */
  readonly sequence: number;
  readonly startMs: number;
  /** Whether it has begun: what comes before it in the repository is done. */
  readonly hasBegun: boolean;
  /** Of the newest root when it began. */
  readonly rootGeneration?: number;
  /** It is to be given up. */
  readonly isAborted: boolean;
  /** A clone: the snapshot it is made of. Its indices have no shards here. */
  readonly source?: { readonly name: string; readonly uuid: string };
  readonly includeGlobalState: boolean;
  readonly isPartial: boolean;
  readonly metadata?: JsonObject;
  readonly dataStreams: readonly string[];
  readonly indices: readonly SnapshotIndex[];
  /** Absent while it is under way. */
  readonly outcome?: Outcome<SnapshotResult>;
}

/** Snapshots are removed, or, where none is named, what no snapshot uses. */
export interface DeletionRecord {
  readonly uuid: string;
  readonly repository: string;
  readonly sequence: number;
  readonly startMs: number;
  readonly snapshots: readonly { readonly name: string; readonly uuid: string }[];
  readonly removed?: { readonly blobs: number; readonly bytes: number };
  readonly outcome?: Outcome<'SUCCESS' | 'FAILED'>;
}

/** The indices that one request has restored, until all their primaries are there. */
export interface RestoreRecord {
  readonly uuid: string;
  readonly repository: string;
  readonly snapshot: { readonly name: string; readonly uuid: string };
  readonly startMs: number;
  readonly indices: readonly { readonly name: string; readonly uuid: string }[];
  /** Shards that the snapshot does not have: they begin empty. */
  readonly missingShards: number;
  /** Why indices were removed again whose shards could not be opened. */
  readonly faults?: readonly string[];
  readonly totalShards: number;
  readonly outcome?: Outcome<'SUCCESS' | 'FAILED'>;
}

/** Where the primaries of a restored index have their files from, until they have them. */
export interface RestoreSource {
  /** Of the record of the restore. */
  readonly restore: string;
  readonly repository: string;
  readonly repositoryUuid: string;
  readonly snapshot: { readonly name: string; readonly uuid: string };
  /** The index as it was called when it was taken. */
  readonly index: string;
  readonly indexId: string;
  /** By shard: the list of its files; null: the snapshot lacks the shard. */
  readonly generations: readonly (string | null)[];
}

/** Records are plain data through and through, and JSON as they are: `undefined` is nowhere. */
export function encodeRecord(record: object): JsonObject {
  return record as JsonObject;
}

export function decodeRecord<Record extends object>(json: JsonObject): Record {
  return json as object as Record;
}
