/** What copies of a shard say to each other. Each request is answered once, or fails at its sender; a request that failed may have arrived. */
import type { Operation } from './operation.js';

export type CopyRequest =
  | Replicate
  | Resync
  | StartRecovery
  | CopyFiles
  | Recover
  | Finalize
  | CopySegments;

/** Live operations of the primary. */
export interface Replicate {
  readonly kind: 'replicate';
  readonly term: number;
  readonly operations: readonly Operation[];
  readonly globalCheckpoint: number;
}

/** Some of a new primary's operations above the global checkpoint. With the last, what the receiver still has above `trimAbove` never happened. */
export interface Resync {
  readonly kind: 'resync';
  readonly term: number;
  readonly operations: readonly Operation[];
  readonly globalCheckpoint: number;
  readonly trimAbove: number | undefined;
}

/** From a new copy to the primary: "bring me up to date". */
export interface StartRecovery {
  readonly kind: 'start_recovery';
  readonly allocationId: string;
  /** Of this attempt: what is left over of an earlier one is not for it. */
  readonly session: number;
  readonly historyUuid: string | undefined;
  /** The first operation it lacks, if it is of the primary's history. */
  readonly fromSeqNo: number;
}

/** The primary's commit, for a store of another history or one that is too old. */
export interface CopyFiles {
  readonly kind: 'copy_files';
  readonly term: number;
  readonly session: number;
  /** Which files of the attempt these are: others follow, with the next number, when the log no longer goes back to the first. */
  readonly round: number;
  readonly historyUuid: string;
  /** The files, or how to get them: the stores' own. */
  readonly commit: unknown;
  readonly globalCheckpoint: number;
}

/** A commit of the primary, all of whose operations every in-sync copy has: its segments become the receiver's index, the log stays. */
export interface CopySegments {
  readonly kind: 'copy_segments';
  readonly term: number;
  /** Of the primary's, counted. */
  readonly round: number;
  /** The files, or how to get them: the stores' own. */
  readonly commit: unknown;
  readonly globalCheckpoint: number;
}

/** Some of the history, while live operations flow beside it. */
export interface Recover {
  readonly kind: 'recover';
  readonly term: number;
  readonly session: number;
  readonly operations: readonly Operation[];
  readonly globalCheckpoint: number;
}

/** "You are in-sync": the target may tell the master that it has started. */
export interface Finalize {
  readonly kind: 'finalize';
  readonly term: number;
  readonly session: number;
  readonly globalCheckpoint: number;
}

export type CopyReply =
  /** Durable. */
  | { readonly kind: 'done'; readonly localCheckpoint: number; readonly globalCheckpoint: number }
  /** The receiver knows a later primary. */
  | { readonly kind: 'refused'; readonly term: number }
  /** Not now: the receiver has not heard yet of what the sender knows, or of another session. */
  | { readonly kind: 'retry' };
