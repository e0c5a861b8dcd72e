/**
 * For tests: repositories over a store in memory, files of shards, and a sink for restored files.
 */
import { sha256, utf8 } from '@skein/bytes';
import { admitAll, type BlobSource, sourceOf } from '../blob_store.js';
import type { MemoryBlobStore } from '../memory_blob_store.js';
import type { RepositoryOptions } from '../repository.js';
import { restoreShard } from '../shard/restore_shard.js';
import type { FileSink, Progress, ShardFiles } from '../shard/shard_files.js';
import type { SnapshotDetails } from '../snapshots/snapshot.js';

/** The bytes of each file of a shard. */
export type Contents = Readonly<Record<string, Uint8Array>>;

/** All bytes of a source. */
export function bytesOf(source: BlobSource): Uint8Array {
  const bytes = new Uint8Array(source.lengthBytes);
  source.readInto(0, bytes);
  return bytes;
}

/** UUIDs that are distinct across all repositories of a test. */
export class Uuids {
  #next = 0;
  readonly make = (): string => `uuid-${String(++this.#next).padStart(17, '0')}`;
}

export function testRepository(
  store: MemoryBlobStore,
  uuids: Uuids,
  options: Partial<RepositoryOptions> = {},
): RepositoryOptions {
  let nowMs = 1_700_000_000_000;
  return {
    name: 'backup',
    store,
    nowMs: () => nowMs++,
    newUuid: uuids.make,
    writer: { clusterUuid: 'cluster-1', term: 1 },
    isCompressed: true,
    chunkBytes: undefined,
    turns: {
      clock: { monotonicMs: () => 0 },
      timers: { after: () => ({ cancel: () => {} }) },
    },
    ...options,
  };
}

export const noProgress: Progress = { planned: () => {}, filesDone: () => {} };

export function filesOf(contents: Contents): ShardFiles {
  const files = Object.entries(contents).map(([name, bytes]) => ({
    name,
    source: sourceOf(bytes),
  }));
  return { files };
}

/** Keeps only files that were finished. */
export class MemorySink implements FileSink {
  readonly finished: Record<string, Uint8Array> = {};
  readonly #open = new Map<string, Uint8Array>();

  async begin(files: readonly { readonly name: string; readonly lengthBytes: number }[]) {
    for (const { name, lengthBytes } of files) this.#open.set(name, new Uint8Array(lengthBytes));
  }

  async write(name: string, offset: number, bytes: Uint8Array) {
    this.#open.get(name)?.set(bytes, offset);
  }

  async finish(name: string) {
    this.finished[name] = this.#open.get(name) ?? utf8(`[${name}] was not begun`);
    this.#open.delete(name);
  }
}

/** The files of a shard, restored from a snapshot. */
export async function restored(
  repository: RepositoryOptions,
  place: {
    readonly snapshotUuid: string;
    readonly indexId: string;
    readonly shard: number;
    readonly generation: string;
  },
): Promise<Contents> {
  const sink = new MemorySink();
  const rest = { admit: admitAll, progress: noProgress, signal: new AbortController().signal };
  await restoreShard(repository, { ...place, sink, ...rest });
  return sink.finished;
}

export function detailsOf(snapshot: {
  readonly name: string;
  readonly uuid: string;
}): SnapshotDetails {
  return {
    ...snapshot,
    version: '7.10.2',
    versionId: 7_100_299,
    startMs: 1_700_000_000_000,
    endMs: 1_700_000_001_000,
    state: 'SUCCESS',
    reason: undefined,
    indices: [],
    dataStreams: [],
    includeGlobalState: true,
    isPartial: false,
    metadata: undefined,
    totalShards: 1,
    successfulShards: 1,
    failures: [],
    remoteStoreIndexShallowCopy: false,
  };
}

/** Digests to compare in tests, because nobody wants to see the bytes of large files. */
export function digests(contents: Contents): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, `${bytes.length} ${sha256(bytes)}`]),
  );
}
