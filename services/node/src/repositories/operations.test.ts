import { finalizeSnapshot } from '@skein/snapshots';
import { memoryRepository } from '../testing/memory_repository.js';
import { type Job, MOST_METADATA_BYTES, OPERATIONS } from './operations.js';

const METADATA_BYTES = 32 * 1024 * 1024;

const DETAILS = {
  name: 'one',
  uuid: 'of-one',
  version: '7.10.2',
  versionId: 7_100_299,
  startMs: 0,
  endMs: 1,
  state: 'SUCCESS',
  reason: undefined,
  indices: ['books'],
  dataStreams: [],
  includeGlobalState: false,
  isPartial: false,
  metadata: undefined,
  totalShards: 0,
  successfulShards: 0,
  failures: [],
  remoteStoreIndexShallowCopy: false,
} as const;

const job: Job = {
  signal: new AbortController().signal,
  blocks: () => Promise.reject(new Error('there is no file cache')),
  report: () => {},
  admitUp: async () => {},
  admitDown: async () => {},
};

test('a request is given no more metadata than may be in memory', async () => {
  const repository = memoryRepository({ name: 'backup' });
  const books = { name: 'books', id: 'id-of-books', shards: [], bases: [] };
  await finalizeSnapshot(repository, {
    expectedGeneration: -1,
    startedGeneration: -1,
    details: DETAILS,
    globalMetadata: undefined,
    indices: [{ ...books, metadata: new Uint8Array(METADATA_BYTES) }],
  });
  const read = (count: number) => {
    const request = { uuid: 'of-one', indices: new Array<string>(count).fill('books') };
    return OPERATIONS.index_metadata(repository, request, job);
  };
  expect(await read(1)).toHaveLength(1);
  await expect(read(MOST_METADATA_BYTES / METADATA_BYTES + 1)).rejects.toMatchObject({
    type: 'repository_exception',
    reason: `[backup] the request needs more than [${MOST_METADATA_BYTES}] bytes of metadata: ask for fewer snapshots or indices`,
  });
});
