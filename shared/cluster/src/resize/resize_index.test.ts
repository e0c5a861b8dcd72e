import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import type { CommandRequest } from '../commands/registry.js';
import { defaultRoutingNumShards, shardOf } from '../routing/shard_of.js';
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';
import type { ResizeKind } from './source_shards.js';
import { shrunkenShards, sourceShardsOf } from './source_shards.js';

const BLOCKED = { 'index.blocks.write': 'true', 'index.number_of_replicas': '0' };

function request(
  kind: ResizeKind,
  shards: number,
  more: Partial<CommandRequest<'resize_index'>> = {},
): CommandRequest<'resize_index'> {
  return {
    kind,
    source: 'source',
    name: 'target',
    providedName: 'target',
    aliases: [],
    ...more,
    settings: new Map([['index.number_of_shards', String(shards)], ...(more.settings ?? [])]),
  };
}

function scene(shards: number, settings: Readonly<Record<string, string>> = {}, nodes = 1) {
  const start = new AllocationScene(nodes);
  return start
    .create('source', { ...BLOCKED, 'index.number_of_shards': String(shards), ...settings })
    .startAll();
}

function target(from: AllocationScene) {
  const index = from.state.metadata.indices.get('target');
  if (index === undefined) throw new Error('no target');
  return index;
}

test('a document is in a shard that is made of the one it was in', () => {
  const shapes = fc.record({
    source: fc.integer({ min: 1, max: 12 }),
    factor: fc.constantFrom(1, 2, 3, 4),
    partition: fc.integer({ min: 1, max: 3 }),
    shrinks: fc.boolean(),
  });
  fc.assert(
    fc.property(shapes, fc.string({ minLength: 1 }), fc.string(), (shape, id, routing) => {
      const { factor, partition: routingPartitionSize, shrinks } = shape;
      const few = { numberOfShards: shape.source };
      const many = { numberOfShards: shape.source * factor };
      const [source, made] = shrinks ? [many, few] : [few, many];
      const common = {
        routingNumShards: defaultRoutingNumShards(many.numberOfShards),
        routingPartitionSize,
      };
      const before = shardOf({ ...source, ...common }, id, routing);
      const after = shardOf({ ...made, ...common }, id, routing);
      expect(sourceShardsOf(source, made, after)).toContain(before);
    }),
  );
});

test('every shard of the source becomes part of the target, once when shrunk', () => {
  const parts = [0, 1].flatMap((id) =>
    sourceShardsOf({ numberOfShards: 6 }, { numberOfShards: 2 }, id),
  );
  expect(parts).toEqual([0, 1, 2, 3, 4, 5]);
  expect(sourceShardsOf({ numberOfShards: 2 }, { numberOfShards: 6 }, 4)).toEqual([1]);
});

test('as few shards as the greatest size allows, and a divisor of what there were', () => {
  expect(shrunkenShards(6, 100, 1000)).toBe(1);
  expect(shrunkenShards(6, 4000, 1000)).toBe(6);
  expect(shrunkenShards(8, 2500, 1000)).toBe(4);
  expect(shrunkenShards(6, 9000, 1000)).toBe(6);
  expect(shrunkenShards(3, 0, 1)).toBe(1);
});

test('mapping and settings are the source’s, but for those of the request', () => {
  const mapping: JsonObject = { properties: { a: { type: 'keyword' } } };
  const from = scene(4, {
    'index.number_of_routing_shards': '8',
    'index.refresh_interval': '5s',
    'index.merge.policy.max_merge_at_once': '5',
    'index.priority': '7',
  }).run('put_mapping', { indices: ['source'], mapping });
  const settings = new Map<string, string | null>([
    ['index.refresh_interval', '9s'],
    ['index.blocks.write', null],
  ]);
  const aliases = [{ alias: 'other', routing: 'r' }];
  const index = target(from.run('resize_index', request('shrink', 2, { settings, aliases })));
  expect(index.mapping).toEqual(mapping);
  expect(index.routingNumShards).toBe(8);
  expect(index.primaryTerms).toEqual([2, 2]);
  expect([...index.aliases.keys()]).toEqual(['other']);
  expect(Object.fromEntries(index.settings)).toMatchObject({
    'index.number_of_shards': '2',
    'index.number_of_replicas': '1',
    'index.refresh_interval': '9s',
    'index.merge.policy.max_merge_at_once': '5',
    'index.priority': '7',
    'index.routing_partition_size': '1',
    'index.resize.source.name': 'source',
    'index.routing.allocation.initial_recovery._id': 'n1',
  });
  for (const key of ['index.blocks.write', 'index.number_of_routing_shards']) {
    expect(index.settings.has(key)).toBe(false);
  }
});

test('a primary begins with local shards, beside the one it is made of, and from its own disk once it has started', () => {
  const from = scene(2, {}, 3).run('resize_index', request('split', 4));
  const place = (name: string, id: number) => from.shard(name, id)[0]?.nodeId;
  for (const id of [0, 1, 2, 3]) {
    expect(from.shard('target', id)[0]).toMatchObject({ recoverySource: 'LOCAL_SHARDS' });
    expect(place('target', id)).toBe(place('source', Math.floor(id / 2)));
  }
  const [first] = from.shard('target', 0);
  if (first) from.fail('target', 0, first);
  expect(from.shard('target', 0)[0]).toMatchObject({
    recoverySource: 'LOCAL_SHARDS',
    unassigned: { failedAllocations: 1 },
  });
  from.startAll();
  const [started] = from.shard('target', 1);
  if (started) from.leave(started.nodeId ?? '');
  expect(from.shard('target', 1).find(({ primary }) => primary)).not.toMatchObject({
    recoverySource: 'LOCAL_SHARDS',
  });
});

test('a primary of a clone begins beside the one it is made of', () => {
  const from = scene(2, {}, 3).run('resize_index', request('clone', 2));
  for (const id of [0, 1]) {
    expect(from.shard('target', id)[0]).toMatchObject({
      recoverySource: 'LOCAL_SHARDS',
      nodeId: from.shard('source', id)[0]?.nodeId,
    });
  }
});

test('a source is there, open, readable, and not read-only for its target', () => {
  const readOnly = 'index.blocks.read_only';
  const refused = (from: AllocationScene, more: Parameters<typeof request>[2] = {}) =>
    refusal(() => from.run('resize_index', request('clone', 1, more)));
  const name = { source: 'gone' };
  expect(refused(scene(1), name).type).toBe('index_not_found_exception');
  const closed = scene(1).run('close_index', { indices: ['source'] });
  expect(refused(closed)).toMatchObject({ type: 'index_closed_exception' });
  const hidden = scene(1, { 'index.blocks.metadata': 'true' });
  expect(refused(hidden)).toMatchObject({
    type: 'cluster_block_exception',
    reason: 'index [source] blocked by: [FORBIDDEN/9/index metadata (api)];',
  });
  const fixed = scene(1, { [readOnly]: 'true' });
  expect(refused(fixed).reason).toContain(
    `target index [target] will be blocked by [${readOnly}=true] which is copied from`,
  );
  const lifted = { settings: new Map([[readOnly, null]]) };
  expect(() => fixed.run('resize_index', request('clone', 1, lifted))).not.toThrow();
});

test('without its source a new primary waits', () => {
  const from = scene(1, {}, 2)
    .set({ 'cluster.routing.allocation.enable': 'none' })
    .run('resize_index', request('clone', 1))
    .run('delete_index', { indices: ['source'] })
    .set({ 'cluster.routing.allocation.enable': undefined })
    .reroute();
  expect(from.shard('target')[0]).toMatchObject({ state: 'UNASSIGNED' });
});

test.each<[string, Parameters<typeof request>, string, Readonly<Record<string, string>>?]>([
  [
    'more shards when shrunk',
    ['shrink', 8],
    'the number of target shards [8] must be less that the number of source shards [4]',
  ],
  ['no divisor', ['shrink', 3], 'the number of source shards [4] must be a multiple of [3]'],
  ['no multiple', ['split', 6], 'the number of source shards [4] must be a factor of [6]'],
  [
    'fewer shards when split',
    ['split', 2],
    'the number of source shards [4] must be less that the number of target shards [2]',
  ],
  [
    'more shards than hash slots',
    ['split', 16],
    'the number of routing shards [8] must be a multiple of the target shards [16]',
    { 'index.number_of_routing_shards': '8' },
  ],
  [
    'a clone of another number',
    ['clone', 2],
    'the number of target shards (2) must be the same as the number of source shards (4)',
  ],
  [
    'no deletes that are kept',
    ['clone', 4, { settings: new Map([['index.soft_deletes.enabled', 'false']]) }],
    "Can't disable [index.soft_deletes.enabled] setting on resize",
  ],
  ['no source', ['clone', 4, { source: 'nope' }], 'no such index [nope]'],
  ['a name that is taken', ['clone', 4, { name: 'source' }], 'index [source/'],
  [
    'hash slots of its own',
    ['clone', 4, { settings: new Map([['index.number_of_routing_shards', '8']]) }],
    'cannot provide index.number_of_routing_shards on resize',
  ],
  [
    'writes allowed',
    ['clone', 4],
    'index source must block write operations to resize index. use "index.blocks.write=true"',
    { 'index.blocks.write': 'false' },
  ],
  [
    'metadata that could not be written',
    ['clone', 4],
    'target index [target] will be blocked by [index.blocks.read_only=true] which is copied from the source index [source], this will disable metadata writes and cause the shards to be unassigned',
    { 'index.blocks.read_only': 'true' },
  ],
])('refused: %s', (_what, [kind, shards, more], reason, settings = {}) => {
  const from = scene(4, settings);
  const refused = refusal(() => from.run('resize_index', request(kind, shards, more)));
  expect(refused.reason.startsWith(reason)).toBe(true);
});

test('shards that are not all on one node are not joined', () => {
  const from = scene(2, {}, 2);
  expect(refusal(() => from.run('resize_index', request('shrink', 1)))).toEqual({
    type: 'illegal_state_exception',
    status: 500,
    reason: 'index source must have all shards allocated on the same node to shrink index',
  });
  expect(refusal(() => scene(1).run('resize_index', request('shrink', 1))).reason).toBe(
    "can't shrink an index with only one shard",
  );
});
