/**
 * A shard's log in a remote store: the contents of its records, and the calls to the store.
 * docs/specs/remote_store.md has the rules.
 */
import type { Operation } from './operation.js';

/** The identity under which records are written. */
export interface LogClaim {
  /**
   * UUID of the index. An index that was restored from the log has another UUID and takes the log
   * over.
   */
  readonly owner: string;
  /** Primary term. */
  readonly term: number;
  /** An id of one opening of a copy, never used by another. */
  readonly writer: string;
}

/**
 * The place of a record. Segments have consecutive numbers, and records in a segment consecutive
 * indices. The first record of a segment, its head, is never removed.
 */
export interface LogPlace {
  readonly segment: number;
  readonly index: number;
}

/** A commit whose files are in the store. */
export interface RemoteCommit {
  /**
   * Highest number of its operations. The commit has all operations up to this number, and so have
   * all copies.
   */
  readonly maxSeqNo: number;
  /** The location of the files; only the host knows the format. */
  readonly files: unknown;
}

export interface PlacedCommit extends RemoteCommit {
  /** The first record with operations that the commit lacks. */
  readonly logFrom: LogPlace;
}

interface Written extends LogClaim {
  /** A number that rises with every record of the writer. */
  readonly serial: number;
}

/** Starts a segment, by a writer that starts or that has put a commit into the store. */
export interface LogHead extends Written {
  readonly kind: 'head';
  /** Set by a starting writer: operations of earlier segments above this number are void. */
  readonly trimAbove: number | undefined;
  readonly commit: PlacedCommit | undefined;
  /** The newest segment, up to this one, whose head has a commit. */
  readonly lastCommit: number | undefined;
  /**
   * Operations up to this number are in no record and no commit yet, so nothing can be restored.
   * -1: nothing is lacking.
   */
  readonly lacks: number;
  /** The index of the seal in the previous segment; undefined: that segment has the same writer. */
  readonly sealedAt: number | undefined;
}

interface LogOperations extends Written {
  readonly kind: 'operations';
  readonly operations: readonly Operation[];
}

/** Ends a segment of another writer, which then finds the place taken. */
export interface LogSeal extends Written {
  readonly kind: 'seal';
}

export type LogRecord = LogHead | LogOperations | LogSeal;

/** The value of `lacks` when nothing is lacking. */
export const NOTHING_LACKING = -1;

/** A call to the store. An unanswered call may have taken effect; it is sent again. */
export type RemoteCall =
  /**
   * Finds the highest segment, or the highest index in a segment, in a listing. The listing may lag
   * behind the newest.
   */
  | { readonly kind: 'find_end'; readonly segment: number | undefined }
  | { readonly kind: 'read'; readonly at: LogPlace }
  /** Creates the record if the place is empty. */
  | { readonly kind: 'create'; readonly at: LogPlace; readonly record: LogRecord }
  /**
   * Removes the records of segments, except for heads and seals, and the files that only an earlier
   * commit needs.
   */
  | {
      readonly kind: 'trim';
      readonly fromSegment: number;
      readonly toSegment: number;
      readonly kept: unknown;
      readonly before: unknown;
    }
  /** Answered when the next record may be created. */
  | { readonly kind: 'rest' };

export type RemoteReply =
  /** Undefined: the listing is empty. */
  | { readonly kind: 'end'; readonly number: number | undefined }
  /** Undefined: the place is empty. */
  | { readonly kind: 'record'; readonly record: LogRecord | undefined }
  | { readonly kind: 'created'; readonly isNew: boolean }
  | { readonly kind: 'done' };

/** Sends a call. `then` gets undefined when the store did not answer. */
export type AskStore = (call: RemoteCall, then: (reply: RemoteReply | undefined) => void) => void;
