/** Files of a commit on their way from a primary to a copy that begins with them, or follows it. Plain data. */
import type { CommitFile } from '@skein/engine';

/** The number of a recovery's attempt, which the target gave; or the name of a round of segments, which is the primary's. */
export type FileAttempt = number | string;

export type FileMessage = {
  /** The copy that is meant. */
  readonly to: string;
  readonly attempt: FileAttempt;
} & (
  | { readonly kind: 'begin'; readonly files: readonly CommitFile[] }
  /** In any order. */
  | {
      readonly kind: 'chunk';
      readonly file: CommitFile;
      readonly offset: number;
      readonly bytes: Uint8Array;
      readonly crc: number;
    }
  /** `crc`: of the whole file. */
  | { readonly kind: 'end'; readonly file: CommitFile; readonly crc: number }
);

/** What the target says to a message. */
export interface FileAnswer {
  /** To `begin`: the files it has already. */
  readonly present: readonly string[];
}

export interface FileReply extends FileAnswer {
  /** Chunks that may be on their way together from now on. */
  readonly chunksAtOnce: number;
}

/** Of a chunk. With what goes around it, it is a message that the transport does not take apart (512 KiB). */
export const CHUNK_BYTES = 508 * 1024;
