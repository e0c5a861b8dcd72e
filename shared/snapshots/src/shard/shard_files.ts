/** Files of a shard while they are copied to the repository or from it. */
import type { BlobSource } from '../blob_store.js';
import type { ShardCounts } from '../snapshots/snapshot.js';

/**
 * Length of the pieces in which a file is read from the disk for a snapshot, one piece at a time.
 */
export const TAKEN_PIECE_BYTES = 1024 * 1024;
/**
 * Length of the pieces in which a file is restored: longer, because a call to a store costs about
 * as much as half a megabyte of transfer.
 */
export const RESTORED_PIECE_BYTES = 4 * 1024 * 1024;

export interface ShardFile {
  readonly name: string;
  readonly source: BlobSource;
}

/** The files of one commit of one shard, which the caller holds until all are read. */
export interface ShardFiles {
  readonly files: readonly ShardFile[];
}

/** Receives the progress of a shard. */
export interface Progress {
  /** Called once, before any bytes are moved, with the totals and the part that is to be moved. */
  planned(counts: ShardCounts): void;
  /** Called with the number of files completed and of bytes moved since the last call. */
  filesDone(files: number, bytes: number): void;
}

/**
 * Receives the files of a restored shard. `write` gets the bytes of one file in order; several
 * files may take turns. `finish` means that all bytes of the file are those of the snapshot.
 */
export interface FileSink {
  begin(files: readonly { readonly name: string; readonly lengthBytes: number }[]): Promise<void>;
  write(name: string, offset: number, bytes: Uint8Array): Promise<void>;
  finish(name: string): Promise<void>;
}
