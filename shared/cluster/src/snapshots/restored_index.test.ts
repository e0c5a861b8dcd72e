import type { JsonObject } from '@skein/content';
import type { DataStream } from '../state/data_stream.js';
import { encodeIndex } from '../state/encode.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { createRequest, refusal } from '../testing/fixtures.js';

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

function takenIndex(more: JsonObject = {}): JsonObject {
  const from = new AllocationScene(1).create('taken');
  const index = from.state.metadata.indices.get('taken');
  if (index === undefined) throw new Error('no index');
  return { ...encodeIndex(index), ...more };
}

function restore(
  from: AllocationScene,
  metadata: JsonObject,
  { target = 'again', dataStreams = [] }: { target?: string; dataStreams?: DataStream[] } = {},
) {
  from.run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } });
  const index = { name: 'taken', target, indexId: 'id', generations: ['g'], keepsAliases: false };
  return from.run('restore_snapshot', {
    uuid: 'restore',
    repository: 'r',
    snapshot: { name: 's', uuid: 'su' },
    dataStreams,
    indices: [{ ...index, metadata }],
  });
}

const settingsWith = (key: string, value: string) => {
  const given = takenIndex().settings;
  const own = Array.isArray(given) ? given.filter((one) => String(one).split(',')[0] !== key) : [];
  return { settings: [...own, [key, value]] };
};

test.each<readonly [string, JsonObject, string]>([
  [
    'a mapping that is none',
    { mapping: { properties: { n: { type: 'nope' } } } },
    'No handler for type [nope] declared on field [n]',
  ],
  [
    'a setting nobody knows',
    settingsWith('index.no_such', '1'),
    'cannot restore index [taken]: unknown setting [index.no_such]',
  ],
  [
    'a value that is none',
    settingsWith('index.refresh_interval', 'often'),
    'cannot restore index [taken]: failed to parse',
  ],
  [
    'a later version',
    settingsWith('index.version.created', '999999999'),
    'cannot restore index [taken]: its version [999999999] is not one of this cluster',
  ],
])('an index with %s is refused', (_what, more, reason) => {
  expect(refusal(() => restore(new AllocationScene(1), takenIndex(more)))).toMatchObject({
    type: 'snapshot_restore_exception',
    reason: expect.stringContaining(reason),
  });
});

test.each<readonly [JsonObject, string, string]>([
  [{ routingNumShards: 0 }, 'corrupt_repository_exception', 'has a wrong [routingNumShards]'],
  [{ routingNumShards: 1.5 }, 'corrupt_repository_exception', 'has a wrong [routingNumShards]'],
  [{ name: 'other' }, 'corrupt_repository_exception', 'has the name [other]'],
  [{ primaryTerms: [] }, 'corrupt_repository_exception', 'has a wrong [primaryTerms]'],
  [{ primaryTerms: [-1] }, 'corrupt_repository_exception', 'has a wrong [primaryTerms]'],
  [{ numberOfShards: 2 }, 'corrupt_repository_exception', 'has a wrong [numberOfShards]'],
  [{ version: -1 }, 'corrupt_repository_exception', 'has a wrong [version]'],
  [{ creationDateMs: 0.5 }, 'corrupt_repository_exception', 'has a wrong [creationDateMs]'],
  [{ settings: 5 }, 'corrupt_repository_exception', 'cannot be read'],
])('metadata with %j is refused', (more, type, reason) => {
  const failed = refusal(() => restore(new AllocationScene(1), takenIndex(more)));
  expect(failed).toMatchObject({ type, reason: expect.stringContaining(reason) });
});

test('metadata whose documents could not be split over its shards is refused', () => {
  const two = { numberOfShards: 2, primaryTerms: [1, 1] };
  const taken = { ...takenIndex(), ...settingsWith('index.number_of_shards', '2'), ...two };
  const failed = (routingNumShards: number) =>
    refusal(() => restore(new AllocationScene(1), { ...taken, routingNumShards }));
  expect(failed(3).reason).toBe('the number of source shards [2] must be a factor of [3]');
  expect(failed(1).reason).toContain('must be >= index.number_of_shards [2]');
  expect(() => restore(new AllocationScene(1), { ...taken, routingNumShards: 4 })).not.toThrow();
});

const stream = (name: string, index = 'again'): DataStream => ({
  ...{ name, indices: [index], generation: 1, timestampField: '@timestamp' },
  ...{ isHidden: false, allowsRouting: false, rollsOverOnWrite: false },
});

test.each<readonly [string, string, JsonObject, DataStream[]]>([
  ['invalid_alias_name_exception', 'an alias like an index', aliases('there'), []],
  ['invalid_alias_name_exception', 'an alias like itself', aliases('again'), []],
  ['invalid_alias_name_exception', 'an alias that none may be called', aliases('a,b'), []],
  ['illegal_state_exception', 'a stream like an index', {}, [stream('there')]],
  ['illegal_state_exception', 'a stream like an alias', {}, [stream('alias')]],
  ['illegal_state_exception', 'an alias like a stream', aliases('logs'), [stream('logs')]],
  ['illegal_argument_exception', 'a stream that none may be called', {}, [stream('A')]],
  ['index_not_found_exception', 'a stream without its index', {}, [stream('logs', 'nowhere')]],
])('%s: %s', (type, _what, more, dataStreams) => {
  const from = new AllocationScene(1);
  from.run('create_index', createRequest('there', {}, { aliases: [{ alias: 'alias' }] }));
  const failed = refusal(() => restore(from, takenIndex(more), { dataStreams }));
  expect(failed).toMatchObject({ type });
});

function aliases(name: string): JsonObject {
  return { aliases: [{ name }] };
}

test('a restored index has later versions and terms than the one taken and the one replaced', () => {
  const versions = { version: 20, mappingVersion: 30, settingsVersion: 40, aliasesVersion: 50 };
  const fresh = restore(new AllocationScene(1), takenIndex(versions));
  const { uuid: _, ...made } = fresh.state.metadata.indices.get('again') ?? {};
  const next = { version: 21, mappingVersion: 31, settingsVersion: 41, aliasesVersion: 51 };
  expect(made).toMatchObject({ ...next, version: expect.any(Number), state: 'open' });
  const from = new AllocationScene(1).create('again').startAll();
  from.run('close_index', { indices: ['again'] });
  const before = from.state.metadata.indices.get('again');
  const low = { version: 0, mappingVersion: 0, settingsVersion: 0, aliasesVersion: 0 };
  restore(from, takenIndex(low));
  const after = from.state.metadata.indices.get('again');
  expect(after?.mappingVersion).toBe((before?.mappingVersion ?? 0) + 1);
  expect(after?.settingsVersion).toBe((before?.settingsVersion ?? 0) + 1);
  expect(after?.aliasesVersion).toBe((before?.aliasesVersion ?? 0) + 1);
  expect(after?.uuid).not.toBe(before?.uuid);
  expect(after?.primaryTerms[0]).toBeGreaterThan(before?.primaryTerms[0] ?? 0);
});

test('a restored index that replaces none has the next versions after those taken, even after 0', () => {
  const low = { version: 0, mappingVersion: 0, settingsVersion: 0, aliasesVersion: 0 };
  const { state } = restore(new AllocationScene(1), takenIndex(low));
  const next = { mappingVersion: 1, settingsVersion: 1, aliasesVersion: 1 };
  expect(state.metadata.indices.get('again')).toMatchObject(next);
});
