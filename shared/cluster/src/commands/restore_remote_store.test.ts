/** Tests the restore of indices from a remote store: of those that are there, and of lost ones. */
import { expectDefined } from '@skein/base';
import { encodeIndex } from '../state/encode.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';
import type { RemoteIndexToRestore, RestoreRemoteStoreRequest } from './restore_remote_store.js';

const REMOTE = {
  'index.replication.type': 'SEGMENT',
  'index.remote_store.enabled': 'true',
  'index.remote_store.segment.repository': 'r',
  'index.number_of_replicas': '0',
};

function scene(settings: Readonly<Record<string, string>> = {}, nodes = 1) {
  return new AllocationScene(nodes)
    .run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } })
    .create('logs', { ...REMOTE, ...settings })
    .create('plain', { 'index.number_of_replicas': '0' })
    .startAll();
}

const restore = (from: AllocationScene, request: Partial<RestoreRemoteStoreRequest>) =>
  from.run('restore_remote_store', { present: [], allShards: false, absent: [], ...request });
const index = (from: AllocationScene, name = 'logs') =>
  expectDefined(from.state.metadata.indices.get(name), name);

describe('an index that is there', () => {
  test('loses the copies of its lost shards, which begin with what the store has', () => {
    const from = scene({ 'index.number_of_shards': '2' }, 2);
    const [first, second] = [0, 1].map((shard) => from.shard('logs', shard)[0]);
    expect(first?.nodeId).not.toBe(second?.nodeId);
    from.leave(first?.nodeId ?? '');
    expect(from.shard('logs')[0]?.state).toBe('UNASSIGNED');
    const [inSync] = index(from).inSync;
    expect(inSync).toHaveLength(1);
    const { version, settingsVersion } = index(from);
    restore(from, { present: ['logs', 'plain'] });
    expect(from.shard('logs')[0]).toMatchObject({
      state: 'INITIALIZING',
      recoverySource: 'REMOTE',
      unassigned: { reason: 'NEW_INDEX_RESTORED' },
    });
    expect(from.shard('logs', 1)[0]).toMatchObject({ state: 'STARTED', nodeId: second?.nodeId });
    expect(index(from).version).toBeGreaterThan(version);
    expect(index(from).settingsVersion).toBe(settingsVersion);
    expect(index(from).inSync.map((ids) => ids.length)).toEqual([0, 1]);
  });

  test('stays as it is when nothing of it is lost, or it has no store', () => {
    const from = scene();
    const before = from.state.metadata.indices;
    restore(from, { present: ['logs', 'plain'] });
    expect(from.state.metadata.indices).toBe(before);
    from.leave('n1');
    const lost = from.state.metadata.indices;
    restore(from, { present: ['plain'] });
    expect(from.state.metadata.indices).toBe(lost);
  });

  test('is opened with all shards from the store only if it is closed', () => {
    const from = scene();
    expect(refusal(() => restore(from, { present: ['logs'], allShards: true }))).toMatchObject({
      type: 'illegal_state_exception',
      reason:
        'cannot restore index [logs] because an open index with same name already exists in the cluster. Close the existing index.',
    });
    from.run('close_index', { indices: ['logs', 'plain'] });
    const { version, settingsVersion, inSync } = index(from);
    expect(inSync[0]).toHaveLength(1);
    restore(from, { present: ['logs', 'plain'], allShards: true });
    expect(index(from)).toMatchObject({
      state: 'open',
      settingsVersion: settingsVersion + 1,
      inSync: [[]],
    });
    expect(index(from).version).toBeGreaterThan(version);
    expect(index(from).settings.has('index.verified_before_close')).toBe(false);
    expect(from.shard('logs')[0]).toMatchObject({ recoverySource: 'REMOTE' });
    expect(index(from, 'plain').state).toBe('close');
  });

  test('that is closed has no lost shards', () => {
    const from = scene().run('close_index', { indices: ['logs'] });
    from.leave('n1');
    const before = from.state.metadata.indices;
    restore(from, { present: ['logs'] });
    expect(from.state.metadata.indices).toBe(before);
  });
});

describe('an index that is gone', () => {
  function lost(more: Partial<RemoteIndexToRestore> = {}, settings: Record<string, string> = {}) {
    const metadata = encodeIndex(index(scene(settings)));
    return { repository: 's', name: 'logs', path: 'folder', metadata, terms: [7], ...more };
  }
  const empty = () =>
    new AllocationScene(1).run('put_repository', {
      name: 's',
      type: 'fs',
      settings: { location: 'y' },
    });

  test('is made again, in the repository of this cluster and above the terms of its log', () => {
    const from = empty();
    restore(from, { absent: [lost()] });
    const { settings, primaryTerms, restoredFrom, inSync } = index(from);
    expect(settings.get('index.remote_store.segment.repository')).toBe('s');
    expect(settings.get('index.remote_store.path')).toBe('folder');
    expect(restoredFrom).toBeUndefined();
    expect([primaryTerms, inSync]).toEqual([[8], [[]]]);
    expect(from.shard('logs')[0]).toMatchObject({
      state: 'INITIALIZING',
      recoverySource: 'REMOTE',
    });
    const later = empty();
    restore(later, { absent: [lost({ terms: [] })] });
    expect(index(later).primaryTerms).toEqual([2]);
  });

  test('is refused under a name that is taken, and above the limit of shards', () => {
    const taken = empty().create('logs', { 'index.number_of_replicas': '0' });
    expect(refusal(() => restore(taken, { absent: [lost()] })).type).toBe(
      'resource_already_exists_exception',
    );
    const full = empty().set({ 'cluster.max_shards_per_node': '2' });
    const two = (name: string) =>
      lost({ name, terms: [1, 1], metadata: { ...lost({}, SHARDS).metadata, name } });
    const SHARDS = { 'index.number_of_shards': '2' };
    expect(() => restore(full, { absent: [two('a')] })).not.toThrow();
    expect(refusal(() => restore(full, { absent: [two('b')] })).reason).toContain(
      'this action would add [2] total shards, but this cluster currently has [2]/[2]',
    );
  });
});

test('a cluster that is read-only restores nothing', () => {
  const from = scene().set({ 'cluster.blocks.read_only': 'true' });
  expect(refusal(() => restore(from, { present: ['logs'] })).type).toBe('cluster_block_exception');
});
