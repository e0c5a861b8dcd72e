/**
 * The work of the master in a repository: it reads the root, and finishes, clones and deletes
 * snapshots. The work is done by operations of `@skein/snapshots`, which run in another thread or
 * on another node.
 */
import { ApiError } from '@skein/errors';
import type {
  ClonedShard,
  CloneRequest,
  DeleteRequest,
  FinalizeRequest,
  SnapshotDetails,
  StoredRoot,
} from '@skein/snapshots';
import type { SnapshotRecord } from '../state/snapshot_records.js';
import type { Removed, RepositoryStorage } from './carry_out.js';
import type { FinishedSnapshot } from './finished_snapshot.js';
import { parseForeign } from './foreign_metadata.js';
import { readTakenIndex } from './taken_index.js';

/** Operations on one repository, under the names that the threads use. */
export interface RepositoryOperations {
  read_root(request: { readonly atLeast: number }): Promise<StoredRoot>;
  details(request: { readonly uuids: readonly string[] }): Promise<readonly SnapshotDetails[]>;
  global_metadata(request: { readonly uuid: string }): Promise<Uint8Array | undefined>;
  /** Metadata in the order of the names. */
  index_metadata(request: {
    readonly uuid: string;
    readonly indices: readonly string[];
  }): Promise<readonly Uint8Array[]>;
  clone_shards(request: CloneRequest): Promise<readonly ClonedShard[]>;
  finalize(request: FinalizeRequest): Promise<number>;
  delete_snapshots(request: DeleteRequest): Promise<Removed>;
  clean_up(request: { readonly expectedGeneration: number }): Promise<Removed>;
}

/** `known` returns the generation of the root that the cluster state has recorded. */
export function repositoryStorage(
  operations: RepositoryOperations,
  known: () => number,
): RepositoryStorage {
  return {
    readRoot: () => operations.read_root({ atLeast: Math.max(-1, known()) }),
    finalize: (finished) => operations.finalize(finished),
    clone: (snapshot, root) => cloneSnapshot(operations, snapshot, root),
    remove: (request) => operations.delete_snapshots(request),
    cleanUp: (expectedGeneration) => operations.clean_up({ expectedGeneration }),
  };
}

/**
 * Adds the clone to the shard lists of its source, so that both share the files. Shards that failed
 * in the source fail in the clone.
 */
async function cloneSnapshot(
  operations: RepositoryOperations,
  snapshot: SnapshotRecord,
  root: StoredRoot,
): Promise<FinishedSnapshot> {
  const { source, name, uuid } = snapshot;
  if (source === undefined) throw new TypeError('a clone has a source');
  const indices = snapshot.indices.map((index) => {
    const known = root.indices.find((one) => one.name === index.name);
    if (known?.snapshots.includes(source.uuid)) return known;
    throw new ApiError('index_not_found_exception', `no such index [${index.name}]`);
  });
  const names = indices.map(({ name: index }) => index);
  const [[details], globalMetadata, metadata] = await Promise.all([
    operations.details({ uuids: [source.uuid] }),
    operations.global_metadata({ uuid: source.uuid }),
    operations.index_metadata({ uuid: source.uuid, indices: names }),
  ]);
  if (details === undefined) throw new TypeError('a snapshot has its details');
  const cloning = indices.map(({ name: index, id, generations }, at) => {
    const bytes = metadata[at] ?? new Uint8Array();
    // An index of the same name may have had more shards in another snapshot.
    const count = readTakenIndex(index, parseForeign(bytes)).numberOfShards;
    return { name: index, id, metadata: bytes, generations: generations.slice(0, count) };
  });
  const lists = await operations.clone_shards({
    source: source.uuid,
    target: { name, uuid },
    indices: cloning.map(({ name: index, id, generations }) => ({
      id,
      shards: generations.flatMap((generation, shard) =>
        generation === undefined || hasFailed(details, index, shard) ? [] : [{ shard, generation }],
      ),
    })),
  });
  const made = cloning.map(({ generations, ...index }) => ({
    ...index,
    shards: generations.map(
      (_, shard) =>
        lists.find((one) => one.indexId === index.id && one.shard === shard)?.generation,
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

function hasFailed({ failures }: SnapshotDetails, index: string, shard: number): boolean {
  return failures.some((failure) => failure.index === index && failure.shard === shard);
}
