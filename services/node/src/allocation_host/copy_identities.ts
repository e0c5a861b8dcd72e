/**
 * Which copy of a shard lies in its folder: its allocation id, beside the folder, durable before
 * the copy counts as started. A copy is found by it after a restart, and never opened as another.
 */
import type { StoredCopy } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { StateStore } from '../master_service/mod.js';
import type { ShardRef } from './allocation_calls.js';

const NO_OPERATIONS = -1;

export class CopyIdentities {
  readonly #file: (name: string) => StateStore;
  readonly #maxSeqNoIn: (folder: string) => number | undefined;

  /**
   * `file`: a small durable file below the data path; `maxSeqNoIn`: of the newest commit in a
   * shard's folder below it.
   */
  constructor(
    file: (name: string) => StateStore,
    maxSeqNoIn: (folder: string) => number | undefined,
  ) {
    this.#file = file;
    this.#maxSeqNoIn = maxSeqNoIn;
  }

  /** Resolves when it survives a power cut. */
  async save(shard: ShardRef, allocationId: string): Promise<void> {
    await this.#file(nameOf(shard)).save(new TextEncoder().encode(allocationId));
  }

  /** Undefined when there is no copy. Rejects when the file is damaged. */
  async load(shard: ShardRef): Promise<string | undefined> {
    const bytes = await this.#file(nameOf(shard)).load();
    return bytes && new TextDecoder().decode(bytes);
  }

  /** The copy as the master wants to hear of it; a damaged one says why. */
  async find(shard: ShardRef): Promise<StoredCopy | null> {
    try {
      const allocationId = await this.load(shard);
      if (allocationId === undefined) return null;
      return { allocationId, maxSeqNo: this.#maxSeqNoIn(folderOf(shard)) ?? NO_OPERATIONS };
    } catch (thrown) {
      return {
        allocationId: '_unreadable_',
        maxSeqNo: NO_OPERATIONS,
        failure: asApiError(thrown).reason,
      };
    }
  }
}

function folderOf({ indexUuid, shardId }: ShardRef): string {
  return `indices/${indexUuid}/${shardId}`;
}

function nameOf(shard: ShardRef): string {
  return `${folderOf(shard)}.copy`;
}
