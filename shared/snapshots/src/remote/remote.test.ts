/**
 * docs/specs/remote_store.md, "Blobs": written blobs are read again, unneeded blobs are removed,
 * and blobs that another index has taken over stay.
 */
import { utf8 } from '@skein/bytes';
import { admitAll } from '../blob_store.js';
import { MemoryBlobStore } from '../memory_blob_store.js';
import {
  filesOf,
  MemorySink,
  noProgress,
  testRepository,
  Uuids,
} from '../testing/test_repository.js';
import { restoreRemoteCommit, takeRemoteCommit, trimRemoteLog } from './remote_commit.js';
import { readRemoteIndices, removeRemoteIndex, writeRemoteMetadata } from './remote_indices.js';
import { createLogRecord, findLogEnd, readLogRecord } from './remote_log_blobs.js';
import { remotePart } from './remote_part.js';
import type { StoredRecord } from './stored_record.js';

const PLACE = { indexId: 'id', shard: 0 };
const CLAIM = { owner: 'owner', term: 3, writer: 'w' };
const LONG = new Uint8Array(10_000).fill(7);
const { signal } = new AbortController();

let store: MemoryBlobStore;
let repository: ReturnType<typeof testRepository>;
beforeEach(() => {
  store = new MemoryBlobStore();
  repository = remotePart(testRepository(store, new Uuids()));
});

const head = (more: Partial<StoredRecord> = {}): StoredRecord =>
  ({
    ...CLAIM,
    kind: 'head',
    serial: 0,
    trimAbove: undefined,
    commit: undefined,
    lastCommit: undefined,
    lacks: -1,
    sealedAt: undefined,
    ...more,
  }) as StoredRecord;

const operations = (serial: number): StoredRecord => ({
  ...CLAIM,
  kind: 'operations',
  serial,
  frames: new Uint8Array([serial]),
});

const create = (segment: number, index: number, record: StoredRecord) =>
  createLogRecord(repository, PLACE, {
    at: { segment, index },
    content: { record, metadataVersion: 5 },
  });

const take = (contents: Record<string, Uint8Array>, before?: string) =>
  takeRemoteCommit(repository, {
    ...PLACE,
    files: filesOf(contents),
    before,
    admit: admitAll,
    progress: noProgress,
    signal,
  });

test('a record is created once, and read as it was', async () => {
  expect(await create(0, 0, head())).toBe(true);
  expect(await create(0, 1, operations(1))).toBe(true);
  expect(await create(0, 1, operations(2))).toBe(false);
  const found = await readLogRecord(repository, PLACE, { segment: 0, index: 1 });
  expect(found).toEqual({ record: operations(1), metadataVersion: 5 });
  expect(await readLogRecord(repository, PLACE, { segment: 0, index: 2 })).toBeUndefined();
  expect(await findLogEnd(repository, PLACE, undefined)).toBe(0);
  expect(await findLogEnd(repository, PLACE, 0)).toBe(1);
  expect([...store.blobs.keys()].every((name) => name.startsWith('remote/'))).toBe(true);
});

test('a damaged record is refused by name', async () => {
  await create(0, 1, operations(1));
  for (const bytes of store.blobs.values()) bytes[20] = (bytes[20] ?? 0) ^ 1;
  await expect(readLogRecord(repository, PLACE, { segment: 0, index: 1 })).rejects.toMatchObject({
    type: 'corrupt_repository_exception',
  });
});

test('a commit uses the blobs of the one before, and takes its place', async () => {
  const first = await take({ a: LONG, b: LONG.map((byte) => byte + 1) });
  const second = await take({ a: LONG, c: LONG.map((byte) => byte + 2) }, first.list);
  expect(second).toMatchObject({ files: 2, newFiles: 1 });
  await create(0, 0, head());
  await create(0, 1, operations(1));
  await create(0, 2, { ...CLAIM, writer: 'other', kind: 'seal', serial: 0 });
  await create(1, 0, head({ sealedAt: 2 }));
  await create(1, 1, operations(2));
  const before = store.blobs.size;
  await trimRemoteLog(repository, {
    ...PLACE,
    fromSegment: 0,
    toSegment: 1,
    kept: second.list,
    before: first.list,
  });
  // The three blobs are the operations of the first segment, the first list, and the file that only
  // that list names.
  expect(before - store.blobs.size).toBe(3);
  const seal = await readLogRecord(repository, PLACE, { segment: 0, index: 2 });
  expect(seal?.record.kind).toBe('seal');
  const sink = new MemorySink();
  const list = second.list;
  await restoreRemoteCommit(repository, {
    ...PLACE,
    list,
    sink,
    admit: admitAll,
    progress: noProgress,
    signal,
  });
  expect(Object.keys(sink.finished).sort()).toEqual(['a', 'c']);
});

test('an index is found by whoever writes there now, and removed by nobody else', async () => {
  const version = (owner: string, number: number) =>
    writeRemoteMetadata(
      repository,
      { indexId: 'id', owner, version: number },
      utf8(`${owner}${number}`),
    );
  for (let number = 1; number <= 6; number++) await version('owner', number);
  await create(0, 0, head());
  await create(0, 1, operations(1));
  const text = async () => {
    const found = await readRemoteIndices(repository, signal);
    return found.map(({ owner, metadata, terms }) => [
      owner,
      Buffer.from(metadata).toString(),
      terms,
    ]);
  };
  expect(await text()).toEqual([['owner', 'owner6', [3]]]);
  await version('next', 7);
  await create(1, 0, head({ owner: 'next', term: 4 }));
  expect(await text()).toEqual([['next', 'next7', [4]]]);
  await removeRemoteIndex(repository, { indexId: 'id', owner: 'owner' });
  expect(await text()).toHaveLength(1);
  await removeRemoteIndex(repository, { indexId: 'id', owner: 'next' });
  expect([...store.blobs.keys()]).toEqual([]);
});
