/**
 * What deleted indices have left in their remote store is removed by the master that deletes them. If that ends before, it stays: nobody but a restore that names the
 * index would find it.
 */
import type { Log, TimerHandle, Timers } from '@skein/base';
import { type ClusterState, type IndexMetadata, isRemote } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { INDEX, readSetting } from '@skein/settings';
import type { Repositories } from '../repositories/mod.js';

export interface RemoteRemovalsParts {
  readonly localNodeId: string;
  readonly repositories: Pick<Repositories, 'operate'>;
  readonly timers: Timers;
  readonly log: Log;
}

const PAUSE_MS = 2000;
const MOST_ATTEMPTS = 30;

export class RemoteRemovals {
  readonly #parts: RemoteRemovalsParts;
  readonly #waiting = new Set<TimerHandle>();
  #isStopped = false;

  constructor(parts: RemoteRemovalsParts) {
    this.#parts = parts;
  }

  apply(previous: ClusterState, current: ClusterState): void {
    if (previous.metadata.indices === current.metadata.indices) return;
    if (current.masterNodeId !== this.#parts.localNodeId) return;
    const present = new Set([...current.metadata.indices.values()].map(({ uuid }) => uuid));
    for (const index of previous.metadata.indices.values()) {
      if (isRemote(index.settings) && !present.has(index.uuid)) void this.#remove(index, 1);
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#waiting) timer.cancel();
  }

  async #remove(index: IndexMetadata, attempt: number): Promise<void> {
    const { repositories, log } = this.#parts;
    const { segmentRepository, path } = INDEX.remoteStore;
    const { name, uuid: owner, settings } = index;
    const request = { indexId: settings.get(path.key) ?? owner, owner };
    const repository = readSetting(settings, segmentRepository);
    try {
      await repositories.operate(repository, 'remote_remove_index', request);
    } catch (error) {
      const { reason } = asApiError(error);
      log.warn('remote store of a deleted index not emptied', { index: name, attempt, reason });
      if (attempt < MOST_ATTEMPTS && !this.#isStopped) this.#later(index, attempt + 1);
    }
  }

  #later(index: IndexMetadata, attempt: number): void {
    const timer = this.#parts.timers.after(PAUSE_MS, () => {
      this.#waiting.delete(timer);
      void this.#remove(index, attempt);
    });
    this.#waiting.add(timer);
  }
}
