import type { CommandRequest } from '../commands/registry.js';
import { decodeIndex, encodeIndex } from '../state/encode.js';
import { FOREIGN_GENERATION } from '../state/snapshot_records.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';
import { advanceSnapshots, KEPT_MS } from './advance.js';
import { dueTakings } from './due_work.js';
import { dueWork } from './work.js';

/** Term of the scene's master. */
const TERM = 1;
const REPOSITORY = { name: 'r', type: 'fs', settings: { location: 'x' } };

function scene(nodes = 3): AllocationScene {
  return new AllocationScene(nodes)
    .create('a', { 'index.number_of_shards': '2', 'index.number_of_replicas': '1' })
    .create('b', { 'index.number_of_replicas': '0' })
    .startAll()
    .run('put_repository', REPOSITORY);
}

function asked(
  uuid: string,
  indices: readonly string[],
  more: Partial<CommandRequest<'create_snapshot'>> = {},
): CommandRequest<'create_snapshot'> {
  return {
    repository: 'r',
    name: `snapshot-${uuid}`,
    uuid,
    indices,
    dataStreams: [],
    includeGlobalState: false,
    isPartial: false,
    ...more,
  };
}

function begin(from: AllocationScene, uuid: string): AllocationScene {
  const { indices = [] } = from.state.metadata.snapshots.get(uuid) ?? {};
  return from.run('begin_snapshot', {
    uuid,
    term: TERM,
    generation: 0,
    indices: indices.map(({ name }) => ({ name, id: `id-${name}`, bases: [] })),
  });
}

function takingsOf(from: AllocationScene, uuid: string, index = 'a') {
  const record = from.state.metadata.snapshots.get(uuid);
  return record?.indices.find(({ name }) => name === index)?.shards ?? [];
}

function takeAll(from: AllocationScene, uuid: string): AllocationScene {
  for (const { name, shards } of from.state.metadata.snapshots.get(uuid)?.indices ?? []) {
    for (const [shardId, { state, attempt }] of shards.entries()) {
      if (state !== 'taking') continue;
      const report = { uuid, index: name, shardId, attempt, generation: `${uuid}-${shardId}` };
      from.run('snapshot_shard_done', report);
    }
  }
  return from;
}

const due = (from: AllocationScene) =>
  dueWork(from.state).map((work) =>
    work.kind === 'delete' ? `delete ${work.deletion.uuid}` : `${work.kind} ${work.snapshot.uuid}`,
  );

describe('the order of work in a repository', () => {
  test('snapshots of one index take turns, those of others do not wait', () => {
    const from = scene().run('create_snapshot', asked('s1', ['a']));
    from.run('create_snapshot', asked('s2', ['a', 'b'])).run('create_snapshot', asked('s3', ['b']));
    expect(due(from)).toEqual(['begin s1']);
    begin(from, 's1');
    expect(due(from)).toEqual([]);
    takeAll(from, 's1');
    expect(due(from)).toEqual(['finish s1']);
    from.run('end_snapshot', { term: TERM, uuid: 's1', result: 'SUCCESS', generation: 1 });
    expect(due(from)).toEqual(['begin s2']);
    expect(from.state.metadata.repositories.get('r')?.generation).toBe(1);
  });

  test('a deletion waits for what is before it, and what comes after waits for it', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a'])), 's1');
    from.run('delete_snapshots', {
      repository: 'r',
      uuid: 'd',
      snapshots: [{ name: 'old', uuid: 'old' }],
    });
    from.run('create_snapshot', asked('s2', ['b']));
    expect(due(from)).toEqual([]);
    takeAll(from, 's1').run('end_snapshot', {
      term: TERM,
      uuid: 's1',
      result: 'SUCCESS',
      generation: 1,
    });
    expect(due(from)).toEqual(['delete d']);
    from.run('end_snapshot_deletion', { term: TERM, uuid: 'd', generation: 2 });
    expect(due(from)).toEqual(['begin s2']);
  });

  test('a snapshot that is deleted while it is taken is given up first', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a'])), 's1');
    const snapshots = [{ name: 'snapshot-s1', uuid: 's1' }];
    from.run('delete_snapshots', { repository: 'r', uuid: 'd', snapshots });
    expect(dueTakings(from.state, 'n1')).toEqual([]);
    expect(due(from)).toEqual(['give_up s1']);
    from.run('end_snapshot', { term: TERM, uuid: 's1', result: 'ABORTED' });
    expect(due(from)).toEqual(['delete d']);
  });

  test('repositories do not wait for each other', () => {
    const from = scene().run('put_repository', { ...REPOSITORY, name: 'other' });
    from.run('create_snapshot', asked('s1', ['a']));
    from.run('create_snapshot', asked('s2', ['a'], { repository: 'other' }));
    expect(due(from)).toEqual(['begin s1', 'begin s2']);
  });
});

describe('a request for a snapshot is refused', () => {
  const wanted = { type: 'concurrent_snapshot_execution_exception' };

  test('while as many operations run as the cluster allows', () => {
    const from = scene().set({ 'snapshot.max_concurrent_operations': '2' });
    from.run('create_snapshot', asked('s1', ['a']));
    from.run('delete_snapshots', {
      repository: 'r',
      uuid: 'd',
      snapshots: [{ name: 'old', uuid: 'old' }],
    });
    const third = () => from.run('create_snapshot', asked('s3', ['b']));
    expect(refusal(third)).toMatchObject({
      ...wanted,
      reason:
        '[r:snapshot-s3/s3] Cannot start another operation, already running [2] operations and the current limit for concurrent snapshot operations is set to [2]',
    });
    from.run('end_snapshot', { term: TERM, uuid: 's1', result: 'FAILED' });
    expect(third).not.toThrow();
  });

  test('whose name one under way has, in the same repository', () => {
    const from = scene().run('put_repository', { ...REPOSITORY, name: 'other' });
    from.run('create_snapshot', asked('s1', ['a'], { name: 'x' }));
    const again = (more: object = {}) =>
      from.run('create_snapshot', asked('s2', ['b'], { name: 'x', ...more }));
    expect(refusal(again)).toMatchObject({
      type: 'invalid_snapshot_name_exception',
      reason: '[r:x] Invalid snapshot name [x], snapshot with the same name is already in-progress',
    });
    expect(() => again({ repository: 'other' })).not.toThrow();
    from.run('end_snapshot', { term: TERM, uuid: 's1', result: 'SUCCESS', generation: 1 });
    expect(() => again({ uuid: 's3' })).not.toThrow();
  });

  test('that clones one which is being deleted', () => {
    const from = scene().run('put_repository', { ...REPOSITORY, name: 'other' });
    from.run('delete_snapshots', {
      repository: 'r',
      uuid: 'd',
      snapshots: [{ name: 'old', uuid: 'ou' }],
    });
    const clone = (uuid: string, more: object = {}) =>
      from.run(
        'create_snapshot',
        asked(`c-${uuid}`, ['a'], { source: { name: 'old', uuid }, ...more }),
      );
    expect(refusal(() => clone('ou'))).toMatchObject({
      ...wanted,
      reason: '[r:snapshot-c-ou] cannot clone from snapshot that is being deleted',
    });
    expect(() => clone('another')).not.toThrow();
    expect(() => clone('ou', { repository: 'other', uuid: 'elsewhere' })).not.toThrow();
    from.run('end_snapshot_deletion', { term: TERM, uuid: 'd', generation: 2 });
    expect(() => clone('ou')).not.toThrow();
  });

  test('of an index whose primary is nowhere, unless it may be partial', () => {
    const from = scene();
    from.leave(from.shard('b')[0]?.nodeId ?? '');
    expect(refusal(() => from.run('create_snapshot', asked('s', ['a', 'b'])))).toMatchObject({
      type: 'snapshot_exception',
      reason: "[r:snapshot-s/s] Indices don't have primary shards [b]",
    });
    expect(() => from.run('create_snapshot', asked('s', ['b'], { isPartial: true }))).not.toThrow();
  });
});

describe('shards on their way into a snapshot', () => {
  test('the node with the primary is asked for each', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a', 'b'])), 's1');
    const asking = [...from.state.nodes.keys()].flatMap((nodeId) =>
      dueTakings(from.state, nodeId).map(({ index, shardId }) => {
        expect(from.shard(index.name, shardId)[0]?.nodeId).toBe(nodeId);
        return `${index.name}${shardId}`;
      }),
    );
    expect(asking.sort()).toEqual(['a0', 'a1', 'b0']);
  });

  test('a shard whose node is gone is taken where its next primary is', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a'])), 's1');
    const [first] = takingsOf(from, 's1');
    from.leave(first?.nodeId ?? '').run('advance_snapshots', {});
    const [second] = takingsOf(from, 's1');
    expect(second).toMatchObject({ state: 'taking', attempt: 2 });
    expect(second?.nodeId).toBe(from.shard('a')[0]?.nodeId);
    expect(second?.nodeId).not.toBe(first?.nodeId);
    const late = { uuid: 's1', index: 'a', shardId: 0, attempt: 1 };
    from.run('snapshot_shard_done', { ...late, generation: 'late' });
    expect(takingsOf(from, 's1')[0]).toEqual(second);
  });

  test('a fault of a node that is not asked any more does not count', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a'])), 's1');
    const [first] = takingsOf(from, 's1');
    from.leave(first?.nodeId ?? '');
    const report = { uuid: 's1', index: 'a', shardId: 0, attempt: 1, reason: 'closed' };
    from.run('snapshot_shard_done', report);
    expect(takingsOf(from, 's1')[0]).toMatchObject({ state: 'taking', attempt: 2 });
  });

  test('a shard without a copy is given up, and the snapshot goes on', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a', 'b'])), 's1');
    const [only] = takingsOf(from, 's1', 'b');
    from.leave(only?.nodeId ?? '').run('advance_snapshots', {});
    expect(takingsOf(from, 's1', 'b')[0]).toMatchObject({ state: 'failed' });
    takeAll(from, 's1');
    expect(due(from)).toEqual(['finish s1']);
  });

  test('what is being taken can neither be deleted nor closed, unless the snapshot may be partial', () => {
    const from = scene().run('create_snapshot', asked('s1', ['a']));
    const wanted = { type: 'snapshot_in_progress_exception' };
    expect(refusal(() => from.run('delete_index', { indices: ['a'] }))).toMatchObject(wanted);
    expect(refusal(() => from.run('close_index', { indices: ['a'] }))).toMatchObject(wanted);
    from.run('create_snapshot', asked('s2', ['b'], { isPartial: true }));
    begin(from, 's2')
      .run('delete_index', { indices: ['b'] })
      .run('advance_snapshots', {});
    expect(takingsOf(from, 's2', 'b')[0]).toMatchObject({ state: 'missing' });
  });

  test('the record of ended work goes after a while', () => {
    const from = scene().run('create_snapshot', asked('s1', ['a']));
    from.run('end_snapshot', { term: TERM, uuid: 's1', result: 'FAILED', reason: 'x' });
    const { nowMs } = from;
    expect(advanceSnapshots(from.state, nowMs + KEPT_MS - 1)).toBe(from.state);
    expect(advanceSnapshots(from.state, nowMs + KEPT_MS).metadata.snapshots.size).toBe(0);
  });
});

describe('a restore', () => {
  function restored(
    from: AllocationScene,
    target: string,
    lacks = false,
    others: readonly string[] = [],
    dataStreams: CommandRequest<'restore_snapshot'>['dataStreams'] = [],
    uuid = 'restore',
  ) {
    const index = from.state.metadata.indices.get('a');
    if (index === undefined) throw new Error('no index');
    return from.run('restore_snapshot', {
      uuid,
      repository: 'r',
      snapshot: { name: 's', uuid: 'su' },
      dataStreams,
      indices: [target, ...others].map((name) => ({
        name: 'a',
        target: name,
        indexId: 'id-a',
        generations: ['g0', lacks ? null : 'g1'],
        metadata: encodeIndex(index),
        keepsAliases: false,
      })),
    });
  }

  const outcome = (from: AllocationScene) => from.state.metadata.restores.get('restore')?.outcome;

  test('primaries begin with the snapshot, and those that it lacks empty', () => {
    const from = restored(scene(), 'c', true);
    const sources = [0, 1].map((shardId) => from.shard('c', shardId)[0]?.recoverySource);
    expect(sources).toEqual(['SNAPSHOT', 'EMPTY_STORE']);
    expect(outcome(from)).toBeUndefined();
    from.startAll().run('advance_snapshots', {});
    expect(outcome(from)).toMatchObject({ result: 'SUCCESS' });
    const index = from.state.metadata.indices.get('c');
    expect(index?.uuid).not.toBe(from.state.metadata.indices.get('a')?.uuid);
    if (index) expect(decodeIndex(encodeIndex(index))).toEqual(index);
  });

  function failAll(from: AllocationScene, index: string, shardId: number): AllocationScene {
    for (let attempt = 0; attempt < 5; attempt++) {
      const [primary] = from.shard(index, shardId);
      if (primary?.state === 'INITIALIZING') from.fail(index, shardId, primary);
    }
    return from.run('advance_snapshots', {});
  }

  test('an index whose shard cannot be opened is removed, and the others stay', () => {
    const from = failAll(restored(scene(), 'c', false, ['d']), 'c', 1);
    expect(outcome(from)).toBeUndefined();
    expect([...from.state.metadata.indices.keys()]).toEqual(['a', 'b', 'd']);
    from.startAll().run('advance_snapshots', {});
    expect(outcome(from)).toMatchObject({ result: 'FAILED' });
    expect(outcome(from)?.reason).toContain('shard [c][1]');
    expect(from.state.metadata.indices.has('d')).toBe(true);
  });

  test('a stream goes on without a backing index that could not be opened', () => {
    const stream = {
      name: 'logs',
      timestampField: '@timestamp',
      indices: ['.ds-logs-000001', '.ds-logs-000002'],
      generation: 2,
      isHidden: false,
      allowsRouting: false,
      rollsOverOnWrite: false,
    };
    const [first = '', last = ''] = stream.indices;
    const from = failAll(restored(scene(), first, false, [last], [stream]), last, 0);
    expect(from.state.metadata.dataStreams.get('logs')?.indices).toEqual([first]);
    failAll(from, first, 0);
    expect(from.state.metadata.dataStreams.size).toBe(0);
    expect(outcome(from)).toMatchObject({ result: 'FAILED' });
  });

  test('an index that is deleted meanwhile is no fault, and none of it is closed', () => {
    const from = restored(scene(), 'c', false, ['d']);
    expect(refusal(() => from.run('close_index', { indices: ['d'] }))).toMatchObject({
      type: 'illegal_argument_exception',
    });
    from
      .run('delete_index', { indices: ['c'] })
      .startAll()
      .run('advance_snapshots', {});
    expect(outcome(from)).toMatchObject({ result: 'SUCCESS' });
    expect(from.state.metadata.indices.has('d')).toBe(true);
  });

  test('an open index is in the way, a closed one is replaced', () => {
    const from = scene();
    expect(refusal(() => restored(from, 'a'))).toMatchObject({
      type: 'snapshot_restore_exception',
    });
    const before = from.state.metadata.indices.get('a');
    from.run('close_index', { indices: ['a'] });
    restored(from, 'a');
    const after = from.state.metadata.indices.get('a');
    expect(after?.uuid).not.toBe(before?.uuid);
    expect(from.state.metadata.tombstones.map(({ uuid }) => uuid)).toContain(before?.uuid);
  });

  test('asked for again it is the same restore, and an index that is being taken is not replaced', () => {
    const from = restored(scene(), 'c');
    const before = from.state.metadata;
    expect(restored(from, 'c').state.metadata).toBe(before);
    const taking = scene()
      .run('close_index', { indices: ['a'] })
      .startAll();
    taking.run('create_snapshot', asked('s1', ['a']));
    expect(refusal(() => restored(taking, 'a'))).toMatchObject({
      type: 'snapshot_in_progress_exception',
    });
  });

  test('its snapshot stays until it has ended, and one that is being deleted is not restored', () => {
    const from = restored(scene(), 'c');
    const wanted = { type: 'concurrent_snapshot_execution_exception' };
    const deletion = { repository: 'r', snapshots: [{ name: 's', uuid: 'su' }] };
    expect(refusal(() => from.run('delete_snapshots', deletion))).toMatchObject(wanted);
    from.startAll().run('advance_snapshots', {}).run('delete_snapshots', deletion);
    expect(refusal(() => restored(from, 'd', false, [], [], 'another'))).toMatchObject(wanted);
  });
});

test('a repository in use is neither changed nor forgotten', () => {
  const from = scene().run('create_snapshot', asked('s1', ['a']));
  const wanted = { type: 'illegal_state_exception' };
  const other = { ...REPOSITORY, settings: { location: 'y' } };
  expect(refusal(() => from.run('put_repository', other))).toMatchObject(wanted);
  expect(refusal(() => from.run('delete_repositories', { names: ['r'] }))).toMatchObject(wanted);
  from.run('end_snapshot', { term: TERM, uuid: 's1', result: 'SUCCESS', generation: 0 });
  from.run('put_repository', other);
  expect(from.state.metadata.repositories.get('r')?.settings).toEqual({ location: 'y' });
});

test('a step of an earlier term changes nothing', () => {
  const from = begin(scene().run('create_snapshot', asked('s1', ['a'])), 's1');
  const before = from.state;
  from.run('end_snapshot', { uuid: 's1', result: 'FAILED', term: -1 });
  const noted = { repository: 'r', uuid: before.metadata.repositories.get('r')?.uuid ?? '' };
  from.run('note_generation', { ...noted, replaced: -2, generation: -3, term: -1 });
  from.run('note_generation', { ...noted, replaced: 7, generation: -3, term: TERM });
  expect(from.state.metadata).toBe(before.metadata);
});

test('a deletion ends once, and one that nobody knows does not end', () => {
  const snapshots = [{ name: 'old', uuid: 'old' }];
  const from = scene().run('delete_snapshots', { repository: 'r', uuid: 'd', snapshots });
  const end = (uuid: string, more: object = {}) =>
    from.run('end_snapshot_deletion', { term: TERM, uuid, ...more });
  const outcome = () => from.state.metadata.snapshotDeletions.get('d')?.outcome;
  const before = from.state;
  expect(end('unknown').state).toBe(before);
  expect(end('d', { term: TERM - 1 }).state).toBe(before);
  end('d', { reason: 'disk' });
  expect(outcome()).toMatchObject({ result: 'FAILED', reason: 'disk' });
  const ended = from.state;
  expect(end('d').state).toBe(ended);
});

test('a request that is sent again is the same request', () => {
  const from = scene().run('create_snapshot', asked('s1', ['a']));
  const deletion = { repository: 'r', uuid: 'd', snapshots: [{ name: 'old', uuid: 'old' }] };
  from.run('delete_snapshots', deletion);
  const before = from.state.metadata;
  from.run('create_snapshot', asked('s1', ['a'])).run('delete_snapshots', deletion);
  expect(from.state.metadata).toBe(before);
});

test('what is remembered of a repository stays as long as it is in the same place', () => {
  const from = scene();
  const generation = () => from.state.metadata.repositories.get('r')?.generation;
  const { uuid = '' } = from.state.metadata.repositories.get('r') ?? {};
  from.run('note_generation', { repository: 'r', uuid, replaced: -2, generation: 5, term: TERM });
  const slower = { ...REPOSITORY.settings, max_snapshot_bytes_per_sec: '1mb' };
  from.run('put_repository', { ...REPOSITORY, settings: slower });
  expect(generation()).toBe(5);
  from.run('put_repository', { ...REPOSITORY, settings: { location: 'y' } });
  expect(generation()).toBe(-2);
});

test('a registration that is sent again is the same one, unless another cluster has written', () => {
  const from = scene();
  const registration = () => from.state.metadata.repositories.get('r');
  const before = from.state;
  expect(from.run('put_repository', REPOSITORY).state).toBe(before);
  const { uuid = '' } = registration() ?? {};
  from.run('note_generation', {
    ...{ repository: 'r', uuid, replaced: -2, term: TERM },
    generation: FOREIGN_GENERATION,
  });
  from.run('put_repository', REPOSITORY);
  expect(registration()?.uuid).not.toBe(uuid);
});
