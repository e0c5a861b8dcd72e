/** A repository as the master's work in it sees it. */
import type { FinishedSnapshot, RepositoryStorage, SnapshotRecord } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { SnapshotDetails, StoredRoot } from '@skein/snapshots';
import type { Repositories } from '../repositories/mod.js';

export function repositoryStorage(
  repositories: Pick<Repositories, 'operate'>,
  name: string,
  known: () => number,
): RepositoryStorage {
  return {
    readRoot: () => repositories.operate(name, 'read_root', { atLeast: Math.max(-1, known()) }),
    finalize: (finished) => repositories.operate(name, 'finalize', finished),
    clone: (snapshot, root) => cloned(repositories, snapshot, root),
    remove: (request) => repositories.operate(name, 'delete_snapshots', request),
    cleanUp: (expectedGeneration) => repositories.operate(name, 'clean_up', { expectedGeneration }),
  };
}

/** The lists of the source's shards with the clone in them: no data is copied. */
async function cloned(
  repositories: Pick<Repositories, 'operate'>,
  snapshot: SnapshotRecord,
  root: StoredRoot,
): Promise<FinishedSnapshot> {
  const { repository, source, name, uuid } = snapshot;
  if (source === undefined) throw new TypeError('a clone has a source');
  const indices = snapshot.indices.map((index) => {
    const known = root.indices.find((one) => one.name === index.name);
    if (known?.snapshots.includes(source.uuid)) return known;
    throw new ApiError('index_not_found_exception', `no such index [${index.name}]`);
  });
  const names = indices.map((index) => index.name);
  const [[details], globalMetadata, metadata] = await Promise.all([
    repositories.operate(repository, 'details', { uuids: [source.uuid] }),
    repositories.operate(repository, 'global_metadata', { uuid: source.uuid }),
    repositories.operate(repository, 'index_metadata', { uuid: source.uuid, indices: names }),
  ]);
  if (details === undefined) throw new TypeError('a snapshot has its details');
  const lists = await repositories.operate(repository, 'clone_shards', {
    source: source.uuid,
    target: { name, uuid },
    indices: indices.map(({ name: index, id, generations }) => ({
      id,
      shards: generations.flatMap((generation, shard) =>
        generation === undefined || lacks(details, index, shard) ? [] : [{ shard, generation }],
      ),
    })),
  });
  const made = indices.map(({ name: index, id, generations }, at) => ({
    name: index,
    id,
    metadata: metadata[at] ?? new Uint8Array(),
    shards: generations.map(
      (_, shard) => lists.find((one) => one.indexId === id && one.shard === shard)?.generation,
    ),
    bases: generations,
  }));
  const wanted = new Set(names);
  const failures = details.failures.filter(({ index }) => wanted.has(index));
  const shards = made.flatMap((index) => index.shards);
  return {
    details: {
      ...details,
      indices: names,
      dataStreams: names.length === details.indices.length ? details.dataStreams : [],
      failures,
      totalShards: shards.length,
      successfulShards: shards.filter((list) => list !== undefined).length,
      state: failures.length === 0 ? 'SUCCESS' : 'PARTIAL',
    },
    globalMetadata: globalMetadata ?? new Uint8Array(),
    indices: made,
  };
}

function lacks({ failures }: SnapshotDetails, index: string, shard: number): boolean {
  return failures.some((failure) => failure.index === index && failure.shard === shard);
}
