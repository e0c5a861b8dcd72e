/** Tests how a clone is made of its source: which indices and shards it has, and which failed. */
import { encodeJson } from '@skein/content';
import type { CloneRequest, SnapshotDetails, StoredRoot } from '@skein/snapshots';
import { encodeIndex } from '../state/encode.js';
import type { SnapshotRecord } from '../state/snapshot_records.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { type RepositoryOperations, repositoryStorage } from './repository_storage.js';

const DETAILS: SnapshotDetails = {
  name: 's',
  uuid: 'source-uuid',
  version: '1',
  versionId: 1,
  startMs: 1,
  endMs: 2,
  state: 'SUCCESS',
  reason: undefined,
  indices: ['a', 'b'],
  dataStreams: ['stream'],
  includeGlobalState: true,
  isPartial: false,
  metadata: undefined,
  totalShards: 3,
  successfulShards: 3,
  failures: [],
  remoteStoreIndexShallowCopy: false,
};

const scene = new AllocationScene(1)
  .create('a', { 'index.number_of_shards': '2' })
  .create('b', { 'index.number_of_shards': '1' });

function metadataOf(name: string): Uint8Array {
  const index = scene.state.metadata.indices.get(name);
  if (index === undefined) throw new Error(`no index ${name}`);
  return encodeJson(encodeIndex(index));
}

const indexOf = (
  name: string,
  generations: readonly (string | undefined)[],
  snapshots: string[],
) => ({
  name,
  id: `${name}-id`,
  snapshots,
  generations,
  metadata: [],
});

const ROOT: StoredRoot = {
  generation: 3,
  uuid: 'root',
  snapshots: [],
  indices: [
    // In another snapshot it has had three shards.
    indexOf('a', ['a0', 'a1', 'a2'], ['source-uuid']),
    indexOf('b', ['b0'], ['other', 'source-uuid']),
    indexOf('c', ['c0'], ['other']),
  ],
  writer: { clusterUuid: '', term: 0 },
  attempt: '',
  previous: '',
  lastRemoval: -1,
};

const cloneOf = (...indices: string[]): SnapshotRecord => ({
  uuid: 'clone-uuid',
  name: 'clone',
  repository: 'r',
  sequence: 1,
  startMs: 5,
  hasBegun: true,
  isAborted: false,
  source: { name: 's', uuid: 'source-uuid' },
  includeGlobalState: true,
  isPartial: false,
  dataStreams: [],
  indices: indices.map((name) => ({ name, uuid: '', id: `${name}-id`, shards: [] })),
});

function storage(details: SnapshotDetails, lacks: readonly string[] = []) {
  const asked: CloneRequest[] = [];
  const unused = () => Promise.reject(new Error('not asked here'));
  const operations: RepositoryOperations = {
    read_root: async ({ atLeast }) => ({ ...ROOT, generation: atLeast }),
    details: async ({ uuids }) => (uuids.join() === 'source-uuid' ? [details] : []),
    global_metadata: async ({ uuid }) => encodeJson({ of: uuid }),
    index_metadata: async ({ indices }) => indices.map(metadataOf),
    clone_shards: async (request) => {
      asked.push(request);
      return request.indices.flatMap(({ id, shards }) =>
        shards
          .filter(({ generation }) => !lacks.includes(generation))
          .map(({ shard, generation }) => ({
            indexId: id,
            shard,
            generation: `new-${generation}`,
            ...{ files: 0, bytes: 0, newFiles: 0, newBytes: 0 },
          })),
      );
    },
    finalize: unused,
    delete_snapshots: unused,
    clean_up: unused,
  };
  return { asked, storage: repositoryStorage(operations, () => 7) };
}

test('a clone has the shards that its source has, each based on the newest list', async () => {
  const { asked, storage: made } = storage(DETAILS);
  const cloned = await made.clone(cloneOf('a', 'b'), ROOT);
  expect(asked).toEqual([
    {
      source: 'source-uuid',
      target: { name: 'clone', uuid: 'clone-uuid' },
      indices: [
        {
          id: 'a-id',
          shards: [
            { shard: 0, generation: 'a0' },
            { shard: 1, generation: 'a1' },
          ],
        },
        { id: 'b-id', shards: [{ shard: 0, generation: 'b0' }] },
      ],
    },
  ]);
  expect(cloned.indices).toMatchObject([
    { name: 'a', id: 'a-id', shards: ['new-a0', 'new-a1'], bases: ['a0', 'a1'] },
    { name: 'b', id: 'b-id', shards: ['new-b0'], bases: ['b0'], metadata: metadataOf('b') },
  ]);
  expect(cloned.details).toMatchObject({
    indices: ['a', 'b'],
    dataStreams: ['stream'],
    state: 'SUCCESS',
    totalShards: 3,
    successfulShards: 3,
  });
  expect(cloned.globalMetadata).toEqual(encodeJson({ of: 'source-uuid' }));
});

test('of some indices only, it has their failures and no data streams', async () => {
  const failure = (index: string, shard: number) => ({
    index,
    shard,
    nodeId: undefined,
    reason: 'lost',
    status: 'INTERNAL_SERVER_ERROR',
  });
  const failures = [failure('a', 1), failure('b', 0)];
  const { asked, storage: made } = storage({ ...DETAILS, failures });
  const { details, indices } = await made.clone(cloneOf('a'), ROOT);
  expect(asked[0]?.indices).toEqual([{ id: 'a-id', shards: [{ shard: 0, generation: 'a0' }] }]);
  expect(indices.map(({ shards }) => shards)).toEqual([['new-a0', undefined]]);
  expect(details).toMatchObject({
    indices: ['a'],
    dataStreams: [],
    failures: [failures[0]],
    state: 'PARTIAL',
    totalShards: 2,
    successfulShards: 1,
  });
  const { storage: other } = storage({ ...DETAILS, failures: [failure('b', 0)] });
  expect((await other.clone(cloneOf('a'), ROOT)).details.state).toBe('SUCCESS');
});

test('a shard whose list could not be cloned is not in it', async () => {
  const { storage: made } = storage(DETAILS, ['a1']);
  const { details, indices } = await made.clone(cloneOf('a', 'b'), ROOT);
  expect(indices.map(({ shards }) => shards)).toEqual([['new-a0', undefined], ['new-b0']]);
  expect(details).toMatchObject({ totalShards: 3, successfulShards: 2 });
});

test('a clone of what is not in its source, and of none, is refused', async () => {
  const { asked, storage: made } = storage(DETAILS);
  for (const name of ['c', 'd']) {
    await expect(made.clone(cloneOf('a', name), ROOT)).rejects.toMatchObject({
      type: 'index_not_found_exception',
      reason: `no such index [${name}]`,
    });
  }
  const { source: _none, ...taken } = cloneOf('a');
  await expect(made.clone(taken, ROOT)).rejects.toThrow('a clone has a source');
  const gone = { ...cloneOf('a'), source: { name: 's', uuid: 'other' } };
  const root = { ...ROOT, indices: [indexOf('a', ['a0'], ['other'])] };
  await expect(made.clone(gone, root)).rejects.toThrow('a snapshot has its details');
  expect(asked).toEqual([]);
});

test.each([
  [-3, -1],
  [-1, -1],
  [0, 0],
  [7, 7],
])('with the known generation %i, the root is at least the %ith', async (known, atLeast) => {
  const asked: number[] = [];
  const operations = {
    read_root: async (request: { readonly atLeast: number }) => {
      asked.push(request.atLeast);
      return ROOT;
    },
  } as RepositoryOperations;
  await repositoryStorage(operations, () => known).readRoot();
  expect(asked).toEqual([atLeast]);
});
