import { ApiError } from '@skein/errors';
import { openSecurity } from '../security/open_security.js';
import { batchOf, type RoutedWrite } from '../shard_host/mod.js';
import { OneNodeApi } from '../testing/one_node_api.js';
import { WRITE_OPTIONS } from '../testing/write_options.js';
import { readPlace } from './place.js';
import { placeBatch } from './place_batch.js';
import { plainWrite } from './plain_write.js';

const SHARDED = { settings: { 'index.number_of_shards': 3, 'index.number_of_replicas': 0 } };
const NOW_MS = 0;

let api: OneNodeApi;

beforeAll(async () => {
  api = await new OneNodeApi().start();
  await api.request('PUT', '/one', { settings: { 'index.number_of_shards': 1 } });
  await api.request('PUT', '/three', SHARDED);
  await api.request('PUT', '/routed', { ...SHARDED, mappings: { _routing: { required: true } } });
  await api.request('PUT', '/closed', { settings: { 'index.blocks.write': true } });
  await api.request('POST', '/_aliases', {
    actions: [
      { add: { index: 'three', alias: 'by_alias', index_routing: 'r7' } },
      { add: { index: 'one', alias: 'reader', is_write_index: false } },
    ],
  });
});

function write(index: string, id: string, more: Partial<RoutedWrite> = {}): RoutedWrite {
  return plainWrite({ op: 'index', index, id, body: new Uint8Array(0), ...more });
}

function place(writes: readonly RoutedWrite[], refused = new Map<string, ApiError>()) {
  const state = api.master.state();
  const options = { ...WRITE_OPTIONS, nowMs: NOW_MS };
  const ground = {
    state,
    security: openSecurity,
    refusedNames: refused,
    dropped: new Set<number>(),
  };
  return placeBatch(batchOf(writes), options, ground);
}

function shardOf(index: string, id: string, routing?: string): number {
  return readPlace(api.master.state(), { index, id, routing }, NOW_MS).shardId;
}

test('every item goes to the shard a get would ask, and keeps its place', () => {
  const ids = Array.from({ length: 40 }, (_none, i) => `doc-${i}`);
  const writes = ids.flatMap((id) => [write('one', id), write('three', id)]);
  const { parts, refused } = place(writes);
  expect(refused.size).toBe(0);
  expect(parts).toHaveLength(4);
  for (const { index, shardId, positions } of parts) {
    for (const position of positions) {
      const { index: name, id } = writes[position] ?? write('', '');
      expect([index.name, shardId]).toEqual([name, shardOf(name, id)]);
    }
  }
  const all = parts.flatMap(({ positions }) => positions).sort((a, b) => a - b);
  expect(all).toEqual([...writes.keys()]);
});

test('a routing of the item, or of the alias, decides and goes along', () => {
  const { parts } = place([
    write('three', 'a', { routing: 'x' }),
    write('by_alias', 'a'),
    write('routed', 'a', { routing: 'x' }),
  ]);
  const found = parts.flatMap(({ index, shardId, positions, routings }) =>
    positions.map((position) => [position, index.name, shardId, routings.get(position)]),
  );
  expect(found.sort()).toEqual([
    [0, 'three', shardOf('three', 'a', 'x'), 'x'],
    [1, 'three', shardOf('three', 'a', 'r7'), 'r7'],
    [2, 'routed', shardOf('routed', 'a', 'x'), 'x'],
  ]);
});

test('what is wrong with an item is its own affair', () => {
  const { parts, refused } = place(
    [
      write('one', 'fine'),
      write('missing', 'a'),
      write('routed', 'a'),
      write('closed', 'a'),
      write('one', 'é'.repeat(300)),
      write('one', 'a', { requireAlias: true }),
      write('by_alias', 'a', { routing: 'other' }),
      write('forbidden', 'a'),
      write('reader', 'a'),
      write('one', ''),
    ],
    new Map([['forbidden', new ApiError('security_exception', 'no', { status: 403 })]]),
  );
  expect(parts.flatMap(({ positions }) => positions)).toEqual([0]);
  expect([...refused].map(([position, { type }]) => [position, type])).toEqual([
    [1, 'index_not_found_exception'],
    [2, 'routing_missing_exception'],
    [3, 'cluster_block_exception'],
    [4, 'action_request_validation_exception'],
    [5, 'index_not_found_exception'],
    [6, 'illegal_argument_exception'],
    [7, 'security_exception'],
    [8, 'illegal_argument_exception'],
    [9, 'illegal_argument_exception'],
  ]);
  expect(refused.get(5)?.metadata).toEqual({ index: 'one', index_uuid: '_na_' });
  expect(refused.get(9)?.reason).toBe('if _id is specified it must not be empty');
});

test('items that were refused before are left out', () => {
  const batch = batchOf([write('one', 'a'), write('one', 'b')]);
  const refused = new Map([[0, new ApiError('illegal_argument_exception', 'no pipeline')]]);
  const state = api.master.state();
  const options = { identity: {}, nowMs: NOW_MS } as never;
  const dropped = new Set<number>();
  const ground = { state, security: openSecurity, refusedNames: new Map(), dropped };
  const placed = placeBatch({ ...batch, refused }, options, ground);
  expect(placed.parts.flatMap(({ positions }) => positions)).toEqual([1]);
  expect([...placed.refused.keys()]).toEqual([0]);
});
