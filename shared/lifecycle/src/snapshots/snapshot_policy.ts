/** A policy that takes and removes snapshots, as it is carried out, whichever of the two languages it was written in. */
import type { Random } from '@skein/base';
import type { ClusterState, IndicesOptions } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Schedule } from '../cron.js';

export interface SnapshotPolicy {
  readonly repository: string;
  readonly content: SnapshotContent;
  readonly creation: TakingPolicy | undefined;
  readonly deletion: RemovingPolicy | undefined;
  /** Key in the metadata of snapshots under which the policy's name is: those alone are the policy's. */
  readonly mark: string;
  /** What the names of its snapshots begin with, whichever time it is; empty: nothing is known of them. */
  readonly namesBeginWith: (policyName: string) => string;
  readonly retry: { readonly count: number; readonly delayMs: number };
  /** It begins nothing while primaries are missing. */
  readonly waitsForPrimaries: boolean;
}

export interface SnapshotContent {
  /** `[]`: all indices. */
  readonly expressions: readonly string[];
  readonly options: IndicesOptions;
  readonly includeGlobalState: boolean;
  readonly isPartial: boolean;
  readonly metadata: JsonObject;
}

export interface TakingPolicy {
  readonly schedule: Schedule;
  /** Milliseconds after which nobody waits for the snapshot any more. */
  readonly timeLimitMs: number | undefined;
  /** For a snapshot that is taken now. */
  readonly snapshotName: (policyName: string, nowMs: number, random: Random) => string;
}

export interface RemovingPolicy {
  /** Absent: the cluster says when. */
  readonly schedule: Schedule | undefined;
  readonly timeLimitMs: (state: ClusterState) => number | undefined;
  /** Those that go, of all that the policy has taken. */
  readonly outdated: (found: readonly FoundSnapshot[], nowMs: number) => readonly FoundSnapshot[];
}

/** One of the policy that has ended and is in the repository. */
export interface FoundSnapshot {
  readonly name: string;
  readonly uuid: string;
  readonly state: 'SUCCESS' | 'PARTIAL' | 'FAILED';
  readonly reason: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly indices: readonly string[];
}
