import { createRequest, refusal, Scene } from '../testing/fixtures.js';
import { type BlockLevel, checkBlocks } from './blocks.js';
import type { ClusterState } from './cluster_state.js';
import { unrecoveredState, withoutMaster } from './master_blocks.js';

const LEVELS: readonly BlockLevel[] = [
  'read',
  'write',
  'metadata_read',
  'metadata_write',
  'create_index',
];

function blocked(state: ClusterState): readonly BlockLevel[] {
  return LEVELS.filter((level) => {
    try {
      checkBlocks(state, ['a'], { level });
      return false;
    } catch {
      return true;
    }
  });
}

function stateWith(settings: Readonly<Record<string, string>>): ClusterState {
  const { state } = new Scene().run('create_index', createRequest('a'));
  const metadata = { ...state.metadata, persistentSettings: new Map(Object.entries(settings)) };
  return { ...state, metadata };
}

test.each<[Readonly<Record<string, string>>, readonly BlockLevel[]]>([
  [{}, ['write', 'metadata_write', 'create_index']],
  [{ 'cluster.no_master_block': 'all' }, LEVELS],
  [{ 'cluster.no_cluster_manager_block': 'all' }, LEVELS],
  [{ 'cluster.no_cluster_manager_block': 'metadata_write' }, ['metadata_write', 'create_index']],
  [
    { 'cluster.no_cluster_manager_block': 'write', 'cluster.no_master_block': 'all' },
    ['write', 'metadata_write', 'create_index'],
  ],
])('without a master, settings %j block %j', (settings, levels) => {
  const state = stateWith(settings);
  expect(blocked(state)).toEqual([]);
  const headless = withoutMaster(state);
  expect(blocked(headless)).toEqual(levels);
  expect(headless.masterNodeId).toBeUndefined();
  expect(refusal(() => checkBlocks(headless, ['a'], { level: 'metadata_write' }))).toEqual({
    type: 'cluster_block_exception',
    reason: 'blocked by: [SERVICE_UNAVAILABLE/2/no cluster-manager];',
    status: 503,
  });
});

test('before the state is recovered everything is blocked', () => {
  const state = unrecoveredState('test');
  expect(blocked(state)).toEqual(LEVELS);
  expect(refusal(() => checkBlocks(state, [], { level: 'read' }))).toMatchObject({
    reason: 'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];',
    status: 503,
  });
});

test('a refusal names the blocked indices in its reason', () => {
  const scene = new Scene()
    .run('create_index', createRequest('a', { 'index.blocks.write': 'true' }))
    .run('create_index', createRequest('b', { 'index.blocks.write': 'true' }))
    .run('create_index', createRequest('c'));
  const check =
    (...names: readonly string[]) =>
    () =>
      checkBlocks(scene.state, names, { level: 'write' });
  expect(check('c')).not.toThrow();
  const blocked = (name: string) => `index [${name}] blocked by: [FORBIDDEN/8/index write (api)];`;
  expect(refusal(check('a', 'c'))).toMatchObject({ reason: blocked('a'), status: 403 });
  expect(refusal(check('a', 'b'))).toMatchObject({ reason: blocked('a') + blocked('b') });
});
