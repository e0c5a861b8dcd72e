/**
 * A registered repository as a node has read it: where its blobs are, and how they are written.
 * Plain data, which crosses threads; no secret is in it.
 */
import type { S3StoreOptions } from '@skein/platform';
import type { S3ClientConfig } from '../config/s3_client.js';

export interface RepositoryPlan {
  readonly name: string;
  readonly type: string;
  readonly isReadOnly: boolean;
  /** Metadata is compressed. */
  readonly isCompressed: boolean;
  /** No data blob is longer than that; undefined: a blob is as long as its file. */
  readonly chunkBytes: number | undefined;
  /** Of a node, in a second; undefined: as fast as it goes. */
  readonly maxSnapshotBytes: number | undefined;
  /** The same, beside the limit of recoveries. */
  readonly maxRestoreBytes: number | undefined;
  readonly store: StorePlan;
}

export type StorePlan = FolderPlan | SitePlan | BucketPlan;

interface FolderPlan {
  readonly kind: 'folder';
  /** A whole path. */
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
  /** Of the client, whose secrets are in the keystore. */
  readonly clientName: string;
  readonly client: S3ClientConfig;
  readonly bucket: Omit<S3StoreOptions, 'client' | 'isReadOnly'>;
}
