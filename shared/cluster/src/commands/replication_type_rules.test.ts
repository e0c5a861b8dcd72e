import { createRequest, refusal, Scene } from '../testing/fixtures.js';

const KEY = 'index.replication.type';

function cluster(settings: Readonly<Record<string, string>>): Scene {
  const scene = new Scene();
  scene.state = { ...scene.state, configuredSettings: new Map(Object.entries(settings)) };
  return scene;
}

const typeOf = (scene: Scene, name: string) => scene.index(name).settings.get(KEY);

test('an index has its own type, else that of its template, else the cluster’s', () => {
  const scene = cluster({ 'cluster.indices.replication.strategy': 'SEGMENT' });
  scene.run('create_index', createRequest('silent'));
  scene.run('create_index', createRequest('own', { [KEY]: 'DOCUMENT' }));
  expect(typeOf(scene, 'silent')).toBe('SEGMENT');
  expect(typeOf(scene, 'own')).toBe('DOCUMENT');
  expect(typeOf(new Scene().run('create_index', createRequest('silent')), 'silent')).toBe(
    'DOCUMENT',
  );
});

test('a cluster may allow no other type than its own', () => {
  const scene = cluster({
    'cluster.indices.replication.strategy': 'SEGMENT',
    'cluster.index.restrict.replication.type': 'true',
  });
  scene.run('create_index', createRequest('same', { [KEY]: 'SEGMENT' }));
  expect(typeOf(scene, 'same')).toBe('SEGMENT');
  expect(
    refusal(() => scene.run('create_index', createRequest('other', { [KEY]: 'DOCUMENT' }))),
  ).toMatchObject({
    type: 'validation_exception',
    reason:
      'Validation Failed: 1: index setting [index.replication.type] is not allowed to be set as [cluster.index.restrict.replication.type=true];',
  });
});

test('neither is changed while the cluster runs', () => {
  const key = 'cluster.indices.replication.strategy';
  const update = {
    transient: new Map<string, string | null>(),
    persistent: new Map([[key, 'SEGMENT']]),
  };
  expect(refusal(() => new Scene().run('update_cluster_settings', update))).toMatchObject({
    type: 'illegal_argument_exception',
    reason: `final persistent setting [${key}], not updateable`,
  });
});
