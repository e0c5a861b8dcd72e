/**
 * The messages between copies of a shard. Each request is answered once, or fails at its sender; a
 * failed request may have arrived.
 */
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

/**
 * A part of a new primary's operations above the global checkpoint. After the last part, the
 * operations that the receiver still has above `trimAbove` were never acknowledged.
 */
export interface Resync {
  readonly kind: 'resync';
  readonly term: number;
  readonly operations: readonly Operation[];
  readonly globalCheckpoint: number;
  readonly trimAbove: number | undefined;
}

/** A new copy's request to the primary to be brought up to date. */
export interface StartRecovery {
  readonly kind: 'start_recovery';
  readonly allocationId: string;
  /** Number of this attempt; messages of an earlier attempt do not count. */
  readonly session: number;
  readonly historyUuid: string | undefined;
  /** The first operation that the copy lacks, if it has the primary's history. */
  readonly fromSeqNo: number;
}

/** The primary's commit, for a store that has another history or is too old. */
export interface CopyFiles {
  readonly kind: 'copy_files';
  readonly term: number;
  readonly session: number;
  /**
   * Number of this set of files within the attempt. Another set follows when the log no longer goes
   * back to the first.
   */
  readonly round: number;
  readonly historyUuid: string;
  /** The files, or the means to get them; only the stores know the format. */
  readonly commit: unknown;
  readonly globalCheckpoint: number;
}

/**
 * A commit of the primary of which every in-sync copy has all operations. Its segments become the
 * receiver's index; the log stays.
 */
export interface CopySegments {
  readonly kind: 'copy_segments';
  readonly term: number;
  /** A counter of the primary's rounds. */
  readonly round: number;
  /** The files, or the means to get them; only the stores know the format. */
  readonly commit: unknown;
  readonly globalCheckpoint: number;
}

/** A part of the history, sent in parallel with live operations. */
export interface Recover {
  readonly kind: 'recover';
  readonly term: number;
  readonly session: number;
  readonly operations: readonly Operation[];
  readonly globalCheckpoint: number;
}

/** Tells the target that it is in-sync, so that it may report to the master that it has started. */
export interface Finalize {
  readonly kind: 'finalize';
  readonly term: number;
  readonly session: number;
  readonly globalCheckpoint: number;
}

export type CopyReply =
  /** The checkpoints are durable. */
  | { readonly kind: 'done'; readonly localCheckpoint: number; readonly globalCheckpoint: number }
  /** The receiver knows a later primary. */
  | { readonly kind: 'refused'; readonly term: number }
  /**
   * Retry later: the receiver does not know yet of the sender's state, or it is in another session.
   */
  | { readonly kind: 'retry' };
