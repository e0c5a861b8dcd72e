/** Removes blobs that nothing names. Failed operations leave such blobs. */
import type { BlobEntry } from '../blob_store.js';
import { guarded, refuseReadOnly } from '../faults.js';
import { type StoredRoot, withIndices } from '../format/root_blob.js';
import { detailsName, globalMetadataName, indexIdOf, isOurs } from '../names.js';
import { removeBlobs } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import { checkTurn, commitRoot, removeOldRoots } from '../root/commit_root.js';
import { loadRoot } from '../root/load_root.js';
import { someAtOnce } from '../some_at_once.js';
import type { RepositoryChange } from './delete_snapshots.js';
import { keepIndex } from './kept_index.js';

/**
 * Removes such blobs, and rewrites lists of shards without snapshots that the root lacks. The
 * caller ensures that no shard is being taken at the same time.
 */
export function cleanUp(
  repository: RepositoryOptions,
  expectedGeneration: number,
  signal?: AbortSignal,
): Promise<RepositoryChange> {
  return guarded(repository, 'clean up', async () => {
    refuseReadOnly(repository, 'clean up');
    const loaded = await loadRoot(repository, expectedGeneration);
    const { root, listed } = loaded;
    checkTurn(repository, root, expectedGeneration);
    const staying = new Set(root.snapshots.map(({ uuid }) => uuid));
    const kept = await someAtOnce(root.indices, (index) => {
      signal?.throwIfAborted();
      return keepIndex(repository, index, (uuid) => staying.has(uuid));
    });
    const strange = await listStrange(repository, root);
    const needless = [...kept.flatMap((one) => one.needless), ...strange];
    signal?.throwIfAborted();
    if (needless.length === 0) {
      await removeOldRoots(repository, listed, root.generation);
      return { generation: root.generation, deletedBlobs: 0, deletedBytes: 0 };
    }
    const indices = kept.flatMap(({ index }) => (index === undefined ? [] : [index]));
    const snapshots = withIndices(root.snapshots, indices);
    const { generation } = await commitRoot(repository, loaded, {
      snapshots,
      indices,
      removes: true,
    });
    return { generation, ...(await removeBlobs(repository, needless)) };
  });
}

/** Lists our blobs that belong to no index and no snapshot of the root. */
async function listStrange(
  { store }: RepositoryOptions,
  { snapshots, indices }: StoredRoot,
): Promise<BlobEntry[]> {
  const known = new Set(
    snapshots.flatMap((snapshot) => [detailsName(snapshot), globalMetadataName(snapshot)]),
  );
  const ids = new Set(indices.map(({ id }) => id));
  const strange: BlobEntry[] = [];
  for await (const entry of store.list('')) {
    const { name } = entry;
    const id = indexIdOf(name);
    const isKnown = id === undefined ? known.has(name) : ids.has(id);
    if (isOurs(name) && !isKnown) strange.push(entry);
  }
  return strange;
}
