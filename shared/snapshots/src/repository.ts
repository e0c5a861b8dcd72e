/**
 * The parameters that every operation on a repository needs: the store, clock and UUIDs, and the
 * cluster that writes.
 */
import type { Log, Turns } from '@skein/base';
import type { BlobStore } from './blob_store.js';

export interface RepositoryOptions {
  /** For messages: `[name] …`. */
  readonly name: string;
  readonly store: BlobStore;
  readonly nowMs: () => number;
  /** 22 characters of base64url, never the same twice. */
  readonly newUuid: () => string;
  readonly writer: Writer;
  /** Metadata is compressed. */
  readonly isCompressed: boolean;
  /** No data blob is longer than that; undefined: a blob is as long as its file. */
  readonly chunkBytes: number | undefined;
  /**
   * Told the length of each metadata blob that was read and decompressed, before it is decoded.
   * What it throws ends the operation.
   */
  readonly onMetadataRead?: (bytes: number) => void;
  /** Long work in between gives others their turn. */
  readonly turns: Turns;
  /** Told of blobs that could not be removed: no snapshot needs them and `cleanUp` finds them. */
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
