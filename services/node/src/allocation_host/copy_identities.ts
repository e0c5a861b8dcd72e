/**
 * Identifies the shard copy in a folder: its allocation id, stored beside the folder and durable
 * before the copy counts as started. It identifies the copy after a restart, so that it is never
 * opened as another one.
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
   * `file`: a small durable file below the data path. `maxSeqNoIn`: highest sequence number of the
   * newest commit in a shard's folder.
   */
  constructor(
    file: (name: string) => StateStore,
    maxSeqNoIn: (folder: string) => number | undefined,
  ) {
    this.#file = file;
    this.#maxSeqNoIn = maxSeqNoIn;
  }

  /** Resolves when the id survives a power cut. */
  async save(shard: ShardRef, allocationId: string): Promise<void> {
    await this.#file(nameOf(shard)).save(new TextEncoder().encode(allocationId));
  }

  /** Undefined if there is no copy. Rejects when the file is damaged. */
  async load(shard: ShardRef): Promise<string | undefined> {
    const bytes = await this.#file(nameOf(shard)).load();
    return bytes && new TextDecoder().decode(bytes);
  }

  /** The copy in the form the master needs; a damaged one carries the reason. */
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
