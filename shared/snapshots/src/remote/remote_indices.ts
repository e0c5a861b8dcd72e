/** The remote-backed indices in a repository, and their metadata. */
import { BlobMissing } from '../blob_store.js';
import { guarded, repositoryError } from '../faults.js';
import { KIND } from '../format/envelope.js';
import { encodeOpaque, readOpaque } from '../format/metadata.js';
import { removeNamed } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import type { ShardPlace } from '../shard/read_list.js';
import { findLogEnd, readLogRecord } from './remote_log_blobs.js';
import {
  metadataFolder,
  metadataVersion,
  type RecordPlace,
  recordNumber,
  remoteIndexFolder,
  remoteMetadataName,
  shardOfHead,
} from './remote_names.js';
import type { RecordContent } from './stored_record.js';

/** The number of newest versions of the metadata that are kept, because a listing may lag. */
const KEPT_VERSIONS = 4;

export interface IndexVersion {
  readonly indexId: string;
  readonly owner: string;
  readonly version: number;
}

/**
 * Writes a version of the metadata and removes older versions. An existing blob has the same
 * content, because a version of an index has one content.
 */
export function writeRemoteMetadata(
  repository: RepositoryOptions,
  { indexId, owner, version }: IndexVersion,
  payload: Uint8Array,
): Promise<void> {
  return guarded(repository, 'store the metadata of an index', async () => {
    const name = remoteMetadataName(indexId, owner, version);
    const bytes = encodeOpaque(repository, { kind: KIND.indexMetadata, name }, payload);
    if (!(await repository.store.writeNew(name, bytes))) return;
    const old = (await versionsOf(repository, indexId, owner)).filter((one) => one <= version);
    const needless = old.slice(0, Math.max(0, old.length - KEPT_VERSIONS));
    const names = needless.map((one) => remoteMetadataName(indexId, owner, one));
    await removeNamed(repository, names);
  });
}

export interface RemoteIndex {
  readonly indexId: string;
  /** UUID of the index that writes to this place now. */
  readonly owner: string;
  /** The metadata as the cluster encoded it. */
  readonly metadata: Uint8Array;
  /**
   * For each shard, the highest primary term in which it was written; 0 if nothing was ever
   * written.
   */
  readonly terms: readonly number[];
}

/**
 * Reads the indices that can be restored: an index that is being removed, or that was never written
 * to, is left out.
 */
export function readRemoteIndices(
  repository: RepositoryOptions,
  signal: AbortSignal,
): Promise<readonly RemoteIndex[]> {
  return guarded(repository, 'list remote-backed indices', async () => {
    const found: RemoteIndex[] = [];
    for (const [indexId, shards] of await logEnds(repository)) {
      signal.throwIfAborted();
      const index = await readIndex(repository, indexId, shards);
      if (index !== undefined) found.push(index);
    }
    return found;
  });
}

/**
 * Removes everything that the repository has of an index, unless another index has taken it over.
 */
export function removeRemoteIndex(
  repository: RepositoryOptions,
  { indexId, owner }: Omit<IndexVersion, 'version'>,
): Promise<void> {
  return guarded(repository, 'remove a remote-backed index', async () => {
    const shards = (await logEnds(repository, remoteIndexFolder(indexId))).get(indexId);
    for (const [shard, segment] of shards ?? []) {
      const newest = await newestOf(repository, { indexId, shard }, segment);
      if (newest !== undefined && newest.record.owner !== owner) return;
    }
    // Metadata goes first: without it nobody takes the rest for an index.
    for (const folder of [metadataFolder(indexId), remoteIndexFolder(indexId)]) {
      const names: string[] = [];
      for await (const { name } of repository.store.list(folder)) names.push(name);
      await removeNamed(repository, names);
    }
  });
}

type LogEnds = Map<string, Map<number, number>>;

/** For each index and shard, the highest segment that the listing shows. */
async function logEnds(
  { store }: RepositoryOptions,
  prefix = 'indices/',
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const ends: LogEnds = new Map();
  for await (const { name } of store.list(prefix)) {
    const place = shardOfHead(name);
    const number = recordNumber(name);
    if (place === undefined || number === undefined) continue;
    const shards = ends.get(place.indexId) ?? new Map<number, number>();
    shards.set(place.shard, Math.max(number, shards.get(place.shard) ?? 0));
    ends.set(place.indexId, shards);
  }
  return ends;
}

async function readIndex(
  repository: RepositoryOptions,
  indexId: string,
  shards: ReadonlyMap<number, number>,
): Promise<RemoteIndex | undefined> {
  const newest: RecordContent[] = [];
  const terms: number[] = [];
  for (const [shard, segment] of shards) {
    const found = await newestOf(repository, { indexId, shard }, segment);
    if (found === undefined) continue;
    newest.push(found);
    terms[shard] = found.record.term;
  }
  const owner = newestOwner(newest);
  if (owner === undefined) return undefined;
  const own = newest.filter(({ record }) => record.owner === owner);
  const least = Math.max(...own.map((one) => one.metadataVersion));
  const metadata = await newestMetadata(repository, { indexId, owner, version: least });
  return metadata && { indexId, owner, metadata, terms: Array.from(terms, (term) => term ?? 0) };
}

/**
 * The owner of the newest record. A restore takes the shards over one after the other, in a term
 * above all earlier ones, so the shards that it has taken over show the new owner.
 */
function newestOwner(newest: readonly RecordContent[]): string | undefined {
  const [last] = [...newest].sort((a, b) => b.record.term - a.record.term);
  return last?.record.owner;
}

/** Reads the last record of the newest segment. */
async function newestOf(
  repository: RepositoryOptions,
  place: ShardPlace,
  listedSegment: number,
): Promise<RecordContent | undefined> {
  const heads = (number: number) => ({ segment: number, index: 0 });
  const head = await lastFrom(repository, place, listedSegment, heads);
  if (head === undefined) return undefined;
  const segment = head.number;
  const listed = (await findLogEnd(repository, place, segment)) ?? 1;
  const records = (index: number) => ({ segment, index });
  const last = await lastFrom(repository, place, listed, records);
  return last?.content ?? head.content;
}

interface Numbered {
  readonly number: number;
  readonly content: RecordContent;
}

/** Reads on from `first` until a record is missing, because a listing may lag. */
async function lastFrom(
  repository: RepositoryOptions,
  place: ShardPlace,
  first: number,
  at: (number: number) => RecordPlace,
): Promise<Numbered | undefined> {
  let last: Numbered | undefined;
  for (let number = first; ; number++) {
    const content = await readLogRecord(repository, place, at(number));
    if (content === undefined) return last;
    last = { number, content };
  }
}

/** The newest metadata; `undefined` when the index is being removed. */
async function newestMetadata(
  repository: RepositoryOptions,
  { indexId, owner, version: least }: IndexVersion,
): Promise<Uint8Array | undefined> {
  const listed = (await versionsOf(repository, indexId, owner)).at(-1) ?? 0;
  const name = remoteMetadataName(indexId, owner, Math.max(listed, least));
  try {
    return await readOpaque(repository, { kind: KIND.indexMetadata, name });
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    if (listed === 0) return undefined;
    throw repositoryError(repository, `the listing of [${indexId}] lags: ask again`);
  }
}

async function versionsOf(
  { store }: RepositoryOptions,
  indexId: string,
  owner: string,
): Promise<number[]> {
  const versions: number[] = [];
  for await (const { name } of store.list(metadataFolder(indexId))) {
    const found = metadataVersion(name);
    if (found?.owner === owner) versions.push(found.version);
  }
  return versions.sort((a, b) => a - b);
}
