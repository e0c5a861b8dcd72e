import type { JsonObject } from '@skein/content';
import { clusterHealth } from '../health/health.js';
import { TOMBSTONE_LIMIT } from '../state/cluster_state.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { createRequest, refusal, Scene } from '../testing/fixtures.js';
import type { AliasAction } from './update_aliases.js';

test('a new index: settings, routing, health', () => {
  const scene = new Scene().run(
    'create_index',
    createRequest('logs', { 'index.number_of_shards': '3' }),
  );
  expect(clusterHealth(scene.state)).toMatchObject({ status: 'yellow', activePrimaryShards: 0 });
  scene.startAll();
  const index = scene.index('logs');
  expect(index.settings.get('index.number_of_replicas')).toBe('1');
  expect(index.settings.get('index.creation_date')).toBe('1700000000000');
  expect(index.settings.get('index.provided_name')).toBe('logs');
  expect(index.settings.get('index.uuid')).toBe(index.uuid);
  expect(index.routingNumShards).toBe(768);
  expect(index.primaryTerms).toEqual([1, 1, 1]);
  expect(index.inSync.map((ids) => ids.length)).toEqual([1, 1, 1]);
  expect(clusterHealth(scene.state)).toMatchObject({
    status: 'yellow',
    activePrimaryShards: 3,
    activeShards: 3,
    unassignedShards: 3,
    activeShardsPercent: 50,
  });
});

test('no replicas: green; auto_expand_replicas alone: none', () => {
  const scene = new Scene()
    .run('create_index', createRequest('a', { 'index.number_of_replicas': '0' }))
    .run('create_index', createRequest('b', { 'index.auto_expand_replicas': '0-all' }))
    .startAll();
  expect(scene.index('b').numberOfReplicas).toBe(0);
  expect(clusterHealth(scene.state).status).toBe('green');
});

test.each<[string, Parameters<typeof createRequest>, string, string]>([
  ['twice', ['there'], 'resource_already_exists_exception', 'index [there/'],
  [
    'named as an alias',
    ['taken'],
    'invalid_index_name_exception',
    'Invalid index name [taken], already exists as alias',
  ],
  [
    'unknown setting',
    ['x', { 'index.nope': '1' }],
    'illegal_argument_exception',
    'unknown setting [index.nope] did you mean [index.codec]?',
  ],
  [
    'private setting',
    ['x', { 'index.uuid': 'u' }],
    'validation_exception',
    'Validation Failed: 1: private index setting [index.uuid] can not be set explicitly;',
  ],
  [
    'order without fields',
    ['x', { 'index.sort.order': 'asc' }],
    'illegal_argument_exception',
    'index.sort.field:[] index.sort.order:[asc], size mismatch',
  ],
  [
    'order by a field that is not there',
    ['x', { 'index.sort.field': 'nope' }],
    'illegal_argument_exception',
    'unknown index sort field:[nope]',
  ],
  [
    'more threads that merge than merges',
    [
      'x',
      {
        'index.merge.scheduler.max_thread_count': '8',
        'index.merge.scheduler.max_merge_count': '6',
      },
    ],
    'illegal_argument_exception',
    'maxThreadCount (= 8) should be <= maxMergeCount (= 6)',
  ],
  [
    'no shards',
    ['x', { 'index.number_of_shards': '0' }],
    'illegal_argument_exception',
    'Failed to parse value [0] for setting [index.number_of_shards] must be >= 1',
  ],
  [
    'wrong slots',
    ['x', { 'index.number_of_shards': '3', 'index.number_of_routing_shards': '4' }],
    'illegal_argument_exception',
    'the number of source shards [3] must be a factor of [4]',
  ],
  [
    'partition too big',
    [
      'x',
      {
        'index.number_of_shards': '3',
        'index.number_of_routing_shards': '3',
        'index.routing_partition_size': '3',
      },
    ],
    'illegal_argument_exception',
    'routing partition size [3] should be a positive number less than the number of shards [3] for [x]',
  ],
  [
    'too many shards',
    ['x', { 'index.number_of_shards': '600' }],
    'validation_exception',
    'Validation Failed: 1: this action would add [1200] total shards, but this cluster currently has [2]/[1000] maximum shards open;',
  ],
  [
    'alias of its own name',
    ['x', {}, { aliases: [{ alias: 'x' }] }],
    'invalid_alias_name_exception',
    'Invalid alias name [x], an index exists with the same name as the alias',
  ],
])('create refused: %s', (_what, request, type, reason) => {
  const scene = new Scene().run(
    'create_index',
    createRequest('there', {}, { aliases: [{ alias: 'taken' }] }),
  );
  const error = refusal(() => scene.run('create_index', createRequest(...request)));
  expect(error.type).toBe(type);
  expect(error.reason).toContain(reason);
});

test('an index in order takes no nested object later, and keeps its order', () => {
  const mapping = { properties: { n: { type: 'long' } } };
  const scene = new Scene().run(
    'create_index',
    createRequest('a', { 'index.sort.field': 'n' }, { mapping }),
  );
  const put = (properties: JsonObject) =>
    scene.run('put_mapping', { indices: ['a'], mapping: { properties } });
  expect(refusal(() => put({ list: { type: 'nested' } })).reason).toBe(
    'cannot have nested fields when index sort is activated',
  );
  put({ other: { type: 'keyword' } });
  expect(scene.index('a').mapping).toEqual({
    properties: { n: { type: 'long' }, other: { type: 'keyword' } },
  });
});

test('templates give settings, mappings and aliases; the request wins', () => {
  const template = (name: string, order: number, replicas: string) => ({
    create: false,
    template: {
      name,
      order,
      patterns: ['log*'],
      version: undefined,
      settings: new Map([
        ['index.number_of_replicas', replicas],
        ['index.refresh_interval', `${order}s`],
      ]),
      mapping: { properties: { [name]: { type: 'keyword' } } },
      aliases: new Map([
        [
          `${name}-{index}`,
          {
            name: `${name}-{index}`,
            filter: undefined,
            indexRouting: undefined,
            searchRouting: undefined,
            isWriteIndex: undefined,
            isHidden: undefined,
          },
        ],
      ]),
    },
  });
  const scene = new Scene()
    .run('put_template', template('second', 2, '2'))
    .run('put_template', template('first', 1, '3'))
    .run(
      'create_index',
      createRequest(
        'logs',
        { 'index.refresh_interval': '9s' },
        { mapping: { properties: { own: { type: 'long' } } } },
      ),
    );
  const index = scene.index('logs');
  expect(index.numberOfReplicas).toBe(2);
  expect(index.settings.get('index.refresh_interval')).toBe('9s');
  expect(index.mapping).toEqual({
    properties: { first: { type: 'keyword' }, own: { type: 'long' }, second: { type: 'keyword' } },
  });
  expect([...index.aliases.keys()].sort()).toEqual(['first-logs', 'second-logs']);
});

test('an index from templates leaves out of _source what each of them leaves out', () => {
  const stored = (name: string, order: number, mapping: JsonObject) => ({
    template: {
      name,
      patterns: ['spans*'],
      order,
      version: undefined,
      settings: new Map(),
      mapping,
      aliases: new Map(),
    },
    create: false,
  });
  const scene = new Scene()
    .run('put_template', stored('low', 0, { _source: { excludes: ['_q'] } }))
    .run(
      'put_template',
      stored('high', 1, { _source: { excludes: ['_z'] }, _routing: { required: true } }),
    )
    .run('create_index', createRequest('spans-1'))
    .run(
      'create_index',
      createRequest('spans-2', {}, { mapping: { _source: { includes: ['a'] } } }),
    );
  expect(scene.index('spans-1').mapping).toEqual({
    _source: { excludes: ['_q', '_z'] },
    _routing: { required: true },
  });
  expect(scene.index('spans-2').mapping).toMatchObject({
    _source: { includes: ['a'], excludes: ['_q', '_z'] },
  });
});

test('legacy templates keep their mappings as they were given, and are joined so', () => {
  const mapping = { _source: { enabled: true }, properties: { 'o.x': { type: 'object' } } };
  const template = {
    name: 'raw',
    patterns: ['raw-*'],
    order: 0,
    version: undefined,
    settings: new Map(),
    mapping,
    aliases: new Map(),
  };
  const own = { properties: { 'o.x': { type: 'keyword' } } };
  const scene = new Scene()
    .run('put_template', { template, create: false })
    .run('create_index', createRequest('raw-1', {}, { mapping: own }));
  expect(scene.state.metadata.templates.get('raw')?.mapping).toEqual(mapping);
  expect(scene.index('raw-1').mapping).toEqual({
    properties: { o: { properties: { x: { type: 'keyword' } } } },
  });
});

test('mappings grow; a conflict changes nothing anywhere', () => {
  const scene = new Scene()
    .run('create_index', createRequest('a'))
    .run('create_index', createRequest('b'));
  scene.run('put_mapping', { indices: ['a'], mapping: { properties: { x: { type: 'keyword' } } } });
  expect(scene.index('a').mappingVersion).toBe(2);
  const before = scene.state;
  scene.run('put_mapping', { indices: ['a'], mapping: { properties: { x: { type: 'keyword' } } } });
  expect(scene.state).toBe(before);
  expect(
    refusal(() =>
      scene.run('put_mapping', {
        indices: ['b', 'a'],
        mapping: { properties: { x: { type: 'long' } } },
      }),
    ),
  ).toMatchObject({
    type: 'illegal_argument_exception',
    reason: 'mapper [x] cannot be changed from type [keyword] to [long]',
  });
  expect(scene.state).toBe(before);
});

describe('index settings', () => {
  const update = (entries: Readonly<Record<string, string | null>>, preserveExisting = false) => ({
    indices: ['a'],
    settings: new Map(Object.entries(entries)),
    preserveExisting,
  });
  const made = () =>
    new Scene()
      .run('create_index', createRequest('a', { 'index.number_of_replicas': '0' }))
      .startAll();

  test('dynamic ones change; replicas change the routing', () => {
    const scene = made().run(
      'update_index_settings',
      update({ 'index.number_of_replicas': '2', 'index.refresh_interval': '5s' }),
    );
    expect(scene.state.routing.get('a')?.shards[0]?.map((copy) => copy.state)).toEqual([
      'STARTED',
      'UNASSIGNED',
      'UNASSIGNED',
    ]);
    scene.run(
      'update_index_settings',
      update({ 'index.number_of_replicas': '0', 'index.refresh_interval': null }),
    );
    expect(scene.state.routing.get('a')?.shards[0]?.length).toBe(1);
    expect(scene.index('a').settings.has('index.refresh_interval')).toBe(false);
    expect(scene.index('a').settingsVersion).toBe(3);
  });

  test('existing ones can be preserved', () => {
    const scene = made().run(
      'update_index_settings',
      update({ 'index.number_of_replicas': '2', 'index.priority': '3' }, true),
    );
    expect(scene.index('a').numberOfReplicas).toBe(0);
    expect(scene.index('a').settings.get('index.priority')).toBe('3');
  });

  test('refusals', () => {
    const scene = made();
    const label = `[a/${scene.index('a').uuid}]`;
    const reason = (entries: Readonly<Record<string, string | null>>) =>
      refusal(() => scene.run('update_index_settings', update(entries))).reason;
    expect(reason({ 'index.number_of_shards': '3' })).toBe(
      `Can't update non dynamic settings [[index.number_of_shards]] for open indices [${label}]`,
    );
    expect(reason({ 'index.analysis.analyzer.x.filter.0': 'lowercase' })).toBe(
      `Can't update non dynamic settings [[index.analysis.analyzer.x.filter]] for open indices [${label}]`,
    );
    expect(reason({ 'index.uuid': 'u' })).toBe(
      'can not update private setting [index.uuid]; this setting is managed by OpenSearch',
    );
    expect(reason({ 'index.zzz.yyy': '1' })).toContain('unknown setting [index.zzz.yyy]');
    scene.run('close_index', { indices: ['a'] });
    expect(reason({ 'index.number_of_shards': '3' })).toBe(
      'final a setting [index.number_of_shards], not updateable',
    );
    scene.run('update_index_settings', update({ 'index.codec': 'best_compression' }));
    expect(scene.index('a').settings.get('index.codec')).toBe('best_compression');
  });

  test('a wildcard resets what may be reset', () => {
    const scene = made()
      .run('update_index_settings', update({ 'index.priority': '7' }))
      .run('update_index_settings', update({ 'index.*': null }));
    const { settings, uuid } = scene.index('a');
    expect(settings.has('index.priority')).toBe(false);
    expect(settings.get('index.uuid')).toBe(uuid);
    expect(settings.get('index.number_of_shards')).toBe('1');
    expect(scene.index('a').numberOfReplicas).toBe(1);
  });

  test('blocks forbid, and lifting one is possible', () => {
    const scene = made().run('update_index_settings', update({ 'index.blocks.read_only': 'true' }));
    expect(refusal(() => scene.run('put_mapping', { indices: ['a'], mapping: {} }))).toEqual({
      type: 'cluster_block_exception',
      reason: 'index [a] blocked by: [FORBIDDEN/5/index read-only (api)];',
      status: 403,
    });
    scene.run('update_index_settings', update({ 'index.blocks.read_only': 'false' }));
    expect(scene.state.blocks.indices.size).toBe(0);
    scene.run('put_mapping', { indices: ['a'], mapping: {} });
  });
});

describe('aliases', () => {
  const made = () =>
    new Scene().run('create_index', createRequest('a')).run('create_index', createRequest('b'));

  test('add, change, remove; the same again changes nothing', () => {
    const scene = made().run('update_aliases', {
      actions: [{ kind: 'add', indices: ['*'], alias: 'x', routing: '1', searchRouting: '2' }],
    });
    expect(scene.index('a').aliases.get('x')).toMatchObject({
      indexRouting: '1',
      searchRouting: '2',
    });
    const before = scene.state;
    scene.run('update_aliases', {
      actions: [{ kind: 'add', indices: ['a'], alias: 'x', routing: '1', searchRouting: '2' }],
    });
    expect(scene.state).toBe(before);
    scene.run('update_aliases', { actions: [{ kind: 'remove', indices: ['a'], aliases: ['x*'] }] });
    expect([scene.index('a').aliases.size, scene.index('b').aliases.size]).toEqual([0, 1]);
  });

  test('a change raises the versions of the indices that it changes by one', () => {
    const scene = made();
    const [a, b] = [scene.index('a'), scene.index('b')];
    const actions: AliasAction[] = ['x', 'y'].map((alias) => ({
      kind: 'add',
      indices: ['a'],
      alias,
    }));
    scene.run('update_aliases', { actions });
    expect(scene.index('a')).toMatchObject({
      version: a.version + 1,
      aliasesVersion: a.aliasesVersion + 1,
    });
    expect(scene.index('b')).toBe(b);
  });

  test('has one index to write to at most, and is hidden in all indices or in none', () => {
    const put = (...more: readonly object[]) =>
      refusal(() =>
        made().run('update_aliases', {
          actions: more.map((one, at) => ({
            ...{ kind: 'add' as const, indices: ['ab'.charAt(at)], alias: 'x' },
            ...one,
          })),
        }),
      );
    expect(put({ isWriteIndex: true }, { isWriteIndex: true })).toMatchObject({
      type: 'illegal_state_exception',
      reason: 'alias [x] has more than one write index [a,b]',
    });
    const reason =
      'alias [x] has is_hidden set to true on indices [a] but does not have is_hidden set to true on indices [b]; alias must have the same is_hidden setting on all indices';
    expect(put({ isHidden: true }, {})).toMatchObject({ type: 'illegal_state_exception', reason });
    expect(put({}, { isHidden: true }).reason).toContain('set to true on indices [b] but');
    expect(put({ routing: '1,2' })).toMatchObject({
      type: 'illegal_argument_exception',
      reason: 'alias [x] has several index routing values associated with it',
    });
  });

  const add = (alias: string) => ({ kind: 'add', indices: ['a'], alias }) as const;
  const remove = (aliases: readonly string[], mustExist?: boolean) =>
    ({ kind: 'remove', indices: ['a'], aliases, mustExist }) as const;
  const aliasesAfter = (...actions: readonly AliasAction[]) => [
    ...made()
      .run('update_aliases', { actions: [add('x')] })
      .run('update_aliases', { actions })
      .index('a')
      .aliases.keys(),
  ];

  test('a removal may name more aliases than fit in the arguments of a call', () => {
    const names = Array.from({ length: 200_000 }, (_, i) => `no${i}`);
    expect(() => aliasesAfter(remove(names))).toThrow(/^aliases \[no0, /);
  });

  test('a removal takes what was there before the first action', () => {
    expect(aliasesAfter(add('y'), remove(['y']))).toEqual(['x', 'y']);
    expect(aliasesAfter(remove(['y']), add('y'))).toEqual(['x', 'y']);
    expect(aliasesAfter(add('y'), remove(['*']))).toEqual(['y']);
    expect(aliasesAfter(remove(['x']), remove(['no']))).toEqual([]);
    expect(aliasesAfter(remove(['no'], false))).toEqual(['x']);
    expect(() => aliasesAfter(add('y'), remove(['y'], true))).toThrow('aliases [y] missing');
    expect(() => aliasesAfter(remove(['z']), remove(['no*']))).toThrow('aliases [no*, z] missing');
  });

  test('an index makes room for an alias of its name', () => {
    const scene = made().run('update_aliases', {
      actions: [
        { kind: 'add', indices: ['b'], alias: 'a' },
        { kind: 'remove_index', indices: ['a'] },
      ],
    });
    expect(scene.state.metadata.indices.has('a')).toBe(false);
    expect(scene.index('b').aliases.has('a')).toBe(true);
  });

  test.each<[string, Parameters<Scene['run']>[1], string, string]>([
    [
      'missing',
      { actions: [{ kind: 'remove', indices: ['a'], aliases: ['no'] }] },
      'aliases_not_found_exception',
      'aliases [no] missing',
    ],
    [
      'index name',
      { actions: [{ kind: 'add', indices: ['a'], alias: 'b' }] },
      'invalid_alias_name_exception',
      'Invalid alias name [b], an index exists with the same name as the alias',
    ],
    [
      'two writers',
      { actions: [{ kind: 'add', indices: ['a', 'b'], alias: 'w', isWriteIndex: true }] },
      'illegal_state_exception',
      'alias [w] has more than one write index [a,b]',
    ],
    [
      'no index',
      { actions: [{ kind: 'add', indices: ['no*'], alias: 'w' }] },
      'index_not_found_exception',
      'no such index [no*]',
    ],
  ])('refused: %s', (_what, request, type, reason) => {
    expect(refusal(() => made().run('update_aliases', request as never))).toMatchObject({
      type,
      reason,
    });
  });
});

test('closing and opening: data stays in-sync, the term rises', () => {
  const scene = new Scene()
    .run('create_index', createRequest('a', { 'index.number_of_replicas': '0' }))
    .startAll();
  const [id] = scene.index('a').inSync[0] ?? [];
  scene.run('close_index', { indices: ['a'] });
  expect(clusterHealth(scene.state)).toMatchObject({ status: 'green', activeShards: 1 });
  expect(scene.state.blocks.indices.get('a')?.map((block) => block.id)).toEqual([4]);
  scene.run('open_index', { indices: ['a'] });
  expect(scene.state.routing.get('a')?.shards[0]?.[0]).toMatchObject({
    state: 'INITIALIZING',
    allocationId: id,
    recoverySource: 'EXISTING_STORE',
  });
  scene.startAll();
  expect(scene.index('a').primaryTerms).toEqual([3]);
  expect(scene.index('a').inSync).toEqual([[id]]);
});

test('a failed shard is tried five times, then waits for a reroute', () => {
  const scene = new Scene().run('create_index', createRequest('a'));
  const copy = () => scene.state.routing.get('a')?.shards[0]?.[0];
  const fail = () =>
    scene.run('shard_failed', {
      index: 'a',
      indexUuid: scene.index('a').uuid,
      shardId: 0,
      allocationId: copy()?.allocationId ?? '',
      primaryTerm: scene.index('a').primaryTerms[0] ?? 0,
      reason: 'disk',
    });
  for (let attempt = 1; attempt < 5; attempt++) {
    fail();
    expect(copy()?.state).toBe('INITIALIZING');
  }
  fail();
  expect(copy()).toMatchObject({
    state: 'UNASSIGNED',
    unassigned: { failedAllocations: 5, details: 'disk' },
  });
  scene.run('reroute_shards', { retryFailed: true });
  expect(copy()?.state).toBe('INITIALIZING');
});

test('a copy remembers each node on which it failed', () => {
  const scene = new AllocationScene(3).create('a', { 'index.number_of_replicas': '0' });
  const failedOn: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const [copy] = scene.shard('a');
    if (copy === undefined) throw new Error('there is a copy');
    failedOn.push(copy.nodeId);
    scene.fail('a', 0, copy);
  }
  const [last] = scene.shard('a');
  expect(last?.unassigned?.failedNodeIds?.toSorted()).toEqual([...new Set(failedOn)].toSorted());
  expect(last?.unassigned).toMatchObject({ failedAllocations: 5, details: 'test' });
});

test('late news is ignored', () => {
  const scene = new Scene().run('create_index', createRequest('a'));
  const ref = { index: 'a', indexUuid: scene.index('a').uuid, shardId: 0, allocationId: 'gone' };
  const before = scene.state;
  scene.run('shard_started', ref);
  scene.run('shard_started', { ...ref, indexUuid: 'other' });
  scene.run('shard_failed', { ...ref, primaryTerm: 1, reason: 'x' });
  expect(scene.state).toBe(before);
});

test('deleting leaves a tombstone', () => {
  const scene = new Scene().run('create_index', createRequest('a'));
  const { uuid } = scene.index('a');
  scene.run('delete_index', { indices: ['a'] });
  expect(scene.state.metadata.tombstones).toEqual([
    { name: 'a', uuid, deletedAtMs: scene.env.nowMs },
  ]);
  expect(scene.state.routing.size).toBe(0);
});

test('the tombstones of the last indices are kept', () => {
  const scene = new Scene();
  const tombstones = () => scene.state.metadata.tombstones.map(({ name }) => name);
  for (let at = 0; at < TOMBSTONE_LIMIT + 2; at++) {
    scene.run('create_index', createRequest(`a${at}`, { 'index.number_of_replicas': '0' }));
    scene.run('delete_index', { indices: [`a${at}`] });
  }
  expect(tombstones()).toHaveLength(TOMBSTONE_LIMIT);
  expect([tombstones()[0], tombstones().at(-1)]).toEqual(['a2', `a${TOMBSTONE_LIMIT + 1}`]);
});

test('allocation can be switched off', () => {
  const settings = (value: string | null) => ({
    persistent: new Map(),
    transient: new Map([['cluster.routing.allocation.enable', value]]),
  });
  const scene = new Scene()
    .run('update_cluster_settings', settings('none'))
    .run('create_index', createRequest('a'));
  expect(scene.state.routing.get('a')?.shards[0]?.[0]?.state).toBe('UNASSIGNED');
  scene.run('update_cluster_settings', settings(null));
  expect(scene.state.routing.get('a')?.shards[0]?.[0]?.state).toBe('INITIALIZING');
  scene.run(
    'create_index',
    createRequest('b', { 'index.routing.allocation.exclude._name': 'one' }),
  );
  expect(scene.state.routing.get('b')?.shards[0]?.[0]?.state).toBe('UNASSIGNED');
});

test.each([
  ['transient', 'nope.x', '1', 'transient setting [nope.x], not recognized'],
  [
    'persistent',
    'cluster.name',
    'x',
    'persistent setting [cluster.name], not dynamically updateable',
  ],
  [
    'persistent',
    'search.max_buckets',
    'x',
    'Failed to parse value [x] for setting [search.max_buckets]',
  ],
])('cluster setting refused: %s %s', (kind, key, value, reason) => {
  const one = new Map([[key, value]]);
  const update = {
    persistent: kind === 'persistent' ? one : new Map(),
    transient: kind === 'transient' ? one : new Map(),
  };
  expect(refusal(() => new Scene().run('update_cluster_settings', update)).reason).toBe(reason);
});

test.each([
  [{ low: '99%' }, 'low disk watermark [99%] more than high disk watermark [90%]'],
  [{ high: '97%' }, 'high disk watermark [97%] more than flood stage disk watermark [95%]'],
  [
    { low: '1gb', high: '2gb', flood_stage: '1gb' },
    'low disk watermark [1gb] less than high disk watermark [2gb]',
  ],
  [{ low: '1gb' }, 'unable to consistently parse ['],
  [{ low: '3gb', high: '2gb', flood_stage: '1gb' }, undefined],
  [{ low: '0.5', high: '60%' }, undefined],
])('watermarks of disks: %j', (marks, reason) => {
  const transient = new Map(
    Object.entries(marks).map(([name, text]) => [
      `cluster.routing.allocation.disk.watermark.${name}`,
      text,
    ]),
  );
  const run = () =>
    new Scene().run('update_cluster_settings', { persistent: new Map(), transient });
  if (reason === undefined) expect(run).not.toThrow();
  else expect(refusal(run).reason.startsWith(reason)).toBe(true);
});

test.each([
  ['search.max_keep_alive', '1m', 'max keep alive [search.max_keep_alive], was (5m > 1m)'],
  [
    'point_in_time.max_keep_alive',
    '299s',
    'max keep alive for PIT [point_in_time.max_keep_alive], was (5m > 4.9m)',
  ],
  ['search.max_keep_alive', '5m', undefined],
])('%s of %s is compared with the default', (key, text, reason) => {
  const run = () =>
    new Scene().run('update_cluster_settings', {
      persistent: new Map(),
      transient: new Map([[key, text]]),
    });
  if (reason === undefined) expect(run).not.toThrow();
  else {
    expect(refusal(run).reason).toBe(
      `Default keep alive setting for request [search.default_keep_alive] should be smaller than ${reason}`,
    );
  }
});

test('of two changes of one transform the later one is refused', () => {
  const transform = (frequency: string): JsonObject => ({ source: { index: 'a' }, frequency });
  const put = (scene: Scene, source: JsonObject, replaced?: JsonObject) =>
    scene.run('put_transform', { id: 't', source, owner: {}, ...(replaced && { replaced }) });
  const scene = put(new Scene(), transform('1m'));
  put(scene, transform('2m'), transform('1m'));
  expect(refusal(() => put(scene, transform('3m'), transform('1m')))).toMatchObject({
    type: 'version_conflict_engine_exception',
  });
  expect(refusal(() => put(scene, transform('1m')))).toMatchObject({
    type: 'resource_already_exists_exception',
  });
  expect(scene.state.metadata.transforms.get('t')?.source).toEqual(transform('2m'));
});
