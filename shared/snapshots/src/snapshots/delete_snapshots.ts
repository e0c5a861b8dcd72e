/**
 * Deletes snapshots: first writes a root without them, and only then removes the blobs that nothing
 * else needs.
 */
import { guarded, refuseReadOnly } from '../faults.js';
import { withIndices } from '../format/root_blob.js';
import { detailsName, globalMetadataName } from '../names.js';
import { type Removed, removeBlobs, removeNamed } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import { checkTurn, commitRoot } from '../root/commit_root.js';
import { loadRoot } from '../root/load_root.js';
import { someAtOnce } from '../some_at_once.js';
import { type KeptIndex, keepIndex } from './kept_index.js';

export interface DeleteRequest {
  /** The newest root that the caller knows of: the new one follows it. */
  readonly expectedGeneration: number;
  readonly uuids: readonly string[];
  /** Checked until the new root is written. */
  readonly signal?: AbortSignal;
}

/** `deletedBlobs` and `deletedBytes` count the blobs of indices, not the snapshots' own blobs. */
export interface RepositoryChange extends Removed {
  /** The generation of the newest root. */
  readonly generation: number;
}

/**
 * Deletes snapshots. Those that the root lacks are deleted already. A root is written even if it
 * lacks all of them, so that an earlier master that is just adding one of them fails. The caller
 * ensures that no shard is being taken at the same time.
 */
export function deleteSnapshots(
  repository: RepositoryOptions,
  { expectedGeneration, uuids, signal }: DeleteRequest,
): Promise<RepositoryChange> {
  return guarded(repository, 'delete snapshots', async () => {
    refuseReadOnly(repository, 'delete snapshot from');
    const loaded = await loadRoot(repository, expectedGeneration);
    const { root } = loaded;
    checkTurn(repository, root, expectedGeneration);
    const asked = new Set(uuids);
    const deleted = root.snapshots.filter(({ uuid }) => asked.has(uuid));
    const snapshots = root.snapshots.filter(({ uuid }) => !asked.has(uuid));
    const staying = new Set(snapshots.map(({ uuid }) => uuid));
    const kept = await someAtOnce(root.indices, async (index): Promise<KeptIndex> => {
      signal?.throwIfAborted();
      const isTouched = index.snapshots.some((uuid) => asked.has(uuid));
      if (!isTouched) return { index, needless: [] };
      return keepIndex(repository, index, (uuid) => staying.has(uuid));
    });
    signal?.throwIfAborted();
    const indices = kept.flatMap(({ index }) => (index === undefined ? [] : [index]));
    const needless = kept.flatMap((one) => one.needless);
    const removes = needless.length > 0;
    const { generation } = await commitRoot(repository, loaded, {
      snapshots: withIndices(snapshots, indices),
      indices,
      removes,
    });
    await removeNamed(
      repository,
      deleted.flatMap((snapshot) => [detailsName(snapshot), globalMetadataName(snapshot)]),
    );
    return { generation, ...(await removeBlobs(repository, needless)) };
  });
}
