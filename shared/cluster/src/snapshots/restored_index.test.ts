import { encodeIndex } from '../state/encode.js';
import { AllocationScene } from '../testing/allocation_scene.js';

test('an index that was shrunk where it was taken begins with the snapshot, on any node', () => {
  const from = new AllocationScene(2)
    .create('source', {
      'index.number_of_shards': '2',
      'index.number_of_replicas': '0',
      'index.blocks.write': 'true',
      'index.routing.allocation.require._name': 'n1',
    })
    .startAll();
  const settings = new Map([
    ['index.number_of_shards', '1'],
    ['index.number_of_replicas', '0'],
    ['index.routing.allocation.require._name', null],
  ]);
  const request = {
    kind: 'shrink',
    source: 'source',
    name: 'small',
    providedName: 'small',
  } as const;
  from.run('resize_index', { ...request, settings, aliases: [] }).startAll();
  const taken = from.state.metadata.indices.get('small');
  if (taken === undefined) throw new Error('no index');
  from.run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } });
  from.leave('n1').join('n3');
  from.run('restore_snapshot', {
    uuid: 'restore',
    repository: 'r',
    snapshot: { name: 's', uuid: 'su' },
    dataStreams: [],
    indices: [
      {
        name: 'small',
        target: 'again',
        indexId: 'id',
        generations: [null],
        metadata: encodeIndex(taken),
        keepsAliases: false,
      },
    ],
  });
  const [primary] = from.shard('again');
  expect(primary).toMatchObject({ recoverySource: 'EMPTY_STORE', state: 'INITIALIZING' });
});
