import fc from 'fast-check';
import { CLUSTER, CLUSTER_SETTINGS } from './cluster/cluster_settings.js';
import {
  applySettingsUpdate,
  flatSettingsJson,
  flattenSettings,
  flattenSettingsUpdate,
  unflattenSettings,
  withPrefix,
} from './flatten.js';
import { INDEX, INDEX_SETTINGS } from './index/index_settings.js';
import { NODE, NODE_SETTINGS } from './node/node_settings.js';
import { readSetting, settingText } from './setting.js';
import type { SettingsTable } from './settings_table.js';

const TABLES: readonly (readonly [string, SettingsTable])[] = [
  ['index', INDEX_SETTINGS],
  ['cluster', CLUSTER_SETTINGS],
  ['node', NODE_SETTINGS],
];

describe.each(TABLES)('%s settings', (_name, table) => {
  test('keys are unique', () => {
    const keys = table.all.map((setting) => setting.key);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('every default is a value of its setting', () => {
    for (const setting of table.all) {
      expect(() => readSetting(new Map(), setting)).not.toThrow();
      const text = settingText(new Map(), setting);
      if (text !== undefined) expect(() => setting.parse(text, setting.key)).not.toThrow();
    }
  });

  test('every setting says what it does', () => {
    for (const setting of table.all) expect(setting.doc).not.toBe('');
  });
});

const reasonOf = (run: () => void): string => {
  try {
    run();
  } catch (thrown) {
    return (thrown as Error).message;
  }
  throw new Error('nothing was thrown');
};

test.each([
  [{ 'index.nope': '1' }, 'unknown setting [index.nope] did you mean [index.codec]?'],
  [
    { 'index.completely.unheard_of': '1' },
    'unknown setting [index.completely.unheard_of] please check that any required plugins are installed, or check the breaking changes documentation for removed settings',
  ],
  [
    { 'index.nope.0': 'a', 'index.nope.1': 'b' },
    'unknown setting [index.nope] did you mean [index.codec]?',
  ],
  [
    { 'index.number_of_shards.0': '3', 'index.number_of_shards.1': '4' },
    'Failed to parse value [[3, 4]] for setting [index.number_of_shards]',
  ],
  [{ 'index.default_pipeline.0': 'a' }, 'setting [index.default_pipeline] holds a list'],
  // Keys of list elements are not considered.
  [
    { 'index.missing': '1' },
    'unknown setting [index.missing] please check that any required plugins are installed, or check the breaking changes documentation for removed settings',
  ],
  [
    { 'index.number_of_shards': '0' },
    'Failed to parse value [0] for setting [index.number_of_shards] must be >= 1',
  ],
  [
    { 'index.number_of_shards': '2000' },
    'Failed to parse value [2000] for setting [index.number_of_shards] must be <= 1024',
  ],
  [
    { 'index.number_of_shards': 'x' },
    'Failed to parse value [x] for setting [index.number_of_shards]',
  ],
  [{ 'index.hidden': 'yes' }, 'Failed to parse value [yes] as only [true] or [false] are allowed.'],
  [
    { 'index.refresh_interval': '5' },
    'failed to parse setting [index.refresh_interval] with value [5] as a time value: unit is missing or unrecognized',
  ],
])('%j is refused', (settings, reason) => {
  expect(reasonOf(() => INDEX_SETTINGS.validate(new Map(Object.entries(settings))))).toBe(reason);
});

test.each([
  { 'index.number_of_shards': '3', 'index.refresh_interval': '-1' },
  { 'index.analysis.analyzer.a.filter.0': 'lowercase' },
  { 'index.routing.allocation.include._id': '' },
  { 'index.query.default_field.0': 'a', 'index.query.default_field.1': 'b' },
  { 'index.translog.durability': 'async' },
])('%j is taken', (settings) => {
  expect(() => INDEX_SETTINGS.validate(new Map(Object.entries(settings)))).not.toThrow();
});

test('values are read by type', () => {
  const settings = new Map([
    ['index.refresh_interval', '5s'],
    ['index.translog.flush_threshold_size', '1kb'],
    ['index.query.default_field.0', 'a'],
    ['index.query.default_field.1', 'b'],
  ]);
  expect(readSetting(settings, INDEX.engine.refreshInterval)).toBe(5000);
  expect(readSetting(settings, INDEX.engine.flushThreshold)).toBe(1024);
  expect(readSetting(settings, INDEX.limits.defaultField)).toEqual(['a', 'b']);
  expect(readSetting(new Map(), INDEX.limits.maxResultWindow)).toBe(10_000);
  expect(readSetting(new Map([['search.max_buckets', '7']]), CLUSTER.search.maxBuckets)).toBe(7);
});

const NUMBERS = {
  long: INDEX.limits.totalFields,
  int: INDEX.limits.maxResultWindow,
  float: CLUSTER.allocation.balanceIndex,
};

test.each<[keyof typeof NUMBERS, string, number]>([
  ['long', '9223372036854775807', 2 ** 63],
  ['long', '+00000000000000000000007', 7],
  ['int', '2147483647', 2_147_483_647],
  ['float', '0x1p3', 8],
  ['float', ' 2', 2],
  ['float', '1d', 1],
])('a %s is read as by Java: %s', (type, text, value) => {
  const { key, parse } = NUMBERS[type];
  expect(parse(text, key)).toBe(value);
});

test.each<[keyof typeof NUMBERS, string, string]>([
  ['long', '9223372036854775808', ''],
  ['long', '99999999999999999999', ''],
  ['long', '1.0', ''],
  ['int', '2147483648', ''],
  ['int', '-2147483649', ''],
  ['int', '-2147483648', ' must be >= 1'],
  ['float', '0x10', ''],
  ['float', '0b11', ''],
  ['float', '', ''],
  ['float', 'NaN', ''],
  ['float', 'Infinity', ' must be <= 3.4028235E38'],
  ['float', '1e39', ' must be <= 3.4028235E38'],
])('a %s is refused as by OpenSearch: %s', (type, text, why) => {
  const { key, parse } = NUMBERS[type];
  expect(() => parse(text, key)).toThrow(
    expect.objectContaining({
      reason: `Failed to parse value [${text}] for setting [${key}]${why}`,
    }),
  );
});

test.each([
  [INDEX.engine.mergeFloor, '0b', '1b'],
  [INDEX.engine.mergeMaxSegment, '-1', '0b'],
  [INDEX.engine.mergeReclaim, '-1', '0.0'],
  [INDEX.engine.mergeExpungeDeletes, '-1', '0.0'],
  [INDEX.engine.mergeExpungeDeletes, '101', '100.0'],
])('the merge policy has limits: %j refuses %s', ({ key, parse }, text, limit) => {
  expect(() => parse(text, key)).toThrow(limit);
});

test.each(['0x10%', ' %', '%'])('a share of memory is a number: [%s]', (text) => {
  const { key, parse } = CLUSTER.breaker.requestLimit;
  expect(() => parse(text, key)).toThrow(`failed to parse [${text.slice(0, -1)}] as a double`);
});

test.each([
  ['80 %', { kind: 'used', share: 0.8 }],
  ['8e-1', { kind: 'used', share: 0.8 }],
  ['10gb', { kind: 'free', bytes: 10 * 1024 ** 3 }],
])('a watermark is %s', (text, value) => {
  const { key, parse } = CLUSTER.allocation.diskLow;
  expect(parse(text, key)).toMatchObject(value);
});

test.each(['0x1', ' ', '0x10%', '-1%', '150%'])('a watermark is not [%s]', (text) => {
  const { key, parse } = CLUSTER.allocation.diskLow;
  expect(() => parse(text, key)).toThrow('as a size in bytes: unit is missing or unrecognized');
});

test('conditions of a rollover are read when they are set', () => {
  const read = (text: string) =>
    readSetting(
      new Map([['cluster.lifecycle.default.rollover', text]]),
      CLUSTER.lifecycle.streamRollover,
    );
  expect(read('max_age=1d, min_primary_shard_size=2kb')).toEqual([
    { kind: 'max', fact: 'age', bound: 86_400_000 },
    { kind: 'min', fact: 'primary_shard_size', bound: 2048 },
  ]);
  expect(() => read('min_docs=1')).toThrow('needs a condition that begins with max');
  for (const bad of ['max_docs=many', 'max_words=3', 'max_age=', 'most_docs=3', 'max_docs']) {
    expect(() => read(`max_docs=1,${bad}`)).toThrow(`[${bad}] is no condition of [`);
  }
});

test.each([
  ['master,voting_only', 'unknown role [voting_only] in setting [node.roles]'],
  [
    'master,cluster_manager',
    'the two roles [master, cluster_manager] can not be assigned together',
  ],
])('a node cannot have the roles %s', (roles, reason) => {
  const given = new Map([['node.roles', roles]]);
  expect(() => readSetting(given, NODE.identity.roles)).toThrow(reason);
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.*,192.168.0.300', false],
  ['fe80::1,::1,1:2:3:4:5:6:7:8,::ffff:10.0.0.1', true],
  ['1:2:3:4:5:6:7', false],
  ['1::2::3', false],
  ['::12345', false],
  ['bad', false],
  ['', true],
  ['10.0.0.1, ,', true],
])('a filter by address: %s', (text, isGood) => {
  const given = new Map([
    ['index.routing.allocation.require._ip', text],
    ['index.routing.allocation.require.zone', 'bad'],
  ]);
  const check = () => INDEX_SETTINGS.validate(given);
  if (isGood) expect(check).not.toThrow();
  else expect(check).toThrow('invalid IP address [');
});

test('JSON of every form becomes flat', () => {
  const json = {
    index: { a: 1, 'b.c': true, list: ['x', 'y'], none: [] },
    plain: 'z',
    reset: null,
  };
  expect(Object.fromEntries(flattenSettings(json))).toEqual({
    'index.a': '1',
    'index.b.c': 'true',
    'index.list.0': 'x',
    'index.list.1': 'y',
    'index.none': '',
    plain: 'z',
  });
  expect(flattenSettingsUpdate(json).get('reset')).toBeNull();
  expect([
    ...withPrefix(
      new Map([
        ['a', '1'],
        ['index.b', '2'],
      ]),
      'index.',
    ).keys(),
  ]).toEqual(['index.a', 'index.b']);
});

test('a key that is both a value and a parent keeps both', () => {
  const settings = new Map([
    ['a.b', '1'],
    ['a.b.c', '2'],
  ]);
  expect(unflattenSettings(settings)).toEqual({ a: { b: '1', 'b.c': '2' } });
});

test('a key has at most 100 parts', () => {
  const key = (parts: number) => Array.from({ length: parts }, () => 'a').join('.');
  expect(flattenSettings({ [key(100)]: 1 }).size).toBe(1);
  const tooMany = `setting [${key(50)}....] has [101] parts between dots, the limit is [100]`;
  expect(() => flattenSettings({ [key(101)]: 1 })).toThrow(tooMany);
  expect(() => flattenSettings({ [key(50)]: { [key(51)]: [1] } })).toThrow(tooMany);
});

test('__proto__ is an ordinary key', () => {
  const json = JSON.parse('{"__proto__": {"x": 1}}');
  expect([...flattenSettings(json)]).toEqual([['__proto__.x', '1']]);
  expect(Object.keys(unflattenSettings(flattenSettings(json)))).toEqual(['__proto__']);
});

test('a new list replaces the whole old one, and wildcards reset', () => {
  const current = new Map([
    ['l.0', 'a'],
    ['l.1', 'b'],
    ['x.y', '1'],
    ['x.z', '2'],
  ]);
  const update = flattenSettingsUpdate({ l: ['c'], 'x.*': null });
  expect(Object.fromEntries(applySettingsUpdate(current, update))).toEqual({ 'l.0': 'c' });
});

test('a pattern of many wildcards is compared at once, with keys of several lines too', () => {
  const current = new Map([
    ['index.refresh_interval', '1s'],
    ['index.a\nb', '2'],
  ]);
  const rest = (pattern: string) => [
    ...applySettingsUpdate(current, new Map([[pattern, null]])).keys(),
  ];
  expect(rest('index.a*')).toEqual(['index.refresh_interval']);
  expect(rest(`index.${'*'.repeat(50)}x`)).toEqual([...current.keys()]);
});

const word = fc.stringMatching(/^[a-z_]{1,6}$/);
const value = fc.oneof(
  fc.stringMatching(/^[ -~]{0,8}$/),
  fc.array(word, { minLength: 1, maxLength: 3 }),
);

test('flat and nested forms say the same', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.array(word, { minLength: 1, maxLength: 3 }).map((p) => p.join('.')),
        value,
      ),
      (json) => {
        const flat = flattenSettings(json);
        const fromNested = flattenSettings(unflattenSettings(flat));
        const fromFlat = flattenSettings(flatSettingsJson(flat));
        expect(new Map([...fromNested].sort())).toEqual(new Map([...flat].sort()));
        expect(new Map([...fromFlat].sort())).toEqual(new Map([...flat].sort()));
      },
    ),
  );
});

test('defaults of lists are lists', () => {
  const defaults = INDEX_SETTINGS.defaults(new Map([['index.sort.field.0', 'a']]));
  expect(flatSettingsJson(defaults)).toMatchObject({
    'index.query.default_field': ['*'],
    'index.sort.order': [],
  });
  expect(defaults.has('index.sort.field')).toBe(false);
  const configured = NODE_SETTINGS.withLists(new Map([['discovery.seed_hosts', 'a, b']]));
  expect(unflattenSettings(configured)).toEqual({ discovery: { seed_hosts: ['a', 'b'] } });
});
