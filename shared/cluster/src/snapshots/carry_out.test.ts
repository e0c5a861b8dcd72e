import { ApiError } from '@skein/errors';
import type { StoredRoot } from '@skein/snapshots';
import type { ClusterState } from '../state/cluster_state.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { carryOut, type RepositoryStorage } from './carry_out.js';
import { withGeneration } from './repository_rules.js';
import { dueWork } from './work.js';

const TERM = 1;

/** A snapshot of one shard, to be finalized over root 0 by the master of term 1. */
function finishing(): ClusterState {
  const from = new AllocationScene(1)
    .create('a', { 'index.number_of_replicas': '0' })
    .startAll()
    .run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } })
    .run('create_snapshot', {
      repository: 'r',
      name: 's',
      uuid: 's1',
      indices: ['a'],
      dataStreams: [],
      includeGlobalState: false,
      isPartial: false,
    });
  from.run('begin_snapshot', {
    uuid: 's1',
    term: TERM,
    generation: 0,
    indices: [{ name: 'a', id: 'id-a', bases: [] }],
  });
  from.run('snapshot_shard_done', {
    uuid: 's1',
    index: 'a',
    shardId: 0,
    attempt: 1,
    generation: 'list',
  });
  return withGeneration(from.state, 'r', 0);
}

const root = (generation: number, clusterUuid: string): StoredRoot => ({
  generation,
  uuid: 'repository',
  snapshots: [],
  indices: [],
  writer: { clusterUuid, term: 9 },
  attempt: `attempt-${generation}`,
  previous: `attempt-${generation - 1}`,
  lastRemoval: 0,
});

const refuse = () => Promise.reject(new Error('not in this test'));

/** Storage in which `finalize` fails each time after `meanwhile`. */
function failing(newest: () => StoredRoot, meanwhile: () => void) {
  const over: number[] = [];
  const storage: RepositoryStorage = {
    readRoot: async () => newest(),
    finalize: async ({ expectedGeneration }) => {
      over.push(expectedGeneration);
      meanwhile();
      throw new ApiError('repository_exception', 'the store did not answer');
    },
    clone: refuse,
    remove: refuse,
    cleanUp: refuse,
  };
  return { storage, over };
}

async function carriedOut(newest: StoredRoot, next: (state: ClusterState) => ClusterState) {
  let state = finishing();
  let found = root(0, state.metadata.clusterUuid);
  const { storage, over } = failing(
    () => found,
    () => {
      found = newest;
      state = next(state);
    },
  );
  const commands: string[] = [];
  const [work] = dueWork(state);
  if (work === undefined) throw new Error('nothing is due');
  const end = await carryOut(work, {
    state: () => state,
    storageIn: () => storage,
    run: async (name) => void commands.push(name),
    newUuid: () => 'new',
    nowMs: () => 0,
    version: { version: '1', versionId: 1 },
  }).then(
    () => 'ended',
    (fault: ApiError) => fault.type,
  );
  return { over, commands, end };
}

const registeredAnew = (state: ClusterState) => withGeneration(state, 'r', 5);

test('work goes on to a newer root that the cluster knows in the same term', async () => {
  const { over, commands } = await carriedOut(root(5, 'another cluster'), registeredAnew);
  expect(over).toEqual([0, 5]);
  expect(commands).toEqual(['end_snapshot']);
});

test('work of an earlier term goes on to no newer root, even if its cluster knows that root', async () => {
  const { over, commands, end } = await carriedOut(root(5, 'another cluster'), (state) => ({
    ...registeredAnew(state),
    term: TERM + 1,
  }));
  expect(over).toEqual([0]);
  expect(commands).toEqual([]);
  expect(end).toBe('not_master_exception');
});

describe('a clone', () => {
  const SOURCE = { name: 'old', uuid: 'source' };
  const inRoot = (name: string, uuid: string) => ({
    ...{ name, uuid, key: 'k', state: 'SUCCESS' as const, startMs: 0, endMs: 1, version: '1' },
    ...{ indices: [], dataStreams: [] },
  });

  /** Carries out a clone over a root with these snapshots. */
  async function cloned(snapshots: StoredRoot['snapshots']) {
    const from = new AllocationScene(1)
      .create('a')
      .run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } })
      .run('create_snapshot', {
        repository: 'r',
        name: 'new',
        uuid: 'n',
        indices: [],
        dataStreams: [],
        includeGlobalState: false,
        isPartial: false,
        source: SOURCE,
      });
    const state = withGeneration(from.state, 'r', 0);
    const [work] = dueWork(state);
    if (work === undefined) throw new Error('nothing is due');
    const done: unknown[] = [];
    const stored = { ...root(0, state.metadata.clusterUuid), snapshots };
    const storage: RepositoryStorage = {
      readRoot: async () => stored,
      finalize: refuse,
      clone: async ({ uuid }) => {
        done.push(`clone ${uuid}`);
        throw new ApiError('repository_exception', 'full');
      },
      remove: refuse,
      cleanUp: refuse,
    };
    await carryOut(work, {
      state: () => state,
      storageIn: () => storage,
      run: async (name, request) => void done.push([name, request]),
      newUuid: () => 'new',
      nowMs: () => 0,
      version: { version: '1', versionId: 1 },
    }).catch((fault: ApiError) => done.push(fault.type));
    return done;
  }

  test('is made of a snapshot that is there', async () => {
    expect((await cloned([inRoot('old', 'source')]))[0]).toBe('clone n');
  });

  test('of a missing snapshot, or of a name that is taken, is refused', async () => {
    expect(JSON.stringify(await cloned([]))).toContain(
      'the snapshot [old] to be cloned is missing',
    );
    expect(
      JSON.stringify(await cloned([inRoot('old', 'source'), inRoot('new', 'other')])),
    ).toContain('Invalid snapshot name [new], snapshot with the same name already exists');
  });
});
