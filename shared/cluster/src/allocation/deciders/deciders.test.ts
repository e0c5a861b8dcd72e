/** Tests the reasons that deciders give for and against a place, at both sides of their limits. */
import { expectDefined } from '@skein/base';
import { AllocationScene } from '../../testing/allocation_scene.js';
import { seededRandom } from '../../testing/fixtures.js';
import type { Decision } from '../decision.js';
import { explainShard, type ShardExplanation } from '../explain_shard.js';
import { isDiskAbove } from './disk_threshold.js';

type Settings = Readonly<Record<string, string | undefined>>;

function explained(scene: AllocationScene, at: number, index: string): ShardExplanation {
  const copy = expectDefined(scene.shard(index)[at], 'a copy');
  const environment = { nowMs: scene.nowMs, random: seededRandom(3), facts: scene.facts() };
  const found = explainShard(scene.state, { index, shardId: 0, copy }, environment);
  return expectDefined(found, 'an explanation');
}

const short = (decisions: readonly Decision[], decider: string) => {
  const found = decisions.find((one) => one.decider === decider);
  return found && `${found.answer} ${found.explanation}`;
};

/** The decider's word about a node for the copy. */
function about(scene: AllocationScene, decider: string, nodeId: string, at = 1, index = 'logs') {
  const found = explained(scene, at, index);
  if (found.kind === 'moving') throw new Error('the copy is on its way');
  const node = found.nodes.find((one) => one.nodeId === nodeId);
  return short(node?.decisions ?? [], decider);
}

/** The decider's words about staying, and about moving for balance, of a started copy. */
function aboutStarted(scene: AllocationScene, decider: string, at = 0, index = 'logs') {
  const found = explained(scene, at, index);
  if (found.kind !== 'started') throw new Error('the copy is not started');
  return { remain: short(found.remain, decider), rebalance: short(found.rebalance, decider) };
}

/** A cluster of one index with a primary on the first node, and a replica that waits. */
function scene(settings: Settings = {}, index: Readonly<Record<string, string>> = {}) {
  const made = new AllocationScene(1).create('logs', index).startAll();
  made.set({ 'cluster.routing.allocation.enable': 'primaries' }).join('n2');
  return made.set(settings);
}

describe('enable', () => {
  const allocation = (value: string) =>
    about(scene({ 'cluster.routing.allocation.enable': value }), 'enable', 'n2');

  test('names the setting of the cluster', () => {
    const setting = 'cluster setting [cluster.routing.allocation.enable';
    expect(allocation('none')).toBe(`NO no allocations are allowed due to ${setting}=none]`);
    expect(allocation('primaries')).toBe(
      `NO replica allocations are forbidden due to ${setting}=primaries]`,
    );
    expect(allocation('new_primaries')).toBe(
      `NO non-new primary allocations are forbidden due to ${setting}=new_primaries]`,
    );
  });

  test('lets the setting of the index win', () => {
    const made = scene(
      { 'cluster.routing.allocation.enable': 'all' },
      { 'index.routing.allocation.enable': 'new_primaries' },
    );
    expect(about(made, 'enable', 'n2')).toBe(
      'NO non-new primary allocations are forbidden due to index setting [index.routing.allocation.enable=new_primaries]',
    );
    const other = new AllocationScene(2)
      .set({ 'cluster.routing.allocation.enable': 'none' })
      .create('own', { 'index.routing.allocation.enable': 'new_primaries' })
      .create('none');
    expect(other.shard('own')[0]?.state).toBe('INITIALIZING');
    expect(other.shard('none')[0]?.state).toBe('UNASSIGNED');
    other.startAll();
    const node = other.shard('own')[0]?.nodeId === 'n1' ? 'n2' : 'n1';
    expect(about(other, 'enable', node, 1, 'own')).toContain('non-new primary allocations');
    expect(about(other, 'enable', 'n1', 0, 'none')).toContain('no allocations are allowed');
  });

  test.each([
    ['all', 'YES all rebalancing is allowed', 'YES all rebalancing is allowed'],
    ['primaries', 'YES primary rebalancing is allowed', 'NO replica rebalancing is forbidden'],
    ['replicas', 'NO primary rebalancing is forbidden', 'YES replica rebalancing is allowed'],
    ['none', 'NO no rebalancing is allowed', 'NO no rebalancing is allowed'],
  ])('rebalancing of %s', (value, primary, replica) => {
    const of = (made: AllocationScene) =>
      [0, 1].map((at) => aboutStarted(made, 'enable', at).rebalance);
    const made = new AllocationScene(2)
      .set({ 'cluster.routing.rebalance.enable': value })
      .create('logs')
      .startAll();
    expect(of(made)).toEqual([expect.stringContaining(primary), expect.stringContaining(replica)]);
    const own = new AllocationScene(2)
      .set({ 'cluster.routing.rebalance.enable': value === 'none' ? 'all' : 'none' })
      .create('logs', { 'index.routing.rebalance.enable': value })
      .startAll();
    expect(of(own)).toEqual([expect.stringContaining(primary), expect.stringContaining(replica)]);
  });
});

describe('cluster_rebalance', () => {
  const word = (value: string, copies: Readonly<Record<string, string>>[]) => {
    const made = new AllocationScene(2)
      .set({ 'cluster.routing.allocation.allow_rebalance': value })
      .create('logs')
      .startAll();
    for (const settings of copies) made.create('other', settings);
    return aboutStarted(made, 'cluster_rebalance').rebalance;
  };
  const nowhere = { 'index.routing.allocation.require._name': 'none' };
  const setting = (value: string) =>
    `cluster setting [cluster.routing.allocation.allow_rebalance] is set to [${value}]`;

  test('waits for primaries, for all copies, or for nothing', () => {
    expect(word('always', [nowhere])).toBe('YES all shards may be rebalanced at any time');
    expect(word('indices_primaries_active', [])).toBe('YES all primary shards are active');
    expect(word('indices_primaries_active', [nowhere])).toBe(
      `NO the cluster has unassigned primary shards and ${setting('indices_primaries_active')}`,
    );
    expect(word('indices_all_active', [])).toBe('YES all shards are active');
    expect(word('indices_all_active', [nowhere])).toBe(
      `NO the cluster has unassigned shards and ${setting('indices_all_active')}`,
    );
  });

  test('a replica without a place only counts for all copies', () => {
    const many = { 'index.number_of_replicas': '2' };
    const after = (value: string) => {
      const made = new AllocationScene(2)
        .set({ 'cluster.routing.allocation.allow_rebalance': value })
        .create('logs', many)
        .startAll();
      return aboutStarted(made, 'cluster_rebalance').rebalance;
    };
    expect(after('indices_primaries_active')).toContain('YES');
    expect(after('indices_all_active')).toContain('NO');
  });
});

test('concurrent_rebalance counts the copies on their way', () => {
  const settings = { 'index.number_of_shards': '12', 'index.number_of_replicas': '0' };
  const word = (limit: string, allowed: string) => {
    const made = new AllocationScene(2).create('logs', settings).create('still').startAll();
    made.set({ 'cluster.routing.allocation.cluster_concurrent_rebalance': allowed });
    made.join('n3');
    made.set({ 'cluster.routing.rebalance.enable': 'none' });
    made.set({ 'cluster.routing.allocation.cluster_concurrent_rebalance': limit });
    return aboutStarted(made, 'concurrent_rebalance', 0, 'still').rebalance;
  };
  expect(word('-1', '2')).toBe('YES unlimited concurrent rebalances are allowed');
  expect(word('2', '2')).toBe(
    'THROTTLE reached the limit of concurrently rebalancing shards [2], cluster setting [cluster.routing.allocation.cluster_concurrent_rebalance=2]',
  );
  expect(word('2', '1')).toBe(
    'YES below threshold [2] for concurrent rebalances, current rebalance shard count [1]',
  );
});

test('rebalance_only_when_active wants all copies of the shard', () => {
  const word = (replicas: string) => {
    const made = new AllocationScene(2)
      .create('logs', { 'index.number_of_replicas': replicas })
      .startAll();
    return aboutStarted(made, 'rebalance_only_when_active').rebalance;
  };
  expect(word('1')).toBe('YES rebalancing is allowed as all replicas are active in the cluster');
  expect(word('2')).toBe(
    'NO rebalancing is not allowed until all replicas in the cluster are active',
  );
});

describe('shards_limit', () => {
  const INDEX = 'index.routing.allocation.total_shards_per_node';
  const CLUSTER = 'cluster.routing.allocation.total_shards_per_node';

  test('counts the copies of the index, and of all', () => {
    expect(about(scene(), 'shards_limit', 'n2')).toBe(
      'YES total shard limits are disabled: [index: -1, cluster: -1] <= 0',
    );
    expect(about(scene({ [CLUSTER]: '1' }), 'shards_limit', 'n2')).toBe(
      'YES the shard count [0] for this node is under the index limit [-1] and cluster level node limit [1]',
    );
    const other = new AllocationScene(2)
      .create('full', { 'index.number_of_replicas': '1' })
      .startAll()
      .set({ [CLUSTER]: '1' })
      .create('logs');
    expect(about(other, 'shards_limit', 'n1', 0)).toBe(
      `NO too many shards [1] allocated to this node, cluster setting [${CLUSTER}=1]`,
    );
    other.set({ [CLUSTER]: '2' });
    expect(other.shard('logs')[0]?.state).toBe('INITIALIZING');
    const own = new AllocationScene(1).create('logs', {
      'index.number_of_shards': '2',
      'index.number_of_replicas': '0',
      [INDEX]: '1',
    });
    const waiting = expectDefined(own.shard('logs', 1)[0], 'a copy');
    expect(waiting.state).toBe('UNASSIGNED');
    const environment = { nowMs: own.nowMs, random: seededRandom(3) };
    const target = { index: 'logs', shardId: 1, copy: waiting };
    const found = explainShard(own.state, target, environment);
    expect(
      found?.kind === 'unassigned' && short(found.nodes[0]?.decisions ?? [], 'shards_limit'),
    ).toBe(
      `NO too many shards [1] allocated to this node for index [logs], index setting [${INDEX}=1]`,
    );
  });

  test('moves copies away when it is lowered, and not before', () => {
    const made = new AllocationScene(2)
      .create('logs', { 'index.number_of_shards': '2', 'index.number_of_replicas': '0' })
      .startAll();
    const node = made.shard('logs')[0]?.nodeId;
    made.set({ [CLUSTER]: '1' }).startAll();
    expect(made.shard('logs')[0]?.nodeId).toBe(node);
    expect(aboutStarted(made, 'shards_limit').remain).toContain('YES');
  });
});

describe('disk_threshold', () => {
  const low = 'cluster.routing.allocation.disk.watermark.low';
  const high = 'cluster.routing.allocation.disk.watermark.high';
  const GIB = 2 ** 30;

  function withDisk(freeBytes: number, settings: Settings = {}, copyBytes?: number) {
    const made = scene();
    made.disks.set('n1', { totalBytes: 100 * GIB, freeBytes: 90 * GIB });
    made.disks.set('n2', { totalBytes: 100 * GIB, freeBytes });
    const uuid = made.state.metadata.indices.get('logs')?.uuid;
    if (copyBytes !== undefined) made.sizes.set(`${uuid}/0`, copyBytes);
    return made.set(settings);
  }
  const word = (...of: Parameters<typeof withDisk>) =>
    about(withDisk(...of), 'disk_threshold', 'n2');

  test('says nothing without disks, or switched off', () => {
    expect(word(GIB, { 'cluster.routing.allocation.disk.threshold_enabled': 'false' })).toBe(
      'YES the disk threshold decider is disabled',
    );
    const made = withDisk(GIB);
    made.disks.clear();
    expect(about(made, 'disk_threshold', 'n2')).toBe('YES disk usages are unavailable');
  });

  test('refuses a replica above the low watermark, in shares', () => {
    expect(word(15 * GIB)).toBe(
      'YES enough disk for shard on node, free: [15gb], shard size: [0b], free after allocating shard: [15gb]',
    );
    expect(word(14 * GIB)).toBe(
      `NO the node is above the low watermark cluster setting [${low}=85%], using more disk space than the maximum allowed [85%], actual free: [14%]`,
    );
  });

  test('refuses a replica above the low watermark, in bytes', () => {
    const marks = {
      [low]: '20gb',
      [high]: '10gb',
      'cluster.routing.allocation.disk.watermark.flood_stage': '5gb',
    };
    expect(word(20 * GIB, marks)).toContain('YES enough disk');
    expect(word(20 * GIB - 2 ** 20, marks)).toBe(
      `NO the node is above the low watermark cluster setting [${low}=20gb], having less than the minimum required [20gb] free space, actual free: [19.9gb]`,
    );
    expect(word(21 * GIB, marks, 11 * GIB)).toContain('free after allocating shard: [10gb]');
    expect(word(21 * GIB, marks, 12 * GIB)).toBe(
      `NO allocating the shard to this node will bring the node above the high watermark cluster setting [${high}=10gb] and cause it to have less than the minimum required free space (free: [21gb], estimated shard size: [12gb])`,
    );
  });

  test('moves copies away above the high watermark', () => {
    const made = new AllocationScene(2).create('logs').startAll();
    made.set({ 'cluster.routing.rebalance.enable': 'none' });
    const place = (freeBytes: number) => {
      made.disks.set(made.shard('logs')[0]?.nodeId ?? '', { totalBytes: 100, freeBytes });
      return aboutStarted(made, 'disk_threshold').remain;
    };
    expect(place(10)).toBe('YES there is enough disk on this node for the shard to remain');
    expect(place(9)).toBe(
      `NO the node is above the high watermark cluster setting [${high}=90%], using more disk space than the maximum allowed [90%], actual free: [9%]`,
    );
    expect(place(0)).toContain('actual free: [0%]');
  });

  test('lets the first primary of a new index in up to the high watermark', () => {
    const made = new AllocationScene(2);
    for (const node of ['n1', 'n2']) made.disks.set(node, { totalBytes: 100, freeBytes: 12 });
    made.create('logs');
    expect(made.shard('logs')[0]?.state).toBe('INITIALIZING');
    made.startAll();
    expect(made.shard('logs')[1]?.state).toBe('UNASSIGNED');
    for (const node of ['n1', 'n2']) made.disks.set(node, { totalBytes: 100, freeBytes: 9 });
    made.create('full');
    expect(made.shard('full')[0]?.state).toBe('UNASSIGNED');
    expect(about(made, 'disk_threshold', 'n1', 0, 'full')).toContain('above the high watermark');
  });
});

test('a disk of unknown size is above no share, and any disk above less free space than asked', () => {
  const used = { kind: 'used', share: 0.9, text: '90%' } as const;
  expect(isDiskAbove({ totalBytes: 0, freeBytes: 0 }, used)).toBe(false);
  expect(isDiskAbove({ totalBytes: 1, freeBytes: 0 }, used)).toBe(true);
  const free = { kind: 'free', bytes: 5, text: '5b' } as const;
  expect([4, 5].map((freeBytes) => isDiskAbove({ totalBytes: 0, freeBytes }, free))).toEqual([
    true,
    false,
  ]);
});

describe('awareness', () => {
  const ATTRIBUTES = 'cluster.routing.allocation.awareness.attributes';

  function zones(copies: string, ...places: (string | undefined)[]) {
    const made = new AllocationScene(0);
    places.forEach((zone, at) => {
      const attributes = new Map(zone === undefined ? [] : [['zone', zone]]);
      made.join(`n${at + 1}`, { attributes });
    });
    return made
      .set({ [ATTRIBUTES]: 'zone' })
      .create('logs', { 'index.number_of_replicas': copies })
      .startAll();
  }

  test('is off without attributes', () => {
    expect(about(scene(), 'awareness', 'n2')).toBe(
      `YES allocation awareness is not enabled, set cluster setting [${ATTRIBUTES}] to enable it`,
    );
  });

  test('refuses a node without the attribute', () => {
    const made = zones('1', 'a', undefined);
    expect(made.shard('logs')[0]?.nodeId).toBe('n1');
    expect(about(made, 'awareness', 'n2')).toBe(
      `NO node does not contain the awareness attribute [zone]; required attributes cluster setting [${ATTRIBUTES}=zone]`,
    );
    expect(aboutStarted(made, 'awareness').remain).toBe(
      'YES node meets all awareness attribute requirements',
    );
  });

  test('gives no value more than its share, rounded up', () => {
    const made = zones('2', 'a', 'a', 'a', 'b');
    const places = made.shard('logs').map(({ nodeId = '' }) => (nodeId === 'n4' ? 'b' : 'a'));
    expect(places.toSorted()).toEqual(['a', 'a', 'b']);
    const free = ['n1', 'n2', 'n3'].find(
      (id) => !made.shard('logs').some(({ nodeId }) => nodeId === id),
    );
    const other = made.shard('logs').findIndex(({ nodeId }) => nodeId === 'n4');
    expect(about(made, 'awareness', free ?? '', other)).toBe(
      'NO there are too many copies of the shard allocated to nodes with attribute [zone], there are [3] total configured shard copies for this shard id and [2] total attribute values, expected the allocated shard count per attribute [3] to be less than or equal to the upper bound of the required number of shards per attribute [2]',
    );
  });
});

describe('filter', () => {
  const word = (settings: Settings, index: Readonly<Record<string, string>> = {}) =>
    about(scene(settings, index), 'filter', 'n2');
  const PASSES = 'YES node passes include/exclude/require filters';

  test('names the setting that does not match, or that does', () => {
    const key = (level: string, kind: string) => `${level}.routing.allocation.${kind}._name`;
    expect(word({ [key('cluster', 'exclude')]: 'n2' })).toBe(
      'NO node matches cluster setting [cluster.routing.allocation.exclude] filters [_name:"n2"]',
    );
    expect(word({ [key('cluster', 'exclude')]: 'n3,n4' })).toBe(PASSES);
    expect(word({ [key('cluster', 'include')]: 'n1,n3' })).toBe(
      'NO node does not match cluster setting [cluster.routing.allocation.include] filters [_name:"n1 OR n3"]',
    );
    expect(word({}, { [key('index', 'require')]: 'n1' })).toBe(
      'NO node does not match index setting [index.routing.allocation.require] filters [_name:"n1"]',
    );
    expect(word({}, { [key('index', 'include')]: 'n*' })).toBe(PASSES);
  });

  test('wants all of [require], one of [include], none of [exclude]', () => {
    const both = (kind: string) => ({
      [`cluster.routing.allocation.${kind}._name`]: 'n2',
      [`cluster.routing.allocation.${kind}.zone`]: 'b',
    });
    expect(word(both('require'))).toContain('NO');
    expect(word(both('include'))).toBe(PASSES);
    expect(word(both('exclude'))).toContain('NO');
    const right = { ...both('require'), 'cluster.routing.allocation.require.zone': 'a' };
    expect(word(right)).toBe(PASSES);
  });

  test('wants all values of a required attribute, and one of the others', () => {
    const key = (attribute: string) => `index.routing.allocation.require.${attribute}`;
    expect(word({}, { [key('_name')]: 'n2, n*,' })).toBe(PASSES);
    expect(word({}, { [key('_name')]: 'n1, n2', [key('zone')]: 'a' })).toBe(
      'NO node does not match index setting [index.routing.allocation.require] filters [_name:"n1 AND n2",zone:"a"]',
    );
    expect(word({}, { [key('_ip')]: '10.0.0.9,*' })).toBe(PASSES);
    expect(word({}, { [key('_id')]: 'n2' })).toBe(PASSES);
    expect(word({}, { [key('_id')]: 'n*' })).toContain('NO');
  });
});

test('a copy on its node, or on its way there, keeps others of its shard away', () => {
  const made = new AllocationScene(2)
    .create('logs', { 'index.number_of_replicas': '2' })
    .startAll();
  for (const node of ['n1', 'n2']) {
    expect(about(made, 'same_shard', node, 2)).toContain('NO');
  }
});

test('nodes of equal weight get copies in the order of their names, however they came', () => {
  const nodes = [
    ['z', 'n1'],
    ['y', 'n2'],
    ['x', 'n3'],
    ['b', 'n4'],
    ['a', 'n4'],
  ] as const;
  for (const order of [nodes, nodes.toReversed(), [2, 0, 4, 3, 1].map((at) => nodes[at])]) {
    const made = new AllocationScene(0);
    for (const node of order) {
      const [id = '', name = ''] = node ?? [];
      made.join(id, { name });
    }
    const settings = { 'index.number_of_shards': '5', 'index.number_of_replicas': '0' };
    made.create('logs', settings);
    const places = [0, 1, 2, 3, 4].map((shard) => made.shard('logs', shard)[0]?.nodeId);
    expect(places).toEqual(['z', 'y', 'x', 'a', 'b']);
  }
});

describe('same_shard', () => {
  const HOST = 'cluster.routing.allocation.same_shard.host';

  test('lets a node have one copy', () => {
    const made = scene();
    const [primary] = made.shard('logs');
    expect(about(made, 'same_shard', 'n1')).toBe(
      `NO a copy of this shard is already allocated to this node [[logs][0], node[n1], [P], s[STARTED], a[id=${primary?.allocationId}]]`,
    );
    expect(about(made, 'same_shard', 'n2')).toBe(
      'YES this node does not hold a copy of this shard',
    );
  });

  test('lets a host have one copy, if the cluster says so', () => {
    const made = scene({ [HOST]: 'true' }).join('n3', { host: '127.0.0.9' });
    expect(about(made, 'same_shard', 'n2')).toBe(
      `NO a copy of this shard is already allocated to host address [127.0.0.1], on node [n1], and [${HOST}] is [true] which forbids more than one node on this host from holding a copy of this shard`,
    );
    expect(about(made, 'same_shard', 'n3')).toBe(
      'YES this node does not hold a copy of this shard',
    );
  });
});
