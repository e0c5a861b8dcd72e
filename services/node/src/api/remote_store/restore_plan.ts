/**
 * The indices of a restore from the remote store: those here that have lost shards, and those in
 * registered repositories that the cluster lacks.
 */
import {
  isRemote,
  type RemoteIndexToRestore,
  type RestoreRemoteStoreRequest,
  readForeign,
  requireRepository,
} from '@skein/cluster';
import { isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Actors } from '../../actors.js';
import { indicesInSnapshot } from '../snapshot/indices_in_snapshot.js';

interface StoredIndex extends RemoteIndexToRestore {
  readonly createdMs: number;
}

export async function planRemoteRestore(
  patterns: readonly string[],
  { masterService, snapshots }: Pick<Actors, 'masterService' | 'snapshots'>,
  signal: AbortSignal,
): Promise<Omit<RestoreRemoteStoreRequest, 'allShards'>> {
  const { metadata } = masterService.state();
  const here = [...metadata.indices.values()].filter(({ settings }) => isRemote(settings));
  const paths = new Set(
    here.map(({ settings, uuid }) => settings.get('index.remote_store.path') ?? uuid),
  );
  const found = new Map<string, StoredIndex>();
  for (const repository of metadata.repositories.keys()) {
    if (!isWritable(repository)) continue;
    const indices = await snapshots.operate(repository, 'remote_indices', {}, signal);
    for (const { indexId: path, metadata: bytes, terms } of indices) {
      const index = { repository, path, terms, ...described(bytes) };
      const other = found.get(index.name);
      // If two indices have one name, the newer counts: the other was about to be deleted.
      if (paths.has(path) || (other?.createdMs ?? -1) > index.createdMs) continue;
      found.set(index.name, index);
    }
  }
  const names = [...here.map(({ name }) => name), ...found.keys()];
  const chosen = new Set(
    indicesInSnapshot([...new Set(names)], patterns, {
      ignoreUnavailable: false,
      allowNoIndices: true,
      members: new Map(),
    }),
  );
  const present = here.flatMap(({ name }) => (chosen.has(name) ? [name] : []));
  const absent = [...found.values()].flatMap(({ createdMs: _, ...index }) =>
    chosen.has(index.name) && !present.includes(index.name) ? [index] : [],
  );
  return { present, absent };

  function isWritable(repository: string): boolean {
    try {
      requireRepository(masterService.state(), repository);
      snapshots.checkWritable(repository);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
}

function described(bytes: Uint8Array): Pick<StoredIndex, 'name' | 'metadata' | 'createdMs'> {
  const metadata = readForeign('metadata of a remote-backed index', (): JsonObject => {
    const json = parseJson(bytes);
    if (!isJsonObject(json)) throw new TypeError('it is no object');
    return json;
  });
  const { name, creationDateMs } = metadata;
  if (typeof name !== 'string' || typeof creationDateMs !== 'number') {
    throw new ApiError(
      'corrupt_repository_exception',
      'metadata of a remote-backed index has no name',
    );
  }
  return { name, metadata, createdMs: creationDateMs };
}
