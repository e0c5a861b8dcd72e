/** Files of a shard on their way into the repository and out of it. */
import type { BlobSource } from '../blob_store.js';
import type { ShardCounts } from '../snapshots/snapshot.js';

/**
 * Length of the pieces in which a file is read from the disk to be taken, one piece of a file at a
 * time.
 */
export const TAKEN_PIECE_BYTES = 1024 * 1024;
/**
 * Length of the pieces in which a file is restored: longer, because a call to a store costs about
 * as much as half a megabyte of its answer.
 */
export const RESTORED_PIECE_BYTES = 4 * 1024 * 1024;

export interface ShardFile {
  readonly name: string;
  readonly source: BlobSource;
}

/** One commit of one shard, which its owner holds until all has been read. */
export interface ShardFiles {
  readonly files: readonly ShardFile[];
}

/** Told how far a shard is. */
export interface Progress {
  /**
   * Once, before anything is moved: how much there is in all, and how much of it is to be moved.
   */
  planned(counts: ShardCounts): void;
  /**
   * As it goes: how many files have become complete since the last call, and how many bytes were
   * moved.
   */
  filesDone(files: number, bytes: number): void;
}

/**
 * Where the files of a restored shard go. `write` gets the bytes of one file in order, those of
 * several files in turns; `finish` means that all bytes of the file are those that were taken.
 */
export interface FileSink {
  begin(files: readonly { readonly name: string; readonly lengthBytes: number }[]): Promise<void>;
  write(name: string, offset: number, bytes: Uint8Array): Promise<void>;
  finish(name: string): Promise<void>;
}
