/**
 * The repository thread, as the main thread sees it. It starts when it is first needed, and ends
 * after an idle time, because its modules take much memory.
 */
import type { Log, TimerHandle, Timers } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import { clusterSettings, isSearchableSnapshot } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { CallHandlers } from '@skein/platform';
import { CLUSTER, readSetting } from '@skein/settings';
import { type ThreadLink, writeLine } from '../shard_host/mod.js';
import type { OperationName, OperationReply, OperationRequest } from './operations.js';
import type {
  CopyProgress,
  RepositoryHostCalls,
  RepositoryRef,
  RepositoryThreadCalls,
} from './repository_calls.js';

type RepositoryLink = ThreadLink<RepositoryThreadCalls>;

export interface RepositorySpawner {
  repositoryThread(
    name: string,
    handlers: CallHandlers<RepositoryHostCalls>,
    onDeath: (error: ApiError) => void,
  ): RepositoryLink;
}

export interface RepositoryThreadParts {
  readonly spawner: RepositorySpawner;
  readonly timers: Timers;
  readonly log: Log;
  readonly state: () => ClusterState;
}

export interface OperateOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

const IDLE_MS = 60_000;

export class RepositoryThread {
  readonly #parts: RepositoryThreadParts;
  readonly #progress = new Map<number, (progress: CopyProgress) => void>();
  #link: RepositoryLink | undefined;
  #jobs = 0;
  #underWay = 0;
  #idle: TimerHandle | undefined;
  #started = 0;
  #isStopped = false;

  constructor(parts: RepositoryThreadParts) {
    this.#parts = parts;
  }

  async operate<Name extends OperationName>(
    repository: RepositoryRef,
    name: Name,
    request: OperationRequest<Name>,
    { signal, onProgress }: OperateOptions = {},
  ): Promise<OperationReply<Name>> {
    signal?.throwIfAborted();
    const { channel } = this.#running();
    const job = ++this.#jobs;
    const cancel = () => void channel.call('cancel', { job }).catch(() => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    if (onProgress !== undefined) this.#progress.set(job, onProgress);
    this.#underWay++;
    try {
      const settings = clusterSettings(this.#parts.state());
      const recoveryBytesPerSecond = readSetting(settings, CLUSTER.recovery.maxBytes);
      const asked = { job, repository, name, request, recoveryBytesPerSecond };
      // The thread answers the operation that it was asked for.
      return (await channel.call('operate', asked)) as OperationReply<Name>;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#progress.delete(job);
      this.#underWay--;
      this.#restSoon();
    }
  }

  async dropBlocks(folder: string): Promise<void> {
    const { channel } = this.#running();
    this.#underWay++;
    try {
      await channel.call('drop_blocks', { folder });
    } finally {
      this.#underWay--;
      this.#restSoon();
    }
  }

  /** Closes the repository in the thread, because it was removed or registered again. */
  forget(uuid: string): void {
    void this.#link?.channel.call('forget', { uuid }).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#idle?.cancel();
    await this.#link?.terminate();
  }

  #running(): RepositoryLink {
    if (this.#isStopped) throw new ApiError('node_closed_exception', 'node closed');
    this.#idle?.cancel();
    this.#idle = undefined;
    this.#link ??= this.#spawn();
    return this.#link;
  }

  #spawn(): RepositoryLink {
    const handlers: CallHandlers<RepositoryHostCalls> = {
      log: (line) => {
        writeLine(this.#parts.log, line);
        return {};
      },
      progress: ({ job, progress }) => {
        this.#progress.get(job)?.(progress);
        return {};
      },
    };
    this.#started++;
    const link = this.#parts.spawner.repositoryThread(
      `repositories-${this.#started}`,
      handlers,
      () => {
        if (this.#link === link) this.#link = undefined;
      },
    );
    return link;
  }

  /**
   * True when the cluster has a searchable snapshot: then the thread keeps running, so that
   * searches that need blocks do not wait for it to start.
   */
  #isSearched(): boolean {
    const { metadata } = this.#parts.state();
    return [...metadata.indices.values()].some(isSearchableSnapshot);
  }

  #restSoon(): void {
    if (this.#underWay > 0 || this.#isStopped) return;
    this.#idle?.cancel();
    this.#idle = this.#parts.timers.after(IDLE_MS, () => {
      if (this.#isSearched()) {
        this.#restSoon();
        return;
      }
      const link = this.#link;
      this.#link = undefined;
      void link?.terminate();
    });
  }
}
