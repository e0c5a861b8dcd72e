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
import type { RootSnapshot, SnapshotDetails } from './snapshot.js';

/** Reads the details. `root` is a root that has the snapshot, for callers that read many. */
export function readDetails(
  repository: RepositoryOptions,
  uuid: string,
  root?: StoredRoot,
): Promise<SnapshotDetails> {
  return guarded(repository, 'read a snapshot', () =>
    orMissing(repository, uuid, async () => {
      const name = detailsName(await snapshotIn(repository, uuid, root));
      return readMetadata(repository, { kind: KIND.details, name }, detailsFromPlain);
    }),
  );
}

/** The bytes that were given to `finalizeSnapshot`; snapshots without global state have none. */
export function readGlobalMetadata(
  repository: RepositoryOptions,
  uuid: string,
): Promise<Uint8Array> {
  return guarded(repository, 'read global metadata', () =>
    orMissing(repository, uuid, async () => {
      const name = globalMetadataName(await snapshotIn(repository, uuid));
      return readOpaque(repository, { kind: KIND.globalMetadata, name });
    }),
  );
}

/** Throws snapshot_missing_exception. */
async function snapshotIn(
  repository: RepositoryOptions,
  uuid: string,
  root?: StoredRoot,
): Promise<RootSnapshot> {
  const { snapshots } = root ?? (await loadRoot(repository, -1)).root;
  const found = snapshots.find((snapshot) => snapshot.uuid === uuid);
  if (found === undefined) throw missing(repository, uuid);
  return found;
}

/**
 * The bytes that were given to `finalizeSnapshot`. `root` is a root that has the snapshot, for
 * callers that read many indices.
 */
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
    throw missing({ name }, uuid);
  }
}

function missing({ name }: Pick<RepositoryOptions, 'name'>, uuid: string): ApiError {
  return new ApiError('snapshot_missing_exception', `[${name}:${uuid}] is missing`);
}
