/** A policy that takes and removes snapshots in executable form, for both policy languages. */
import type { Random } from '@skein/base';
import type { ClusterState, IndicesOptions } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Schedule } from '../cron.js';

export interface SnapshotPolicy {
  readonly repository: string;
  readonly content: SnapshotContent;
  readonly creation: TakingPolicy | undefined;
  readonly deletion: RemovingPolicy | undefined;
  /**
   * The key of the policy's name in the metadata of snapshots: only snapshots with it belong to the
   * policy.
   */
  readonly mark: string;
  /** The prefix of its snapshots' names, independent of the time; empty if there is none. */
  readonly namesBeginWith: (policyName: string) => string;
  readonly retry: { readonly count: number; readonly delayMs: number };
  /** If true, nothing begins while primaries are missing. */
  readonly waitsForPrimaries: boolean;
}

export interface SnapshotContent {
  /** Index expressions; `[]` means all indices. */
  readonly expressions: readonly string[];
  readonly options: IndicesOptions;
  readonly includeGlobalState: boolean;
  readonly isPartial: boolean;
  readonly metadata: JsonObject;
}

export interface TakingPolicy {
  readonly schedule: Schedule;
  /** Milliseconds after which the policy no longer waits for the snapshot. */
  readonly timeLimitMs: number | undefined;
  /** Builds the name of a snapshot taken now. */
  readonly snapshotName: (policyName: string, nowMs: number, random: Random) => string;
}

export interface RemovingPolicy {
  /** The schedule; absent if the cluster setting applies. */
  readonly schedule: Schedule | undefined;
  readonly timeLimitMs: (state: ClusterState) => number | undefined;
  /** Selects the snapshots to remove among all that the policy has taken. */
  readonly outdated: (found: readonly FoundSnapshot[], nowMs: number) => readonly FoundSnapshot[];
}

/** A completed snapshot of the policy in the repository. */
export interface FoundSnapshot {
  readonly name: string;
  readonly uuid: string;
  readonly state: 'SUCCESS' | 'PARTIAL' | 'FAILED';
  readonly reason: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly indices: readonly string[];
}
