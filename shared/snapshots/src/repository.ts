/**
 * The parameters that every operation on a repository needs: the store, clock and UUIDs, and the
 * cluster that writes.
 */
import type { Log, Turns } from '@skein/base';
import type { BlobStore } from './blob_store.js';

export interface RepositoryOptions {
  /** The name in error messages: `[name] …`. */
  readonly name: string;
  readonly store: BlobStore;
  readonly nowMs: () => number;
  /** Returns 22 characters of base64url, never the same twice. */
  readonly newUuid: () => string;
  readonly writer: Writer;
  /** True when metadata is compressed. */
  readonly isCompressed: boolean;
  /** The longest data blob; `undefined` makes a blob as long as its file. */
  readonly chunkBytes: number | undefined;
  /**
   * Called with the length of each metadata blob after it is read and decompressed, and before it
   * is decoded. An error that it throws ends the operation.
   */
  readonly onMetadataRead?: (bytes: number) => void;
  /** Lets long computations give other work a turn. */
  readonly turns: Turns;
  /**
   * Receives warnings of blobs that could not be removed: no snapshot needs them, and `cleanUp`
   * finds them.
   */
  readonly log?: Pick<Log, 'warn'>;
}

/**
 * The writer of roots: a cluster, and the term of its master, which decides between two masters of
 * one cluster.
 */
export interface Writer {
  readonly clusterUuid: string;
  readonly term: number;
}
