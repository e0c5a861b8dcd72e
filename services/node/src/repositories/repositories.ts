/** The repositories that the cluster has registered, as this node reaches them. */
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
   * An operation in a repository by its name. Rejects with repository_missing_exception when there
   * is none.
   */
  async operate<Name extends OperationName>(
    repository: string,
    name: Name,
    request: OperationRequest<Name>,
    options?: OperateOptions,
  ): Promise<OperationReply<Name>> {
    return this.operateIn(this.#parts.state().term, repository, name, request, options);
  }

  /** The same in the name of the master of a term. */
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

  /** Blocks of files, each answered in the memory that its ask has. */
  fetchBlocks({ repository, blocks }: BlocksAsk): void {
    this.operate(repository, 'fetch_blocks', { blocks }).catch((error: unknown) => {
      for (const { answer } of blocks) failBlock(answer, asApiError(error));
    });
  }

  /** Blocks in this folder of the file cache are not needed any more. */
  async dropBlocks(folder: string): Promise<void> {
    if (await this.#parts.fileCache.has(folder)) await this.#thread.dropBlocks(folder);
  }

  /** Throws what is wrong with the type and the settings of a repository. */
  check(record: Registered): void {
    readRepositorySecrets(this.#planOf(record), this.#parts.secureSettings);
  }

  /** Whether nothing is written there. */
  isReadOnly(record: Registered): boolean {
    return this.#planOf(record).isReadOnly;
  }

  /** A new cluster state: what is not registered any more is closed. */
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
