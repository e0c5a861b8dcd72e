/**
 * Work on the folders of shards, one piece at a time for each folder: a shard is not opened before
 * its predecessor is closed, and the folder of a deleted index is removed after its shards are
 * closed.
 */
import type { Log } from '@skein/base';
import type { ClusterState } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { indexFolder } from './desired_shards.js';
import type { ShardKey } from './threads/thread_calls.js';

interface FolderWorkOptions {
  /** `path.data`. */
  readonly dataPath: string;
  /** Removes a folder and its content; does nothing if the folder does not exist. */
  readonly removeFolder: (path: string) => Promise<void>;
  /**
   * Called when the folder of a deleted index is removed, so that other data of the index can go
   * too.
   */
  readonly onRemoved: (indexUuid: string) => void;
  readonly log: Log;
}

export class FolderWork {
  readonly #options: FolderWorkOptions;
  /** The last queued piece of work on each shard's folder. */
  readonly #last = new Map<ShardKey, Promise<void>>();
  readonly #removals = new Set<Promise<void>>();
  #sweptTombstones = false;

  constructor(options: FolderWorkOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when everything queued earlier for this folder is done. An error is logged, and the
   * next piece of work runs.
   */
  after(key: ShardKey, work: () => Promise<void>): void {
    const before = this.#last.get(key) ?? Promise.resolve();
    const now = before.then(work).catch((error: unknown) => {
      this.#options.log.warn('shard did not close or open cleanly', {
        shard: key,
        error: asApiError(error).reason,
      });
    });
    this.#last.set(key, now);
    void now.then(() => {
      if (this.#last.get(key) === now) this.#last.delete(key);
    });
  }

  /** Resolves when everything queued earlier for this folder is done. */
  async free(key: ShardKey): Promise<void> {
    await this.#last.get(key);
  }

  /**
   * Removes the folders of deleted indices: those of this change and, on the first call, those
   * deleted while the node was down.
   */
  removeDeleted(previous: ClusterState, next: ClusterState): void {
    if (this.#sweptTombstones && previous.metadata.indices === next.metadata.indices) return;
    const present = new Set([...next.metadata.indices.values()].map((index) => index.uuid));
    const gone = new Set<string>();
    for (const index of previous.metadata.indices.values()) {
      if (!present.has(index.uuid)) gone.add(index.uuid);
    }
    if (!this.#sweptTombstones) {
      this.#sweptTombstones = true;
      for (const { uuid } of next.metadata.tombstones) if (!present.has(uuid)) gone.add(uuid);
    }
    for (const uuid of gone) this.#removeIndexFolder(uuid);
  }

  #removeIndexFolder(uuid: string): void {
    const { dataPath, removeFolder, onRemoved, log } = this.#options;
    const open = [...this.#last].filter(([key]) => key.startsWith(`${uuid}/`));
    const removal = Promise.all(open.map(([, work]) => work))
      .then(() => removeFolder(indexFolder(dataPath, uuid)))
      .then(() => onRemoved(uuid))
      .catch((error: unknown) => {
        log.error('folder of a deleted index not removed', {
          uuid,
          error: asApiError(error).reason,
        });
      });
    this.#removals.add(removal);
    void removal.then(() => this.#removals.delete(removal));
  }

  /** Resolves when no work is left. */
  async settled(): Promise<void> {
    await Promise.all([...this.#last.values(), ...this.#removals]);
  }
}
