/** The cluster's registered repositories, as this node reaches them. */
import { type ClusterState, type RepositoryRecord, requireRepository } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { type BlocksAsk, type FileCache, failBlock } from '@skein/platform';
import type { OperationName, OperationReply, OperationRequest } from './operations.js';
import { type RepositoryNode, readRepository } from './read_repository.js';
import type { RepositoryRef } from './repository_calls.js';
import type { RepositoryPlan } from './repository_plan.js';
import { readRepositorySecrets } from './repository_secrets.js';
import {
  type OperateOptions,
  RepositoryThread,
  type RepositoryThreadParts,
} from './repository_thread.js';

export interface RepositoriesParts extends RepositoryThreadParts, RepositoryNode {
  readonly fileCache: Pick<FileCache, 'has'>;
}

type Registered = Pick<RepositoryRecord, 'name' | 'type' | 'settings'>;

export class Repositories {
  readonly #parts: RepositoriesParts;
  readonly #thread: RepositoryThread;

  constructor(parts: RepositoriesParts) {
    this.#parts = parts;
    this.#thread = new RepositoryThread(parts);
  }

  /**
   * Runs an operation in the repository of this name. Rejects with repository_missing_exception
   * when no such repository is registered.
   */
  async operate<Name extends OperationName>(
    repository: string,
    name: Name,
    request: OperationRequest<Name>,
    options?: OperateOptions,
  ): Promise<OperationReply<Name>> {
    return this.operateIn(this.#parts.state().term, repository, name, request, options);
  }

  /** Runs an operation on behalf of the master of this term. */
  async operateIn<Name extends OperationName>(
    term: number,
    repository: string,
    name: Name,
    request: OperationRequest<Name>,
    options?: OperateOptions,
  ): Promise<OperationReply<Name>> {
    const record = requireRepository(this.#parts.state(), repository);
    return this.#thread.operate(this.#refOf(record, term), name, request, options);
  }

  /** Fetches blocks of files; each answer is written to the shared memory of its request. */
  fetchBlocks({ repository, blocks }: BlocksAsk): void {
    this.operate(repository, 'fetch_blocks', { blocks }).catch((error: unknown) => {
      for (const { answer } of blocks) failBlock(answer, asApiError(error));
    });
  }

  /** Drops the blocks in this folder of the file cache. */
  async dropBlocks(folder: string): Promise<void> {
    if (await this.#parts.fileCache.has(folder)) await this.#thread.dropBlocks(folder);
  }

  /** Throws an error that says what is wrong with a repository's type or settings. */
  check(record: Registered): void {
    readRepositorySecrets(this.#planOf(record), this.#parts.secureSettings);
  }

  /** True when nothing may be written to the repository. */
  isReadOnly(record: Registered): boolean {
    return this.#planOf(record).isReadOnly;
  }

  /** Closes the repositories that the new cluster state no longer has. */
  apply(previous: ClusterState, next: ClusterState): void {
    const before = previous.metadata.repositories;
    const after = next.metadata.repositories;
    if (before === after) return;
    for (const { name, uuid } of before.values()) {
      if (after.get(name)?.uuid !== uuid) this.#thread.forget(uuid);
    }
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #refOf(record: RepositoryRecord, term: number): RepositoryRef {
    const { secureSettings, state } = this.#parts;
    const { metadata } = state();
    const plan = this.#planOf(record);
    return {
      uuid: record.uuid,
      plan,
      secrets: readRepositorySecrets(plan, secureSettings),
      writer: { clusterUuid: metadata.clusterUuid, term },
    };
  }

  #planOf({ name, type, settings }: Registered): RepositoryPlan {
    const given = { name, type, settings: new Map(Object.entries(settings)) };
    return readRepository(given, this.#parts);
  }
}
