/** A shard's log in a remote store: what its records hold, and what is asked of the store. docs/specs/remote_store.md has the rules. */
import type { Operation } from './operation.js';

/** In whose name records are written. */
export interface LogClaim {
  /** UUID of the index: an index that was restored from the log has another one, and takes the log over. */
  readonly owner: string;
  /** Primary term. */
  readonly term: number;
  /** Of one opening of a copy: no other ever has it. */
  readonly writer: string;
}

/** Segments have consecutive numbers, and records in a segment consecutive indices. The first, its head, is there for ever. */
export interface LogPlace {
  readonly segment: number;
  readonly index: number;
}

/** A commit whose files are in the store. */
export interface RemoteCommit {
  /** Of its operations. It has all of them up to this one, and all copies have them too. */
  readonly maxSeqNo: number;
  /** The host's own: where the files are. */
  readonly files: unknown;
}

export interface PlacedCommit extends RemoteCommit {
  /** Operations that the commit lacks are in records from this one on. */
  readonly logFrom: LogPlace;
}

interface Written extends LogClaim {
  /** Rises with every record of the writer. */
  readonly serial: number;
}

/** Begins a segment: of a writer that begins, or that has put a commit into the store. */
export interface LogHead extends Written {
  readonly kind: 'head';
  /** Of a writer that begins: operations of earlier segments above this number never happened. */
  readonly trimAbove: number | undefined;
  readonly commit: PlacedCommit | undefined;
  /** The newest segment whose head has a commit, up to this one. */
  readonly lastCommit: number | undefined;
  /** Operations up to this number are in no record, and in no commit yet: nothing can be restored. -1: nothing is lacking. */
  readonly lacks: number;
  /** Where the segment before was sealed; undefined: its writer is the same. */
  readonly sealedAt: number | undefined;
}

export interface LogOperations extends Written {
  readonly kind: 'operations';
  readonly operations: readonly Operation[];
}

/** Ends a segment of another writer: it finds the place taken. */
export interface LogSeal extends Written {
  readonly kind: 'seal';
}

export type LogRecord = LogHead | LogOperations | LogSeal;

/** Nothing is lacking. */
export const NOTHING_LACKING = -1;

/** What is asked may be done although it is not answered; then it is asked again. */
export type RemoteCall =
  /** The highest segment, or the highest index in one, that a listing shows. It may lag: others may be behind it. */
  | { readonly kind: 'find_end'; readonly segment: number | undefined }
  | { readonly kind: 'read'; readonly at: LogPlace }
  /** Creates the record if nothing is there. */
  | { readonly kind: 'create'; readonly at: LogPlace; readonly record: LogRecord }
  /** Removes the records of segments, but for heads and seals, and the files that only a commit before needs. */
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
  /** Undefined: none is shown. */
  | { readonly kind: 'end'; readonly number: number | undefined }
  /** Undefined: nothing is there. */
  | { readonly kind: 'record'; readonly record: LogRecord | undefined }
  | { readonly kind: 'created'; readonly isNew: boolean }
  | { readonly kind: 'done' };

/** `then` gets undefined when the store did not answer. */
export type AskStore = (call: RemoteCall, then: (reply: RemoteReply | undefined) => void) => void;
