import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiError } from '@skein/errors';
import { type BlockAsk, type BlockCache, readRemoteFiles } from '@skein/platform';
import {
  type Admit,
  MemoryBlobStore,
  type RepositoryOptions,
  type ShardFile,
  sourceOf,
  takeShard,
} from '@skein/snapshots';
import { memoryRepository } from '../testing/memory_repository.js';
import { fetchBlocks } from './fetch_blocks.js';
import { mountShard } from './mount_shard.js';

const SNAPSHOT = { name: 's', uuid: 'su' };
const CHUNK_BYTES = 6_000;
const admit: Admit = async () => {};

/** A store that counts the reads. */
class CountingStore extends MemoryBlobStore {
  reads = 0;

  override read(...asked: Parameters<MemoryBlobStore['read']>) {
    this.reads++;
    return super.read(...asked);
  }
}

let folder: string;
let store: CountingStore;
let repository: RepositoryOptions;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-mount-'));
  store = new CountingStore();
  repository = memoryRepository({ store, chunkBytes: CHUNK_BYTES });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (length: number, salt: number) =>
  Uint8Array.from({ length }, (_, at) => (at * salt) & 0xff);
const FILES: Readonly<Record<string, Uint8Array>> = {
  segments_1: bytesOf(5_000, 3),
  '_0.bin': bytesOf(20_000, 7),
  '_1.bin': bytesOf(100, 11),
};

async function mounted(): Promise<void> {
  const files = Object.entries(FILES).map(
    ([name, bytes]): ShardFile => ({ name, source: sourceOf(bytes) }),
  );
  const { generation } = await takeShard(repository, {
    snapshot: SNAPSHOT,
    indexId: 'i',
    shard: 0,
    generation: undefined,
    files: { files },
    admit,
    progress: { planned: () => {}, filesDone: () => {} },
    signal: new AbortController().signal,
  });
  await mountAgain(generation);
}

const mountAgain = (generation: string) =>
  mountShard(repository, {
    snapshotUuid: SNAPSHOT.uuid,
    indexId: 'i',
    shard: 0,
    generation,
    path: folder,
    key: 'x/0/',
  });

const indexFolder = () => join(folder, 'index');

test('the commit and small files are here, of the others is noted where they are', async () => {
  await mounted();
  expect(readdirSync(indexFolder()).sort()).toEqual(['_1.bin', 'remote_files', 'segments_1']);
  for (const name of ['_1.bin', 'segments_1']) {
    expect([...readFileSync(join(indexFolder(), name))]).toEqual([...(FILES[name] ?? [])]);
  }
  expect(readRemoteFiles(indexFolder())).toMatchObject({
    repository: 'r',
    snapshotUuid: 'su',
    folder: 'indices/i/0/',
    key: 'x/0/',
    files: [{ name: '_0.bin', lengthBytes: 20_000, partBytes: CHUNK_BYTES }],
  });
});

test('what is there is not read again, unless its note was damaged', async () => {
  await mounted();
  const { reads } = store;
  await mountAgain('a list that is gone by now');
  expect(store.reads).toBe(reads);
  writeFileSync(join(indexFolder(), 'remote_files'), 'nothing of the kind');
  const again = mountAgain('a list that is gone by now');
  await expect(again).rejects.toMatchObject({ type: 'corrupt_repository_exception' });
});

test('a block over the end of a part is put together; one that fails is told by itself', async () => {
  await mounted();
  const [file] = readRemoteFiles(indexFolder()).files;
  const blob = `indices/i/0/${file?.blob}`;
  const ask = (name: string, first: string): BlockAsk => ({
    name,
    lengthBytes: 200,
    anew: false,
    answer: new SharedArrayBuffer(2_000),
    pieces: [
      { blob: first, offset: CHUNK_BYTES - 100, lengthBytes: 100 },
      { blob: `${blob}.part1`, offset: 0, lengthBytes: 100 },
    ],
  });
  const asks = [ask('good', `${blob}.part0`), ask('bad', `${blob}.part9`)];
  const cache = { get: (_wanted: unknown, fetch: () => Promise<Uint8Array>) => fetch() };
  await fetchBlocks(repository, asks, cache as Partial<BlockCache> as BlockCache);
  const [good, bad] = asks.map(({ answer }) => {
    const [state = 0, length = 0] = new Int32Array(answer, 0, 2);
    return { state, bytes: Buffer.from(new Uint8Array(answer, 8, length)) };
  });
  const from = CHUNK_BYTES - 100;
  expect([...(good?.bytes ?? [])]).toEqual([...(FILES['_0.bin'] ?? []).subarray(from, from + 200)]);
  expect(bad?.state).not.toBe(good?.state);
  const told = JSON.parse(bad?.bytes.toString() ?? '') as Partial<ApiError>;
  expect(told.type).toBe('corrupt_repository_exception');
});
