/** Tests the commands that store policies, scripts, pipelines and exclusions by a name. */
import { ABSENT } from '../state/voting_exclusions.js';
import { createRequest, NODE, refusal, Scene } from '../testing/fixtures.js';
import type { CommandRequest } from './registry.js';

function set(scene: Scene, key: string, value: string): Scene {
  return scene.run('update_cluster_settings', {
    persistent: new Map([[key, value]]),
    transient: new Map(),
  });
}

describe('lifecycle policies', () => {
  type Put = CommandRequest<'put_lifecycle_policy'>;
  const put = (scene: Scene, more: Partial<Put> = {}) =>
    scene.run('put_lifecycle_policy', {
      dialect: 'ism',
      id: 'p',
      source: {},
      mustBeNew: false,
      ...more,
    });

  test('are replaced unless the request expects another one', () => {
    const scene = new Scene();
    const conflict = (more: Partial<Put>) => refusal(() => put(scene, more)).reason;
    const word = '[p]: version conflict, ';
    expect(conflict({ ifSeqNo: 0 })).toBe(
      `${word}required seqNo [0], primary term [1]. but no document was found`,
    );
    put(scene, { mustBeNew: true });
    expect(conflict({ mustBeNew: true })).toBe(
      `${word}document already exists (current version [1])`,
    );
    expect(conflict({ ifSeqNo: 1 })).toBe(
      `${word}required seqNo [1], primary term [1]. current document has seqNo [0] and primary term [1]`,
    );
    put(scene, { ifSeqNo: 0, mustBeNew: true });
    put(scene, { id: 'q' });
    expect(
      [...scene.state.metadata.lifecyclePolicies.values()].map(({ id, version, seqNo }) => [
        id,
        version,
        seqNo,
      ]),
    ).toEqual([
      ['p', 2, 1],
      ['q', 1, 2],
    ]);
  });

  test('of Elasticsearch stay while an index uses them', () => {
    const used = { 'index.lifecycle.name': 'p' };
    const scene = put(put(new Scene(), { dialect: 'ilm' }))
      .run('create_index', createRequest('b', used))
      .run('create_index', createRequest('a', used))
      .run('create_index', createRequest('c'));
    const remove = (dialect: 'ilm' | 'ism', id = 'p') =>
      scene.run('delete_lifecycle_policy', { dialect, id });
    expect(refusal(() => remove('ilm')).reason).toBe(
      'Cannot delete policy [p]. It is in use by one or more indices: [a, b]',
    );
    remove('ism');
    expect([...scene.state.metadata.lifecyclePolicies.keys()]).toEqual(['ilm/p']);
    expect(refusal(() => remove('ism')).reason).toBe('Policy [p] not found');
    expect(refusal(() => remove('ilm', 'x')).reason).toBe('Lifecycle policy not found: x');
    scene.run('delete_index', { indices: ['a', 'b'] });
    remove('ilm');
    expect(scene.state.metadata.lifecyclePolicies.size).toBe(0);
  });
});

test('a stored script is at most as large as the setting says', () => {
  const scene = set(new Scene(), 'script.max_size_in_bytes', '10');
  const script = { lang: 'painless', source: '1', options: {} };
  const put = (id: string, sizeBytes: number) =>
    scene.run('put_stored_script', { id, script, sizeBytes });
  put('a', 10);
  expect(refusal(() => put('b', 11)).reason).toBe(
    'exceeded max allowed stored script size in bytes [10] with size [11] for script [b]',
  );
  expect([...scene.state.metadata.storedScripts]).toEqual([['a', script]]);
});

test.each(['pipeline', 'search_pipeline'] as const)('a %s is deleted by id or pattern', (kind) => {
  const scene = new Scene();
  const remove = (pattern: string) => scene.run(`delete_${kind}`, { pattern });
  const member = kind === 'pipeline' ? 'pipelines' : 'searchPipelines';
  const ids = () => [...scene.state.metadata[member].keys()];
  const before = scene.state;
  expect(remove('*').state).toBe(before);
  for (const id of ['a1', 'a2', 'b']) scene.run(`put_${kind}`, { id, source: { description: id } });
  expect(refusal(() => remove('c*'))).toMatchObject({
    type: 'resource_not_found_exception',
    reason: 'pipeline [c*] is missing',
  });
  remove('a*');
  expect(ids()).toEqual(['b']);
  remove('b');
  expect(ids()).toEqual([]);
});

describe('voting exclusions', () => {
  const add = (scene: Scene, more: Partial<CommandRequest<'add_voting_exclusions'>>) =>
    scene.run('add_voting_exclusions', { nodeIds: [], nodeNames: [], ...more });

  test('name nodes that are present by both names, and remember absent ones', () => {
    const scene = add(new Scene(), { nodeIds: ['node-1', 'gone'] });
    add(scene, { nodeNames: ['two'] });
    const all = [
      { nodeId: 'node-1', nodeName: NODE.name },
      { nodeId: 'gone', nodeName: ABSENT },
      { nodeId: ABSENT, nodeName: 'two' },
    ];
    expect(scene.state.metadata.votingExclusions).toEqual(all);
    const before = scene.state;
    expect(add(scene, { nodeNames: ['one', 'two'] }).state).toBe(before);
    expect(add(scene, { nodeIds: ['node-1', 'gone'] }).state).toBe(before);
    scene.run('clear_voting_exclusions', {});
    expect(scene.state.metadata.votingExclusions).toEqual([]);
    const cleared = scene.state;
    expect(scene.run('clear_voting_exclusions', {}).state).toBe(cleared);
  });

  test('are as many as the setting allows', () => {
    const scene = set(new Scene(), 'cluster.max_voting_config_exclusions', '2');
    add(scene, { nodeIds: ['a', 'b'] });
    expect(refusal(() => add(scene, { nodeIds: ['a', 'c'] })).reason).toBe(
      'add voting config exclusions request would add [1] exclusions to the existing [2] which would exceed the maximum of [2] set by [cluster.max_voting_config_exclusions]',
    );
  });
});

test('a stored script and a template are removed by their names', () => {
  const scene = new Scene();
  const gone = refusal(() => scene.run('delete_stored_script', { id: 's' }));
  expect(gone).toEqual({
    type: 'resource_not_found_exception',
    reason: 'stored script [s] does not exist and cannot be deleted',
    status: 404,
  });
  for (const name of ['t1', 't2', 'u']) {
    scene.run('put_template', {
      template: {
        ...{ name, patterns: ['x*'], order: 0, version: undefined },
        ...{ mapping: {}, aliases: new Map(), settings: new Map() },
      },
      create: false,
    });
  }
  const remove = (pattern: string) => scene.run('delete_template', { pattern });
  remove('t*');
  expect([...scene.state.metadata.templates.keys()]).toEqual(['u']);
  expect(refusal(() => remove('t1'))).toMatchObject({
    type: 'index_template_missing_exception',
    status: 404,
  });
  set(scene, 'cluster.blocks.read_only', 'true');
  expect(refusal(() => remove('u')).type).toBe('cluster_block_exception');
  expect(refusal(() => scene.run('delete_stored_script', { id: 's' })).type).toBe(
    'cluster_block_exception',
  );
});

test('indices are closed only if the cluster allows it', () => {
  const scene = new Scene().run('create_index', createRequest('a'));
  set(scene, 'cluster.indices.close.enable', 'false');
  const close = () => scene.run('close_index', { indices: ['a'] });
  expect(refusal(close).reason).toContain('closing indices is disabled');
  set(scene, 'cluster.indices.close.enable', 'true');
  const before = scene.index('a');
  expect(close().index('a')).toMatchObject({
    state: 'close',
    version: before.version + 1,
    settingsVersion: before.settingsVersion + 1,
  });
  expect(scene.index('a').settings.get('index.verified_before_close')).toBe('true');
  const closed = scene.index('a');
  expect(close().index('a')).toBe(closed);
});
