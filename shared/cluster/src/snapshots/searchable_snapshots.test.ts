/** Tests of searchable snapshots in the cluster state. */
import { encodeIndex } from '../state/encode.js';
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';

const REPOSITORY = { name: 'r', type: 'fs', settings: { location: 'x' } };
const SNAPSHOT = { name: 's', uuid: 'su' };
const UPDATE = { indices: ['b'], preserveExisting: false };

function scene(nodes = 2, replicas = '0'): AllocationScene {
  const from = new AllocationScene(nodes).create('a', { 'index.number_of_replicas': replicas });
  from.startAll().run('put_repository', REPOSITORY);
  const taken = from.state.metadata.indices.get('a');
  if (taken === undefined) throw new Error('no index');
  return from
    .run('restore_snapshot', {
      uuid: 'restore',
      repository: 'r',
      snapshot: SNAPSHOT,
      dataStreams: [],
      indices: [
        {
          name: 'a',
          target: 'b',
          indexId: 'id',
          generations: ['g'],
          metadata: encodeIndex(taken),
          isSearchable: true,
          keepsAliases: false,
        },
      ],
    })
    .startAll()
    .run('advance_snapshots', {});
}

const indexOf = (from: AllocationScene, name = 'b') => {
  const index = from.state.metadata.indices.get(name);
  if (index === undefined) throw new Error(`no index ${name}`);
  return index;
};

test('it has the settings of OpenSearch', () => {
  const index = indexOf(scene());
  expect(isSearchableSnapshot(index)).toBe(true);
  expect(Object.fromEntries(index.settings)).toMatchObject({
    'index.store.type': 'remote_snapshot',
    'index.searchable_snapshot.repository': 'r',
    'index.searchable_snapshot.snapshot_id.name': 's',
    'index.searchable_snapshot.snapshot_id.uuid': 'su',
    'index.searchable_snapshot.index.id': 'id',
  });
});

test.each([
  ['a mapping', 'put_mapping', { indices: ['b'], mapping: {}, dynamic: false }],
  ['closing', 'close_index', { indices: ['b'] }],
  [
    'a setting of writes',
    'update_index_settings',
    { ...UPDATE, settings: new Map([['index.refresh_interval', '5s']]) },
  ],
  [
    'settings of which one is of writes',
    'update_index_settings',
    {
      ...UPDATE,
      settings: new Map([
        ['index.max_result_window', '5'],
        ['index.priority', '5'],
      ]),
    },
  ],
] as const)('%s is refused', (_what, name, request) => {
  expect(refusal(() => scene().run(name, request as never))).toMatchObject({
    type: 'cluster_block_exception',
    status: 403,
    reason: 'index [b] blocked by: [FORBIDDEN/13/remote index is read-only];',
  });
});

test('aliases, replicas and limits of searches are changed, and it is deleted', () => {
  const settings = new Map([
    ['index.number_of_replicas', '1'],
    ['index.max_result_window', '5'],
    ['index.search.slowlog.threshold.query.warn', '1s'],
    ['index.routing.allocation.exclude._name', 'n9'],
  ]);
  const from = scene().run('update_index_settings', { ...UPDATE, settings });
  from.run('update_aliases', { actions: [{ kind: 'add', indices: ['b'], alias: 'other' }] });
  expect(indexOf(from)).toMatchObject({ numberOfReplicas: 1 });
  expect([...indexOf(from).aliases.keys()]).toEqual(['other']);
  from.run('delete_index', { indices: ['b'] });
  expect(from.state.metadata.indices.has('b')).toBe(false);
});

test('its snapshot and its repository stay as long as it does', () => {
  const from = scene();
  const deletion = { repository: 'r', uuid: 'd', snapshots: [{ name: 'x', uuid: 'xu' }, SNAPSHOT] };
  expect(refusal(() => from.run('delete_snapshots', deletion))).toMatchObject({
    type: 'snapshot_in_use_deletion_exception',
    status: 409,
    reason: expect.stringMatching(/^\[r:\[s\]\] These remote snapshots are backing some indices/),
  });
  const used = { type: 'illegal_state_exception', reason: expect.stringContaining('[b/') };
  expect(refusal(() => from.run('delete_repositories', { names: ['r'] }))).toMatchObject(used);
  const elsewhere = { ...REPOSITORY, settings: { location: 'y' } };
  expect(refusal(() => from.run('put_repository', elsewhere))).toMatchObject(used);
  const slower = { location: 'x', max_restore_bytes_per_sec: '1mb' };
  from.run('put_repository', { ...REPOSITORY, settings: slower });
  const others = { ...deletion, snapshots: [{ name: 'x', uuid: 'xu' }] };
  from.run('delete_snapshots', others).run('end_snapshot_deletion', { term: 1, uuid: 'd' });
  from.run('delete_index', { indices: ['b'] });
  from.run('delete_snapshots', { ...deletion, uuid: 'd2' });
});

test('it is not resized', () => {
  const settings = new Map([['index.number_of_shards', '1']]);
  const request = { source: 'b', name: 'c', providedName: 'c', settings, aliases: [] };
  const refused = refusal(() => scene().run('resize_index', { ...request, kind: 'clone' }));
  expect(refused).toMatchObject({
    type: 'illegal_argument_exception',
    reason: expect.stringContaining('it is searched in a snapshot'),
  });
});

test('a primary whose node is gone is opened elsewhere, whatever is on any disk', () => {
  const from = scene(1);
  from.join('n2').leave('n1');
  const [primary] = from.shard('b');
  expect(primary).toMatchObject({
    nodeId: 'n2',
    state: 'INITIALIZING',
    recoverySource: 'SNAPSHOT',
  });
  from.startAll();
  expect(from.shard('a')[0]?.state).toBe('UNASSIGNED');
  expect(indexOf(from).inSync[0]).toEqual([from.shard('b')[0]?.allocationId]);
});

test('a replica takes the place of its primary, and another one is opened', () => {
  const from = scene(3, '1');
  const [before] = from.shard('b');
  from.leave(before?.nodeId ?? '');
  const [after] = from.shard('b');
  expect(after).toMatchObject({ primary: true, state: 'STARTED' });
  expect(after?.nodeId).not.toBe(before?.nodeId);
});
