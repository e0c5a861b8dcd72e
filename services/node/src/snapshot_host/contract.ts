/** Snapshots and their repositories, as endpoints see them. */
import type { RepositoryRecord, SnapshotName } from '@skein/cluster';
import type { OperationName, OperationReply, OperationRequest } from '../repositories/mod.js';
import type { TakingProgress } from './shard_takings.js';

export interface EndedWork {
  readonly result: 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'ABORTED';
  readonly reason?: string | undefined;
}

export interface Snapshots {
  /** Throws an error that says what is wrong with a repository's type or settings. */
  check(record: Pick<RepositoryRecord, 'name' | 'type' | 'settings'>): void;
  /** Throws when the repository is missing or read-only. */
  checkWritable(repository: string): void;
  /**
   * Asks each node that works in the repository to read and write there. Resolves with these nodes;
   * rejects with repository_verification_exception when one of them fails. If the repository is
   * read-only, only this node reads it.
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
  /**
   * Removes snapshots and resolves when they are removed. If `snapshots` is empty, removes the
   * files that no snapshot uses, and resolves with their number and size.
   */
  remove(
    repository: string,
    snapshots: readonly SnapshotName[],
    options: { readonly masterTimeoutMs: number; readonly signal: AbortSignal },
  ): Promise<{ readonly blobs: number; readonly bytes: number } | undefined>;
  /** Waits for the end of a record's work and resolves with its outcome. */
  ended(
    kind: 'snapshots' | 'snapshotDeletions' | 'restores',
    uuid: string,
    signal: AbortSignal,
  ): Promise<EndedWork>;
  /** The progress of the shards of these snapshots, from all nodes that answer. */
  progress(uuids: readonly string[], signal: AbortSignal): Promise<readonly TakingProgress[]>;
  newUuid(): string;
}
