/**
 * A registered repository as a node has read it: where its blobs are, and how they are written. It
 * is plain data that crosses threads, and holds no secret.
 */
import type { S3StoreOptions } from '@skein/platform';
import type { S3ClientConfig } from '../config/s3_client.js';

export interface RepositoryPlan {
  readonly name: string;
  readonly type: string;
  readonly isReadOnly: boolean;
  /** True when metadata is compressed. */
  readonly isCompressed: boolean;
  /** The most bytes of a data blob; undefined if a blob may be as long as its file. */
  readonly chunkBytes: number | undefined;
  /** The most bytes per second that a node writes; undefined for no limit. */
  readonly maxSnapshotBytes: number | undefined;
  /** The most bytes per second that a node reads; the limit of recoveries holds too. */
  readonly maxRestoreBytes: number | undefined;
  readonly store: StorePlan;
}

export type StorePlan = FolderPlan | SitePlan | BucketPlan;

interface FolderPlan {
  readonly kind: 'folder';
  /** An absolute path. */
  readonly path: string;
}

interface SitePlan {
  readonly kind: 'site';
  readonly url: string;
  readonly maxRetries: number;
  readonly socketTimeoutMs: number;
}

export interface BucketPlan {
  readonly kind: 'bucket';
  /** The name of the client whose secrets are in the keystore. */
  readonly clientName: string;
  readonly client: S3ClientConfig;
  readonly bucket: Omit<S3StoreOptions, 'client' | 'isReadOnly'>;
}
