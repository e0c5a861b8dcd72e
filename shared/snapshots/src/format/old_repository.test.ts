/**
 * Repositories that earlier builds have written stay readable for ever. This test wrote
 * `testing/testdata/repository-v1` when it was run once with WRITE_REPOSITORY=1 and the version was
 * new. The folder has the files of two commits of a real shard, a long file in parts, a clone, and
 * `expected.json` with the content of each snapshot.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { utf8, utf8Decode } from '@skein/bytes';
import { MemoryBlobStore } from '../memory_blob_store.js';
import { readRoot } from '../root/load_root.js';
import { cloneShards } from '../shard/clone_shards.js';
import { finalizeSnapshot } from '../snapshots/finalize_snapshot.js';
import { readDetails, readGlobalMetadata, readIndexMetadata } from '../snapshots/read_snapshot.js';
import { SampleShard } from '../testing/sample_shard.js';
import { INDEX_ID, ShardTrial } from '../testing/shard_trial.js';
import {
  bytesOf,
  detailsOf,
  digests,
  restored,
  testRepository,
  Uuids,
} from '../testing/test_repository.js';
import { FORMAT_VERSION } from './envelope.js';

const FOLDER = join(import.meta.dirname, `../testing/testdata/repository-v${FORMAT_VERSION}`);
const EXPECTED = 'expected.json';
const { WRITE_REPOSITORY: isWritten } = process.env;

type Expected = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Three snapshots of one shard, the last a clone of the first. */
async function makeRepository() {
  const trial = new ShardTrial({ chunkBytes: 10_000 });
  const shard = new SampleShard();
  const expected: Record<string, Record<string, string>> = {};
  const counts = [12, 3];
  for (const [place, name] of ['one', 'two'].entries()) {
    shard.add(Array.from({ length: counts[place] ?? 0 }, (_, i) => `word-${place}-${i}`));
    const { uuid } = await trial.snapshot(name, { files: shard.files() });
    const files = shard.files().map((file) => [file.name, file.source] as const);
    const contents = files.map(([file, source]) => [file, bytesOf(source)]);
    expected[uuid] = digests(Object.fromEntries(contents));
  }
  shard.close();
  await clone(trial);
  return { blobs: trial.store.blobs, expected: { ...expected, 'of-clone': expected['of-one'] } };
}

async function clone({ repository }: ShardTrial): Promise<void> {
  const base = (await readRoot(repository)).indices[0]?.generations[0] ?? '';
  const target = { name: 'clone', uuid: 'of-clone' };
  const indices = [{ id: INDEX_ID, shards: [{ shard: 0, generation: base }] }];
  const [cloned] = await cloneShards(repository, { source: 'of-one', target, indices });
  const metadata = await readIndexMetadata(repository, 'of-one', 'books');
  const shards = { shards: [cloned?.generation], bases: [base] };
  await finalizeSnapshot(repository, {
    expectedGeneration: 1,
    startedGeneration: 1,
    details: { ...detailsOf(target), indices: ['books'] },
    globalMetadata: utf8('global'),
    indices: [{ name: 'books', id: INDEX_ID, metadata, ...shards }],
  });
}

async function write(): Promise<void> {
  const { blobs, expected } = await makeRepository();
  for (const [name, bytes] of blobs) {
    const path = join(FOLDER, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  writeFileSync(join(FOLDER, EXPECTED), `${JSON.stringify(expected, null, 2)}\n`);
}

function readFolder(): { store: MemoryBlobStore; expected: Expected } {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name));
  const blobs = new Map(
    paths.map((path) => {
      const name = path
        .slice(FOLDER.length + 1)
        .split(sep)
        .join('/');
      return [name, new Uint8Array(readFileSync(path))];
    }),
  );
  const expected = JSON.parse(utf8Decode(blobs.get(EXPECTED) ?? new Uint8Array(0)));
  return { store: new MemoryBlobStore({ isReadOnly: true }, blobs), expected };
}

test('a repository of this version is read as it was written', async () => {
  if (isWritten !== undefined) await write();
  const { store, expected } = readFolder();
  const repository = testRepository(store, new Uuids());
  const root = await readRoot(repository);
  expect(root).toMatchObject({ generation: 2, writer: { clusterUuid: 'cluster-1', term: 1 } });
  expect(root.snapshots.map(({ uuid }) => uuid)).toEqual(Object.keys(expected));
  const [index] = root.indices;
  for (const { uuid, name } of root.snapshots) {
    const generation = index?.generations[0] ?? '';
    const place = { snapshotUuid: uuid, indexId: INDEX_ID, shard: 0, generation };
    expect(digests(await restored(repository, place))).toEqual(expected[uuid]);
    const details = { ...detailsOf({ name, uuid }), indices: ['books'] };
    expect(await readDetails(repository, uuid)).toEqual(details);
    expect(utf8Decode(await readGlobalMetadata(repository, uuid))).toBe('global');
    const metadata = await readIndexMetadata(repository, uuid, 'books');
    expect(utf8Decode(metadata)).toBe('{"mappings":{}}');
  }
  const parts = [...store.blobs.keys()].filter((name) => /\.part\d$/.test(name));
  expect(parts.length).toBeGreaterThan(1);
});
