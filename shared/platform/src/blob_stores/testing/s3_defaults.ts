/** For tests: what a repository of S3 has unless its settings say otherwise. */
import type { S3ClientOptions, S3StoreOptions } from '../s3/s3_options.js';

export const S3_CLIENT: Omit<S3ClientOptions, 'endpoint'> = {
  region: undefined,
  isPlain: false,
  pathStyle: true,
  connectTimeoutMs: 10_000,
  readTimeoutMs: 50_000,
  requestTimeoutMs: 300_000,
  maxConnections: 50,
  maxRetries: 3,
  isThrottled: true,
  proxy: undefined,
  credentials: { kind: 'environment' },
};

export const S3_STORE: Omit<S3StoreOptions, 'bucket' | 'prefix' | 'client'> = {
  isReadOnly: false,
  partBytes: 5 * 1024 ** 2,
  removeBatch: 1_000,
  expectedOwner: undefined,
  object: { encryption: undefined, storageClass: undefined, cannedAcl: undefined },
};
