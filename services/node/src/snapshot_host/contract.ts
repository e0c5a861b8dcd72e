/** Snapshots and their repositories, as endpoints see them. */
import type { RepositoryRecord, SnapshotName } from '@skein/cluster';
import type { OperationName, OperationReply, OperationRequest } from '../repositories/mod.js';
import type { TakingProgress } from './shard_takings.js';

export interface EndedWork {
  readonly result: 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'ABORTED';
  readonly reason?: string | undefined;
}

export interface Snapshots {
  /** Throws what is wrong with the type and the settings of a repository. */
  check(record: Pick<RepositoryRecord, 'name' | 'type' | 'settings'>): void;
  /** Throws when the repository is missing, or is only read. */
  checkWritable(repository: string): void;
  /**
   * The nodes that work in the repository, each of which was asked; rejects with
   * repository_verification_exception when one cannot.
   */
  verify(
    repository: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  operate<Name extends OperationName>(
    repository: string,
    name: Name,
    request: OperationRequest<Name>,
    signal: AbortSignal,
  ): Promise<OperationReply<Name>>;
  /** Removes snapshots, or what no snapshot uses when none is named; resolves when that is done. */
  remove(
    repository: string,
    snapshots: readonly SnapshotName[],
    options: { readonly masterTimeoutMs: number; readonly signal: AbortSignal },
  ): Promise<{ readonly blobs: number; readonly bytes: number } | undefined>;
  /** How the work of this record ended, when it has. */
  ended(
    kind: 'snapshots' | 'snapshotDeletions' | 'restores',
    uuid: string,
    signal: AbortSignal,
  ): Promise<EndedWork>;
  /** How far the shards of these snapshots are, of all nodes that answer. */
  progress(uuids: readonly string[], signal: AbortSignal): Promise<readonly TakingProgress[]>;
  newUuid(): string;
}
