/**
 * The operations that shards need of the remote store, addressed by repository. Each rejects when
 * the store does not answer.
 */
import type { LogClaim, LogPlace } from '@skein/cluster';
import type { RemoteRecord } from '@skein/shard';

interface RemoteShardPlace {
  /** The index's folder in the repository. */
  readonly indexId: string;
  readonly shard: number;
}

export interface RemotePort {
  findEnd(
    repository: string,
    request: RemoteShardPlace & { readonly segment: number | undefined },
  ): Promise<{ readonly number: number | undefined }>;
  read(
    repository: string,
    request: RemoteShardPlace & { readonly at: LogPlace },
  ): Promise<{ readonly content: { readonly record: RemoteRecord } | undefined }>;
  create(
    repository: string,
    request: RemoteShardPlace & {
      readonly at: LogPlace;
      readonly content: { readonly record: RemoteRecord; readonly metadataVersion: number };
    },
  ): Promise<{ readonly isNew: boolean }>;
  trim(
    repository: string,
    request: RemoteShardPlace & {
      readonly fromSegment: number;
      readonly toSegment: number;
      readonly kept: string;
      readonly before: string | undefined;
    },
  ): Promise<unknown>;
  /** Uploads the files of a commit, which the caller keeps in the shard's folder meanwhile. */
  takeCommit(
    repository: string,
    request: RemoteShardPlace & {
      readonly before: string | undefined;
      readonly path: string;
      readonly commit: number;
    },
    signal: AbortSignal,
  ): Promise<{ readonly list: string; readonly newBytes: number }>;
  writeMetadata(
    repository: string,
    request: {
      readonly indexId: string;
      readonly owner: string;
      readonly version: number;
      readonly payload: Uint8Array;
    },
  ): Promise<unknown>;
  /** Claims the log, and downloads the shard's initial files to a folder. */
  restore(
    repository: string,
    request: RemoteShardPlace & {
      readonly claim: LogClaim;
      readonly metadataVersion: number;
      readonly path: string;
    },
    signal: AbortSignal,
  ): Promise<{
    readonly commit: number | undefined;
    readonly tail: readonly string[];
    readonly bytes: number;
  }>;
}
