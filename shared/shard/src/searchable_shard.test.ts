import type { GetRequest, OpenShardRequest, ShardEvent } from './calls.js';
import { SearchableShard } from './searchable_shard.js';
import { openAlone, put } from './testing/shard_group.js';

const REQUEST: OpenShardRequest = {
  index: 'test',
  indexUuid: 'uuid',
  shardId: 0,
  path: '',
  primaryTerm: 1,
  allocationId: 'a',
  nodeId: 'n',
  source: 'SNAPSHOT',
  isSearchable: true,
  newHistory: false,
  applied: undefined,
  indexSettings: {},
  mapping: '{"properties":{"value":{"type":"long"}}}',
  mappingVersion: 1,
};

async function opened() {
  const { shard: from, index: indexDirectory } = openAlone({});
  for (const id of ['a', 'b', 'c']) await put({ shard: from }, id, id.length);
  from.flush({ force: true, periodic: false });
  await from.close();
  const events: ShardEvent[] = [];
  const shard = new SearchableShard({
    request: REQUEST,
    indexDirectory,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    scripts: {} as never,
    onEvent: (event) => events.push(event),
  });
  return { shard, events };
}

const get = (id: string, version?: number): GetRequest => ({
  id,
  realtime: true,
  refresh: false,
  routing: undefined,
  version,
  versionType: 'internal',
  source: { enabled: true, includes: [], excludes: [] },
  storedFields: [],
});

test('publishes one point in time, with all that was taken', async () => {
  const { shard, events } = await opened();
  expect(events).toEqual([{ kind: 'snapshot', snapshot: shard.snapshot, maxSeqNo: 2 }]);
  expect(shard.progress.state).toMatchObject({ type: 'SNAPSHOT', stage: 'DONE' });
  expect(shard.stats()).toMatchObject({
    docs: { count: 3, deleted: 0 },
    segments: { count: 1 },
    seqNo: { maxSeqNo: 2 },
  });
  expect(shard.storeBytes).toBeGreaterThan(0);
  expect(shard.call('refresh', {})).toEqual({ refreshed: false });
  expect(shard.call('next_refresh', {})).toEqual({ forced: false });
  expect(shard.call('flush', { force: true })).toEqual({});
  shard.close();
});

test('reads documents by their ids, and counts that', async () => {
  const { shard } = await opened();
  const found = shard.call('get', get('b'));
  expect(found).toMatchObject({ found: true, id: 'b', version: 1, seqNo: 1 });
  expect(Buffer.from(found.source ?? []).toString()).toBe('{"value":1}');
  expect(shard.call('get', get('x'))).toMatchObject({ found: false });
  const { results } = shard.call('multi_get', { gets: [get('a'), get('x'), get('b', 7)] });
  expect(results).toMatchObject([
    { found: true, id: 'a' },
    { found: false, id: 'x' },
    { error: { type: 'version_conflict_engine_exception' } },
  ]);
  expect(shard.stats().get).toMatchObject({ exists: 2, missing: 2 });
  shard.close();
});

test('cannot be merged', async () => {
  const { shard } = await opened();
  const request = { maxNumSegments: 1, onlyExpungeDeletes: false, flush: true };
  expect(() => shard.call('force_merge', request)).toThrow('is in a snapshot and cannot be merged');
  shard.close();
});
