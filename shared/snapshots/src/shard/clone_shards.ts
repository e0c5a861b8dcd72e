/**
 * Clones the shards of a snapshot under another snapshot's name: the new lists name the same blobs,
 * and nothing is copied.
 */
import { guarded, refuseReadOnly, repositoryError } from '../faults.js';
import type { RepositoryOptions } from '../repository.js';
import type { ShardTaken } from '../snapshots/snapshot.js';
import { someAtOnce } from '../some_at_once.js';
import { totalBytes } from './plan_shard.js';
import { readList, writeList } from './read_list.js';
import { withSnapshot } from './take_shard.js';

export interface CloneRequest {
  /** UUID of the snapshot to clone. */
  readonly source: string;
  readonly target: { readonly name: string; readonly uuid: string };
  readonly indices: readonly CloneIndex[];
  readonly signal?: AbortSignal;
}

interface CloneIndex {
  readonly id: string;
  /** `generation` is the newest list, on which the new one is based. */
  readonly shards: readonly { readonly shard: number; readonly generation: string }[];
}

export interface ClonedShard extends ShardTaken {
  readonly indexId: string;
  readonly shard: number;
}

/** Clones the shards, in the order of the request. `finalizeSnapshot` makes a snapshot of them. */
export function cloneShards(
  repository: RepositoryOptions,
  { source, target, indices, signal }: CloneRequest,
): Promise<ClonedShard[]> {
  return guarded(repository, 'clone a snapshot', async () => {
    refuseReadOnly(repository, 'create snapshot in');
    const shards = indices.flatMap(({ id, shards }) =>
      shards.map((shard) => ({ indexId: id, ...shard })),
    );
    return someAtOnce(shards, async (place) => {
      signal?.throwIfAborted();
      const startMs = repository.nowMs();
      const list = await readList(repository, place, place.generation);
      const cloned = list.snapshots.find(({ uuid }) => uuid === source);
      if (cloned === undefined) {
        const reason = `snapshot [${source}] has no shard [${place.shard}] of index [${place.indexId}]`;
        throw repositoryError(repository, reason);
      }
      const { files } = cloned;
      const timeMs = Math.max(0, repository.nowMs() - startMs);
      const copy = { ...target, startMs, timeMs, newFiles: 0, newBytes: 0, files };
      const generation = await writeList(repository, place, withSnapshot(list, copy));
      const counts = { files: files.length, bytes: totalBytes(files), newFiles: 0, newBytes: 0 };
      return { indexId: place.indexId, shard: place.shard, generation, ...counts };
    });
  });
}
