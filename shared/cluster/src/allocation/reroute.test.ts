import { expectDefined } from '@skein/base';
import { clusterHealth } from '../health/health.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';
import { autoExpandedReplicas } from './auto_expand.js';

const TWO_COPIES = { 'index.number_of_shards': '3', 'index.number_of_replicas': '1' };

test('replicas go beside their primaries, evenly', () => {
  const scene = new AllocationScene(3).create('logs', TWO_COPIES).startAll();
  expect(clusterHealth(scene.state).status).toBe('green');
  expect(scene.spread()).toEqual({ n1: 2, n2: 2, n3: 2 });
  for (const shard of [0, 1, 2]) {
    expect(new Set(scene.shard('logs', shard).map((copy) => copy.nodeId)).size).toBe(2);
  }
});

test('a lost primary is followed by its replica, under the next term', () => {
  const scene = new AllocationScene(3).create('logs').startAll();
  const [primary, replica] = scene.shard('logs');
  scene.leave(primary?.nodeId ?? '');
  const [now, waiting] = scene.shard('logs');
  expect(now).toMatchObject({
    primary: true,
    state: 'STARTED',
    allocationId: replica?.allocationId,
  });
  expect(scene.state.metadata.indices.get('logs')?.primaryTerms).toEqual([2]);
  expect(scene.state.metadata.indices.get('logs')?.inSync[0]).toContain(primary?.allocationId);
  expect(waiting).toMatchObject({
    state: 'UNASSIGNED',
    unassigned: { reason: 'NODE_LEFT', delayed: true },
  });
});

test('a replica waits for its node, and takes another when it does not come', () => {
  const scene = new AllocationScene(3).create('logs').startAll();
  const [primary, replica] = scene.shard('logs');
  scene.leave(replica?.nodeId ?? '').reroute();
  expect(scene.shard('logs')[1]?.state).toBe('UNASSIGNED');
  scene.nowMs += 60_000;
  const third = ['n1', 'n2', 'n3'].find((id) => id !== primary?.nodeId && id !== replica?.nodeId);
  expect(scene.reroute().shard('logs')[1]).toMatchObject({ state: 'INITIALIZING', nodeId: third });
});

test('a node that returns in time gets its replica back, under a new allocation id', () => {
  const scene = new AllocationScene(3).create('logs').startAll();
  const replica = expectDefined(scene.shard('logs')[1], 'a replica');
  scene.leave(replica.nodeId ?? '').join(replica.nodeId ?? '');
  expect(scene.shard('logs')[1]).toMatchObject({ state: 'INITIALIZING', nodeId: replica.nodeId });
  expect(scene.shard('logs')[1]?.allocationId).not.toBe(replica.allocationId);
});

test('a node that restarted has lost its open copies', () => {
  const scene = new AllocationScene(1)
    .create('logs', { 'index.number_of_replicas': '0' })
    .startAll();
  const [before] = scene.shard('logs');
  scene.join('n1');
  expect(scene.shard('logs')[0]).toMatchObject({
    state: 'INITIALIZING',
    allocationId: before?.allocationId,
    recoverySource: 'EXISTING_STORE',
  });
  expect(scene.state.metadata.indices.get('logs')?.primaryTerms).toEqual([2]);
});

test('a primary opens nothing but an in-sync copy: the shard stays red without one', () => {
  const scene = new AllocationScene(3).create('logs').startAll();
  const [primary, replica] = scene.shard('logs');
  const third = expectDefined(
    ['n1', 'n2', 'n3'].find((id) => id !== primary?.nodeId && id !== replica?.nodeId),
    'a third',
  );
  scene.leave(replica?.nodeId ?? '').run('mark_copy_stale', {
    index: 'logs',
    indexUuid: scene.state.routing.get('logs')?.uuid ?? '',
    shardId: 0,
    allocationId: replica?.allocationId ?? '',
    primaryTerm: 1,
  });
  scene.leave(primary?.nodeId ?? '').join(replica?.nodeId ?? '');
  expect(scene.shard('logs')[0]).toMatchObject({
    state: 'UNASSIGNED',
    unassigned: { allocationStatus: 'no_valid_shard_copy' },
  });
  expect(scene.state.nodes.has(third)).toBe(true);
  expect(clusterHealth(scene.state).status).toBe('red');
  scene.join(primary?.nodeId ?? '');
  expect(scene.shard('logs')[0]).toMatchObject({ state: 'INITIALIZING', nodeId: primary?.nodeId });
});

test('only the primary of the current term may report another copy', () => {
  const scene = new AllocationScene(3).create('logs').startAll();
  const [primary, replica] = scene.shard('logs');
  scene.leave(primary?.nodeId ?? '');
  const { uuid } = expectDefined(scene.state.routing.get('logs'), 'logs');
  const stale = {
    index: 'logs',
    indexUuid: uuid,
    shardId: 0,
    allocationId: replica?.allocationId ?? '',
    primaryTerm: 1,
    reason: 'late',
    reportedBy: 'primary' as const,
  };
  expect(refusal(() => scene.run('shard_failed', stale))).toMatchObject({
    type: 'no_longer_primary_shard_exception',
  });
  expect(refusal(() => scene.run('mark_copy_stale', stale))).toMatchObject({
    type: 'no_longer_primary_shard_exception',
  });
  expect(refusal(() => scene.run('shard_started', stale))).toMatchObject({
    type: 'no_longer_primary_shard_exception',
  });
  const before = scene.state;
  expect(scene.run('shard_started', { ...stale, primaryTerm: 2 }).state).toBe(before);
  const foreign = { ...stale, indexUuid: 'another' };
  expect(scene.run('shard_started', foreign).state).toBe(before);
});

test('a replica its primary reports leaves the in-sync set; one that reports itself stays in it', () => {
  for (const reporter of ['primary', undefined] as const) {
    const scene = new AllocationScene(2).create('logs').startAll();
    const replica = expectDefined(scene.shard('logs')[1], 'a replica');
    scene.fail('logs', 0, replica, reporter);
    const inSync = scene.state.metadata.indices.get('logs')?.inSync[0] ?? [];
    expect(inSync.includes(replica.allocationId ?? '')).toBe(reporter === undefined);
  }
});

test('filters move copies away; the move does not change the term', () => {
  const scene = new AllocationScene(3)
    .create('logs', { ...TWO_COPIES, 'index.number_of_shards': '4' })
    .startAll();
  scene.set({ 'cluster.routing.allocation.exclude._name': 'n1' }).startAll();
  expect(scene.spread().n1).toBe(0);
  expect(clusterHealth(scene.state)).toMatchObject({ status: 'green', relocatingShards: 0 });
  expect(scene.state.metadata.indices.get('logs')?.primaryTerms).toEqual([1, 1, 1, 1]);
});

test('a new node takes its share, two moves at a time', () => {
  const scene = new AllocationScene(2)
    .create('logs', { 'index.number_of_shards': '12', 'index.number_of_replicas': '0' })
    .startAll();
  scene.join('n3');
  expect(clusterHealth(scene.state).relocatingShards).toBe(2);
  expect(scene.startAll().spread()).toEqual({ n1: 4, n2: 4, n3: 4 });
});

test('of two empty nodes each gets a copy before one gets a second', () => {
  const scene = new AllocationScene(1)
    .create('logs', { 'index.number_of_shards': '6', 'index.number_of_replicas': '0' })
    .startAll()
    .set({ 'cluster.routing.rebalance.enable': 'none' })
    .join('n2')
    .join('n3');
  expect(scene.initializing()).toEqual([]);
  scene.set({ 'cluster.routing.rebalance.enable': 'all' });
  const shards = scene.state.routing.get('logs')?.shards ?? [];
  const targets = shards.flat().flatMap(({ relocation }) => relocation?.nodeId ?? []);
  expect(targets.sort()).toEqual(['n2', 'n3']);
  expect(scene.startAll().spread()).toEqual({ n1: 2, n2: 2, n3: 2 });
});

test('a heavy node whose copies must stay does not keep the others from being evened out', () => {
  const only = (name: string, shards: number) => ({
    'index.number_of_shards': String(shards),
    'index.number_of_replicas': '0',
    'index.routing.allocation.require._name': name,
  });
  const scene = new AllocationScene(2)
    .create('pinned', only('n2', 20))
    .create('logs', only('n1', 4));
  scene.startAll().join('n0');
  expect(scene.spread('logs')).toEqual({ n0: 0, n1: 4, n2: 0 });
  scene.run('update_index_settings', {
    indices: ['logs'],
    settings: new Map([['index.routing.allocation.require._name', null]]),
    preserveExisting: false,
  });
  scene.startAll();
  expect(scene.spread('logs')).toEqual({ n0: 2, n1: 2, n2: 0 });
  expect(scene.spread('pinned')).toEqual({ n0: 0, n1: 0, n2: 20 });
});

test('replicas follow the number of data nodes, within their range', () => {
  const scene = new AllocationScene(2).create('logs', { 'index.auto_expand_replicas': '1-2' });
  const index = () => {
    const found = expectDefined(scene.state.metadata.indices.get('logs'), 'an index');
    const { numberOfReplicas, settingsVersion, version } = found;
    return { replicas: numberOfReplicas, settingsVersion, version };
  };
  const before = index();
  expect(before).toMatchObject({ replicas: 1, settingsVersion: 1 });
  scene.join('n3');
  expect(index()).toEqual({ replicas: 2, settingsVersion: 2, version: before.version + 1 });
  expect(scene.shard('logs')).toHaveLength(3);
  expect(scene.state.metadata.indices.get('logs')?.settings.get('index.number_of_replicas')).toBe(
    '2',
  );
  scene.join('n4').startAll();
  expect(index()).toMatchObject({ replicas: 2, settingsVersion: 2 });
  scene.leave('n4', 'n3', 'n2');
  expect(index()).toMatchObject({ replicas: 1, settingsVersion: 3 });
  expect(scene.shard('logs')).toHaveLength(2);
});

test.each([
  [undefined, 5, undefined],
  ['false', 5, undefined],
  ['0-1', 1, 0],
  ['0-1', 2, 1],
  ['0-1', 9, 1],
  ['1-all', 1, 1],
  ['1-all', 4, 3],
  ['0-all', 0, 0],
  ['2-3', 2, 2],
])('%s asks of %i data nodes for %p replicas', (setting, nodes, expected) => {
  expect(autoExpandedReplicas(setting, nodes)).toBe(expected);
});

test('awareness spreads the copies of a shard over zones', () => {
  const scene = new AllocationScene(0);
  for (const [id, zone] of [
    ['n1', 'a'],
    ['n2', 'a'],
    ['n3', 'b'],
  ] as const) {
    scene.join(id, { attributes: new Map([['zone', zone]]) });
  }
  scene.set({ 'cluster.routing.allocation.awareness.attributes': 'zone' });
  scene.create('logs', TWO_COPIES).startAll();
  expect(scene.spread().n3).toBe(3);
  scene.set({ 'cluster.routing.allocation.awareness.force.zone.values': 'a,b' });
  scene.leave('n3');
  scene.nowMs += 120_000;
  scene.reroute().startAll();
  expect(clusterHealth(scene.state).status).toBe('yellow');
});

test('disks: none above the low watermark gets more, one above the high loses copies', () => {
  const scene = new AllocationScene(2);
  const full = (freeBytes: number) => ({ totalBytes: 1000, freeBytes });
  scene.disks.set('n1', full(100)).set('n2', full(900));
  scene.create('new', { 'index.number_of_replicas': '0' }).create('two').startAll();
  expect(scene.shard('two')[1]?.state).toBe('UNASSIGNED');
  scene.disks.set('n1', full(500));
  scene.reroute().startAll();
  expect(scene.shard('two')[1]?.state).toBe('STARTED');
  const before = scene.spread().n1 ?? 0;
  scene.disks.set('n1', full(50));
  scene.reroute().startAll();
  expect(scene.spread().n1).toBeLessThan(before);
});

test('recoveries of a node are throttled; what is done makes room', () => {
  const scene = new AllocationScene(1)
    .create('logs', { 'index.number_of_shards': '8', 'index.number_of_replicas': '1' })
    .startAll();
  scene.join('n2');
  expect(scene.initializing().length).toBe(2);
  expect(clusterHealth(scene.startAll().state).status).toBe('green');
});

test('allocation switched off: new primaries only, or none', () => {
  const scene = new AllocationScene(2).set({ 'cluster.routing.allocation.enable': 'primaries' });
  scene.create('logs').startAll();
  expect(scene.shard('logs').map((copy) => copy.state)).toEqual(['STARTED', 'UNASSIGNED']);
  scene.set({ 'cluster.routing.allocation.enable': undefined }).startAll();
  expect(clusterHealth(scene.state).status).toBe('green');
});

test('total_shards_per_node limits copies of an index and of all', () => {
  const scene = new AllocationScene(2)
    .create('logs', {
      'index.number_of_shards': '4',
      'index.number_of_replicas': '0',
      'index.routing.allocation.total_shards_per_node': '1',
    })
    .startAll();
  expect(scene.spread()).toEqual({ n1: 1, n2: 1 });
});

test('a copy that fails five times waits for an operator', () => {
  const scene = new AllocationScene(1).create('logs', { 'index.number_of_replicas': '0' });
  for (let at = 0; at < 5; at++)
    scene.fail('logs', 0, expectDefined(scene.shard('logs')[0], 'a primary'));
  expect(scene.reroute().shard('logs')[0]).toMatchObject({
    state: 'UNASSIGNED',
    unassigned: { failedAllocations: 5 },
  });
  scene.run('reroute_shards', { retryFailed: true });
  expect(scene.shard('logs')[0]?.state).toBe('INITIALIZING');
});

test('commands: move, cancel, allocate', () => {
  const scene = new AllocationScene(3)
    .create('logs', { 'index.number_of_replicas': '0' })
    .startAll();
  const [primary] = scene.shard('logs');
  const from_node = primary?.nodeId ?? '';
  const to_node = expectDefined(
    ['n1', 'n2', 'n3'].find((id) => id !== from_node),
    'another',
  );
  const at = { index: 'logs', shard: 0 };
  const move = { name: 'move' as const, parameters: { ...at, from_node, to_node } };
  scene.run('reroute_shards', { retryFailed: false, commands: [move] });
  expect(scene.shard('logs')[0]).toMatchObject({
    state: 'RELOCATING',
    relocation: { nodeId: to_node },
  });
  const cancel = { name: 'cancel' as const, parameters: { ...at, node: to_node } };
  scene.run('reroute_shards', { retryFailed: false, commands: [cancel] });
  expect(scene.shard('logs')[0]).toMatchObject({ state: 'STARTED', nodeId: from_node });
  scene.run('reroute_shards', { retryFailed: false, commands: [move] }).startAll();
  expect(scene.shard('logs')[0]).toMatchObject({
    state: 'STARTED',
    nodeId: to_node,
    primary: true,
  });
  expect(
    refusal(() => scene.run('reroute_shards', { retryFailed: false, commands: [move] })).reason,
  ).toContain(`[move_allocation] can't move 0, failed to find it on node {${from_node}}`);
  scene.leave(to_node);
  const empty = (accept_data_loss: boolean) => ({
    name: 'allocate_empty_primary' as const,
    parameters: { ...at, node: from_node, accept_data_loss },
  });
  expect(
    refusal(() => scene.run('reroute_shards', { retryFailed: false, commands: [empty(false)] }))
      .reason,
  ).toContain('can result in data loss');
  scene.run('reroute_shards', { retryFailed: false, commands: [empty(true)] }).startAll();
  expect(scene.shard('logs')[0]).toMatchObject({ state: 'STARTED', nodeId: from_node });
  expect(scene.state.metadata.indices.get('logs')?.inSync[0]).toHaveLength(1);
});

test.each([
  ['1.2.3', '1.2.2', false],
  ['1.2.3', '1.2.3', true],
  ['1.2.3', '1.2.10', true],
  ['1.2.3', '1.3.0', true],
  ['2.0.0', '1.9.9', false],
  ['1.0.0', '1', true],
  ['1.2.3', '1.2.3-rc1', true],
])('a replica of a primary on version %s goes to a node of version %s: %s', (own, other, goes) => {
  const scene = new AllocationScene(0).join('n1', { version: own }).create('logs').startAll();
  scene.join('n2', { version: other }).reroute();
  expect(scene.shard('logs')[1]?.state === 'INITIALIZING').toBe(goes);
});

test('a node fills two copies at once, however many nodes take them', () => {
  const scene = new AllocationScene(1).create('logs', { 'index.number_of_shards': '8' }).startAll();
  scene.join('n2').join('n3');
  expect(scene.initializing()).toHaveLength(2);
  scene.set({ 'cluster.routing.allocation.node_concurrent_outgoing_recoveries': '3' }).reroute();
  expect(scene.initializing()).toHaveLength(3);
});

test('a node that restarted opens as many primaries at once as the setting says', () => {
  const settings = { 'index.number_of_shards': '8', 'index.number_of_replicas': '0' };
  const scene = new AllocationScene(1).create('logs', settings).startAll();
  scene.set({ 'cluster.routing.allocation.node_initial_primaries_recoveries': '4' }).join('n1');
  expect(scene.initializing()).toHaveLength(4);
  const [first] = scene.initializing();
  if (first !== undefined) scene.start(first.index, first.shardId, first.copy);
  expect(scene.initializing()).toHaveLength(4);
});
