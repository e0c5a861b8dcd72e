/**
 * Makes a snapshot part of the repository: writes its details and metadata, then the root that
 * names them and the lists of its shards, and finally removes the lists that these replace.
 */
import { sha256 } from '@skein/bytes';
import { concurrentModification, guarded, refuseReadOnly, repositoryError } from '../faults.js';
import { KIND } from '../format/envelope.js';
import { writeMetadata, writeOpaque } from '../format/metadata.js';
import { type StoredIndex, type StoredRoot, withIndices } from '../format/root_blob.js';
import { detailsName, globalMetadataName, indexMetadataName, listName } from '../names.js';
import { removeNamed } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import { checkTurn, commitRoot } from '../root/commit_root.js';
import { loadRoot } from '../root/load_root.js';
import { someAtOnce } from '../some_at_once.js';
import type { RootSnapshot, SnapshotDetails } from './snapshot.js';

export interface FinalizeRequest {
  /** The newest root that the caller knows of: the new one follows it. */
  readonly expectedGeneration: number;
  /**
   * The newest root when the snapshot began, before any of its shards was taken: blobs removed
   * since then were listed after that.
   */
  readonly startedGeneration: number;
  readonly details: SnapshotDetails;
  readonly globalMetadata: Uint8Array | undefined;
  readonly indices: readonly FinalizedIndex[];
}

export interface FinalizedIndex {
  readonly name: string;
  readonly id: string;
  readonly metadata: Uint8Array;
  /**
   * For each shard, the list that has the snapshot; `undefined` when the shard is not in the
   * snapshot.
   */
  readonly shards: readonly (string | undefined)[];
  /**
   * For each shard, the root's list from which this one was made, directly or through lists of
   * failed snapshots. It must still be the root's list; otherwise snapshots added to the shard
   * since would be lost.
   */
  readonly bases: readonly (string | undefined)[];
}

/**
 * Returns the generation of the newest root that the caller may continue from. A root that already
 * has the snapshot is a success: an earlier attempt succeeded, but its answer was lost. If another
 * cluster has written that root, the caller keeps the generation it knew, and its next operation
 * finds that the repository is no longer its own.
 */
export function finalizeSnapshot(
  repository: RepositoryOptions,
  request: FinalizeRequest,
): Promise<number> {
  return guarded(repository, 'finalize a snapshot', async () => {
    refuseReadOnly(repository, 'create snapshot in');
    const loaded = await loadRoot(repository, request.expectedGeneration);
    const { root } = loaded;
    if (root.snapshots.some(({ uuid }) => uuid === request.details.uuid)) {
      const isOwn = root.writer.clusterUuid === repository.writer.clusterUuid;
      return isOwn ? root.generation : request.expectedGeneration;
    }
    checkTurn(repository, root, request.expectedGeneration);
    checkNothingRemoved(repository, root, request);
    checkIds(repository, root, request.indices);
    const known = new Map(root.indices.map((index) => [index.id, index]));
    for (const index of request.indices) checkBases(repository, known.get(index.id), index);
    const key = repository.newUuid();
    const indices = await writeAll(repository, known, { ...request, key });
    const snapshots = withIndices(
      [...root.snapshots, rootSnapshotOf(request.details, key)],
      indices,
    );
    const next = await commitRoot(repository, loaded, { snapshots, indices, removes: false });
    await removeNamed(repository, replacedLists(request.indices));
    return next.generation;
  });
}

/**
 * Throws if blobs were removed by an operation that began after the first shard was taken: it may
 * have listed the blobs uploaded for this snapshot as unneeded.
 */
function checkNothingRemoved(
  repository: RepositoryOptions,
  { generation, lastRemoval }: StoredRoot,
  { startedGeneration }: FinalizeRequest,
): void {
  if (startedGeneration >= lastRemoval) return;
  throw concurrentModification(repository, startedGeneration, generation);
}

/**
 * Refuses indices that were created in the repository by another snapshot, under other ids, since
 * this snapshot began.
 */
function checkIds(
  repository: RepositoryOptions,
  root: StoredRoot,
  indices: readonly FinalizedIndex[],
): void {
  const known = new Map(root.indices.map((index) => [index.name, index.id]));
  for (const { name, id } of indices) {
    const stored = known.get(name) ?? id;
    if (stored === id) continue;
    const reason = `index [${name}] was taken as [${id}], and is [${stored}] in the repository`;
    throw repositoryError(repository, reason);
  }
}

function checkBases(
  repository: RepositoryOptions,
  known: StoredIndex | undefined,
  { name, shards, bases }: FinalizedIndex,
): void {
  const generations = known?.generations ?? [];
  shards.forEach((taken, shard) => {
    if (taken === undefined || bases[shard] === generations[shard]) return;
    const found = `[${bases[shard] ?? 'none'}] and not [${generations[shard] ?? 'none'}]`;
    const reason = `shard [${name}][${shard}] was taken over list ${found}, which is the newest`;
    throw repositoryError(repository, reason);
  });
}

/** The indices of the newest root, by their ids. */
type KnownIndices = ReadonlyMap<string, StoredIndex>;

/** Writes all blobs that the new root will name, and returns the indices of that root. */
async function writeAll(
  repository: RepositoryOptions,
  known: KnownIndices,
  { details, globalMetadata, indices, key: writing }: FinalizeRequest & { readonly key: string },
): Promise<StoredIndex[]> {
  const { uuid } = details;
  const keys = await someAtOnce(indices, (index) =>
    writeIndexMetadata(repository, known.get(index.id), index),
  );
  if (globalMetadata !== undefined) {
    const blob = { kind: KIND.globalMetadata, name: globalMetadataName({ uuid, key: writing }) };
    await writeOpaque(repository, blob, globalMetadata);
  }
  await writeMetadata(
    repository,
    { kind: KIND.details, name: detailsName({ uuid, key: writing }) },
    details,
  );
  const changed = new Map(
    indices.map((index, place) => [
      index.id,
      withSnapshot(known.get(index.id), index, { uuid, key: keys[place] ?? '' }),
    ]),
  );
  const kept = Array.from(known.values(), (index) => changed.get(index.id) ?? index);
  return [...kept, ...[...changed.values()].filter(({ id }) => !known.has(id))];
}

/**
 * Returns the key of the blob. Content that a snapshot of the index already has is not written
 * again.
 */
async function writeIndexMetadata(
  repository: RepositoryOptions,
  known: StoredIndex | undefined,
  { id, metadata }: FinalizedIndex,
): Promise<string> {
  const digest = sha256(metadata);
  const same = known?.metadata.find((key) => key.startsWith(`${digest}-`));
  if (same !== undefined) return same;
  const key = `${digest}-${repository.newUuid()}`;
  const blob = { kind: KIND.indexMetadata, name: indexMetadataName(id, key) };
  await writeOpaque(repository, blob, metadata);
  return key;
}

function withSnapshot(
  known: StoredIndex | undefined,
  { name, id, shards }: FinalizedIndex,
  { uuid, key }: { readonly uuid: string; readonly key: string },
): StoredIndex {
  const before = known?.generations ?? [];
  const count = Math.max(before.length, shards.length);
  return {
    name,
    id,
    snapshots: [...(known?.snapshots ?? []), uuid],
    metadata: [...(known?.metadata ?? []), key],
    generations: Array.from({ length: count }, (_, shard) => shards[shard] ?? before[shard]),
  };
}

function rootSnapshotOf(details: SnapshotDetails, key: string): Omit<RootSnapshot, 'indices'> {
  const { name, uuid, state, startMs, endMs, version, dataStreams } = details;
  return { name, uuid, key, state, startMs, endMs, version, dataStreams };
}

function replacedLists(indices: readonly FinalizedIndex[]): string[] {
  return indices.flatMap(({ id, shards, bases }) =>
    bases.flatMap((base, shard) =>
      base === undefined || shards[shard] === undefined ? [] : [listName(id, shard, base)],
    ),
  );
}
