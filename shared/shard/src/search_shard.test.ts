/** Tests the answers over one point in time of a shard. */
import { silentLog } from '@skein/base';
import { JsonBuffer } from '@skein/content';
import { ScriptService } from '@skein/script';
import { emptyRequest, parseQuery, planOf } from '@skein/search';
import type { GetRequest } from './calls.js';
import { IndexContextCache } from './index_context_cache.js';
import { SearchShard } from './search_shard.js';
import { openAlone, put } from './testing/shard_group.js';

const clock = { nowMs: () => 0, monotonicMs: () => 0 };
const never = () => false;
const SHARD = { index: 'i', indexUuid: 'u', shardId: 2, aliases: ['former'], aliasesVersion: 1 };

const contextOf = (mapping: string, mappingVersion: number) => ({
  ...SHARD,
  nodeId: 'n',
  path: '',
  indexSettings: {},
  settingsVersion: 1,
  mapping,
  mappingVersion,
});
const MAPPED = contextOf('{"properties":{"value":{"type":"long"}}}', 2);

async function opened(first = MAPPED) {
  const contexts = new IndexContextCache();
  const alone = openAlone({});
  for (const [at, id] of ['a', 'b', 'c'].entries()) await put(alone, id, at);
  alone.shard.refresh();
  const event = alone.events.findLast(({ kind }) => kind === 'snapshot');
  if (event?.kind !== 'snapshot') throw new Error('nothing is published');
  const { snapshot } = event;
  const shard = new SearchShard({
    snapshot,
    origin: { shardId: 2, nodeId: 'n' },
    log: silentLog,
    directory: alone.index,
    clock,
    scripts: new ScriptService(clock),
    index: contexts.get(first),
  });
  const find = (query: object) => {
    const search = planOf({ ...emptyRequest(), query: parseQuery(query as never) });
    const request = { search, aliasFilter: undefined, nowMs: 0, fetch: false, render: undefined };
    const reply = shard.search(request, never, { buffer: new JsonBuffer() });
    return reply.kind === 'found' ? reply.result.total?.value : reply;
  };
  return { shard, contexts, find, alone };
}

test('a search finds what was published', async () => {
  const { find, alone } = await opened();
  expect(find({ range: { value: { gte: 1 } } })).toBe(2);
  await put(alone, 'd', 5);
  alone.shard.refresh();
  expect(find({ range: { value: { gte: 1 } } })).toBe(2);
});

test('a search after a change of the mapping is read by the new mapping', async () => {
  const { shard, contexts, find } = await opened(contextOf('{}', 1));
  const query = { term: { value: 1 } };
  expect(find(query)).toBe(0);
  const before = shard.index;
  shard.index = contexts.get(MAPPED);
  expect(shard.index).not.toBe(before);
  expect(find(query)).toBe(1);
});

test('a search after a change of the aliases knows the index by its new names', async () => {
  const { shard, contexts, find } = await opened();
  const called = (name: string) => find({ term: { _index: name } });
  expect([called('former'), called('later')]).toEqual([3, 0]);
  shard.index = contexts.get({ ...MAPPED, aliases: ['later'], aliasesVersion: 2 });
  expect([called('former'), called('later'), called('i')]).toEqual([0, 3, 3]);
});

test('other calls are answered over the same documents', async () => {
  const { shard } = await opened();
  const query = parseQuery({ term: { value: 1 } });
  expect(shard.segments()).toHaveLength(1);
  expect(shard.validate({ query, nowMs: 0, rewrite: false }, never).query).toContain(
    'value:[1 TO 1]',
  );
});

describe('a document', () => {
  const get: GetRequest = {
    id: 'b',
    routing: undefined,
    realtime: false,
    refresh: false,
    version: undefined,
    versionType: 'internal',
    source: { enabled: true, includes: [], excludes: [] },
    storedFields: [],
  };
  const read = async (more: Partial<GetRequest>, queries?: readonly string[]) => {
    const { shard } = await opened();
    const visibility = queries && { queries, fields: undefined };
    return shard.document({ get: { ...get, ...more }, shard: SHARD, visibility, nowMs: 0 }, never);
  };

  test('is read by its id, as the caller may see it', async () => {
    const found = await read({});
    expect(found).toMatchObject({ found: true, id: 'b', version: 1, seqNo: 1, primaryTerm: 1 });
    expect(new TextDecoder().decode(found.source)).toBe('{"value":1}');
    expect(await read({ id: 'x' })).toMatchObject({ found: false, id: 'x', version: -1 });
    expect(await read({}, ['{"term":{"value":1}}'])).toMatchObject({ found: true });
    expect(await read({}, ['{"term":{"value":2}}'])).toMatchObject({ found: false });
  });

  test('of another version than the one asked for is a conflict', async () => {
    expect(await read({ version: 1 })).toMatchObject({ found: true });
    await expect(read({ version: 2 })).rejects.toMatchObject({
      type: 'version_conflict_engine_exception',
    });
  });

  test('has stored fields only if they are asked for, and are leaves', async () => {
    expect((await read({ storedFields: ['_routing'] })).fields).toBeUndefined();
    expect((await read({ storedFields: ['value'] })).fields).toBeUndefined();
  });
});
