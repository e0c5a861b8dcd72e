/**
 * Messages that carry the files of a commit from a primary to a copy that starts from them or
 * follows it. Plain data.
 */
import type { CommitFile } from '@skein/engine';

/**
 * The number of a recovery attempt, given by the target; or the name of a segment round, given by
 * the primary.
 */
export type FileAttempt = number | string;

export type FileMessage = {
  /** Allocation id of the addressed copy. */
  readonly to: string;
  readonly attempt: FileAttempt;
} & (
  | { readonly kind: 'begin'; readonly files: readonly CommitFile[] }
  /** A part of a file; parts may come in any order. */
  | {
      readonly kind: 'chunk';
      readonly file: CommitFile;
      readonly offset: number;
      readonly bytes: Uint8Array;
      readonly crc: number;
    }
  /** `crc`: checksum of the whole file. */
  | { readonly kind: 'end'; readonly file: CommitFile; readonly crc: number }
);

/** The target's answer to a message. */
export interface FileAnswer {
  /** For `begin`: the files that the target has already. */
  readonly present: readonly string[];
}

export interface FileReply extends FileAnswer {
  /** Number of chunks that may be under way at once from now on. */
  readonly chunksAtOnce: number;
}

/**
 * Size of a chunk. With its envelope it fits into a message that the transport does not split (512
 * KiB).
 */
export const CHUNK_BYTES = 508 * 1024;
