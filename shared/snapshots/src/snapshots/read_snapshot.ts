/** Reads the details and the metadata of one snapshot. */
import { ApiError } from '@skein/errors';
import { BlobMissing } from '../blob_store.js';
import { guarded } from '../faults.js';
import { detailsFromPlain } from '../format/details_blob.js';
import { KIND } from '../format/envelope.js';
import { readMetadata, readOpaque } from '../format/metadata.js';
import type { StoredRoot } from '../format/root_blob.js';
import { detailsName, globalMetadataName, indexMetadataName } from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import { loadRoot } from '../root/load_root.js';
import type { SnapshotDetails } from './snapshot.js';

export function readDetails(repository: RepositoryOptions, uuid: string): Promise<SnapshotDetails> {
  const blob = { kind: KIND.details, name: detailsName(uuid) };
  return guarded(repository, 'read a snapshot', () =>
    orMissing(repository, uuid, () => readMetadata(repository, blob, detailsFromPlain)),
  );
}

/** As it was given to `finalizeSnapshot`; snapshots without global state have none. */
export function readGlobalMetadata(
  repository: RepositoryOptions,
  uuid: string,
): Promise<Uint8Array> {
  const blob = { kind: KIND.globalMetadata, name: globalMetadataName(uuid) };
  return guarded(repository, 'read global metadata', () =>
    orMissing(repository, uuid, () => readOpaque(repository, blob)),
  );
}

/** As it was given to `finalizeSnapshot`. `root`: one that has the snapshot, for those who ask for many indices. */
export function readIndexMetadata(
  repository: RepositoryOptions,
  uuid: string,
  indexName: string,
  root?: StoredRoot,
): Promise<Uint8Array> {
  return guarded(repository, 'read the metadata of an index', async () => {
    const { indices } = root ?? (await loadRoot(repository, -1)).root;
    const index = indices.find((one) => one.name === indexName && one.snapshots.includes(uuid));
    const key = index?.metadata[index.snapshots.indexOf(uuid)];
    if (index === undefined || key === undefined) {
      const reason = `[${repository.name}] snapshot [${uuid}] does not have index [${indexName}]`;
      throw new ApiError('index_not_found_exception', reason);
    }
    const name = indexMetadataName(index.id, key);
    return readOpaque(repository, { kind: KIND.indexMetadata, name });
  });
}

async function orMissing<T>(
  { name }: RepositoryOptions,
  uuid: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    throw new ApiError('snapshot_missing_exception', `[${name}:${uuid}] is missing`);
  }
}
