import type { CommandRequest } from '../commands/registry.js';
import { decodeIndex, encodeIndex } from '../state/encode.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';
import { advanceSnapshots, KEPT_MS } from './advance.js';
import { dueTakings } from './due_work.js';
import { dueWork } from './work.js';

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
    from.run('end_snapshot', { uuid: 's1', result: 'SUCCESS', generation: 1 });
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
    takeAll(from, 's1').run('end_snapshot', { uuid: 's1', result: 'SUCCESS', generation: 1 });
    expect(due(from)).toEqual(['delete d']);
    from.run('end_snapshot_deletion', { uuid: 'd', generation: 2 });
    expect(due(from)).toEqual(['begin s2']);
  });

  test('a snapshot that is deleted while it is taken is given up first', () => {
    const from = begin(scene().run('create_snapshot', asked('s1', ['a'])), 's1');
    const snapshots = [{ name: 'snapshot-s1', uuid: 's1' }];
    from.run('delete_snapshots', { repository: 'r', uuid: 'd', snapshots });
    expect(dueTakings(from.state, 'n1')).toEqual([]);
    expect(due(from)).toEqual(['give_up s1']);
    from.run('end_snapshot', { uuid: 's1', result: 'ABORTED' });
    expect(due(from)).toEqual(['delete d']);
  });

  test('repositories do not wait for each other', () => {
    const from = scene().run('put_repository', { ...REPOSITORY, name: 'other' });
    from.run('create_snapshot', asked('s1', ['a']));
    from.run('create_snapshot', asked('s2', ['a'], { repository: 'other' }));
    expect(due(from)).toEqual(['begin s1', 'begin s2']);
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
    from.run('end_snapshot', { uuid: 's1', result: 'FAILED', reason: 'x' });
    const { nowMs } = from;
    expect(advanceSnapshots(from.state, nowMs + KEPT_MS - 1)).toBe(from.state);
    expect(advanceSnapshots(from.state, nowMs + KEPT_MS).metadata.snapshots.size).toBe(0);
  });
});

describe('a restore', () => {
  function restored(from: AllocationScene, target: string, lacks = false) {
    const index = from.state.metadata.indices.get('a');
    if (index === undefined) throw new Error('no index');
    return from.run('restore_snapshot', {
      uuid: 'restore',
      repository: 'r',
      snapshot: { name: 's', uuid: 'su' },
      dataStreams: [],
      indices: [
        {
          name: 'a',
          target,
          indexId: 'id-a',
          generations: ['g0', lacks ? null : 'g1'],
          metadata: encodeIndex(index),
          keepsAliases: false,
        },
      ],
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

  test('one whose shard cannot be opened leaves no index', () => {
    const from = restored(scene(), 'c');
    for (let attempt = 0; attempt < 5; attempt++) {
      const [primary] = from.shard('c', 1);
      if (primary?.state === 'INITIALIZING') from.fail('c', 1, primary);
    }
    from.run('advance_snapshots', {});
    expect(outcome(from)).toMatchObject({ result: 'FAILED' });
    expect(from.state.metadata.indices.has('c')).toBe(false);
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

  test('its snapshot stays until it has ended, and one that is being deleted is not restored', () => {
    const from = restored(scene(), 'c');
    const wanted = { type: 'concurrent_snapshot_execution_exception' };
    const deletion = { repository: 'r', snapshots: [{ name: 's', uuid: 'su' }] };
    expect(refusal(() => from.run('delete_snapshots', deletion))).toMatchObject(wanted);
    from.startAll().run('advance_snapshots', {}).run('delete_snapshots', deletion);
    expect(refusal(() => restored(from, 'd'))).toMatchObject(wanted);
  });
});

test('a repository in use is neither changed nor forgotten', () => {
  const from = scene().run('create_snapshot', asked('s1', ['a']));
  const wanted = { type: 'illegal_state_exception' };
  const other = { ...REPOSITORY, settings: { location: 'y' } };
  expect(refusal(() => from.run('put_repository', other))).toMatchObject(wanted);
  expect(refusal(() => from.run('delete_repositories', { names: ['r'] }))).toMatchObject(wanted);
  from.run('end_snapshot', { uuid: 's1', result: 'SUCCESS', generation: 0 });
  from.run('put_repository', other);
  expect(from.state.metadata.repositories.get('r')?.settings).toEqual({ location: 'y' });
});
