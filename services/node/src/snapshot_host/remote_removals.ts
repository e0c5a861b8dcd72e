/**
 * Removes from the remote store what deleted indices have left there. The master that deletes an
 * index does this. Each new master does it again as long as the cluster state holds the index's
 * tombstone, as an earlier master may have ended before it was done. Repeated removal changes
 * nothing, and files that another index has taken over stay.
 */
import type { Log, TimerHandle, Timers } from '@skein/base';
import { type ClusterState, type Tombstone, tombstoneOf } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { Repositories } from '../repositories/mod.js';

interface RemoteRemovalsParts {
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
    const { localNodeId } = this.#parts;
    if (current.masterNodeId !== localNodeId) return;
    if (previous.masterNodeId !== localNodeId) this.#removeAll(current.metadata.tombstones);
    else this.#removeAll(deletedSince(previous, current));
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#waiting) timer.cancel();
  }

  #removeAll(tombstones: readonly Tombstone[]): void {
    for (const tombstone of tombstones) {
      if (tombstone.remote !== undefined) void this.#remove(tombstone, 1);
    }
  }

  async #remove(tombstone: Tombstone, attempt: number): Promise<void> {
    const { repositories, log } = this.#parts;
    const { name, uuid: owner, remote } = tombstone;
    if (remote === undefined) return;
    const { repository, indexId } = remote;
    try {
      await repositories.operate(repository, 'remote_remove_index', { indexId, owner });
    } catch (error) {
      const { reason } = asApiError(error);
      log.warn('remote store of a deleted index not emptied', { index: name, attempt, reason });
      if (attempt < MOST_ATTEMPTS && !this.#isStopped) this.#later(tombstone, attempt + 1);
    }
  }

  #later(tombstone: Tombstone, attempt: number): void {
    const timer = this.#parts.timers.after(PAUSE_MS, () => {
      this.#waiting.delete(timer);
      void this.#remove(tombstone, attempt);
    });
    this.#waiting.add(timer);
  }
}

/**
 * The indices that `current` lacks. They are found by comparing indices, not by tombstones: when
 * very many indices are deleted at once, not all of them have one.
 */
function deletedSince(previous: ClusterState, current: ClusterState): readonly Tombstone[] {
  if (previous.metadata.indices === current.metadata.indices) return [];
  const present = new Set([...current.metadata.indices.values()].map(({ uuid }) => uuid));
  const gone = [...previous.metadata.indices.values()].filter(({ uuid }) => !present.has(uuid));
  return gone.map((index) => tombstoneOf(index, 0));
}
