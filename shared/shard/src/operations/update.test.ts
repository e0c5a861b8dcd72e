/** Tests updates of a shard that is alone: what they write, answer and refuse. */
import { ScriptService } from '@skein/script';
import type { WriteItem, WriteItemResult } from '../calls.js';
import { openAlone, put, writeOf } from '../testing/shard_group.js';
import { storedFields } from './get.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (source: Uint8Array | undefined) => source && new TextDecoder().decode(source);
const LONG = { type: 'long' };
const MAPPING = JSON.stringify({
  properties: { value: LONG, x: { properties: { y: LONG } }, z: LONG },
});
const WHOLE = { enabled: true, includes: [], excludes: [] };

function setUp(options: Parameters<typeof openAlone>[0]['options'] = {}) {
  const member = openAlone({ request: { mapping: MAPPING }, options });
  const bulk = async (item: Partial<WriteItem>): Promise<WriteItemResult> => {
    const items = [{ ...writeOf('a', bytes('{}')), ...item }];
    const { results } = await member.shard.call('bulk', { refresh: 'false', items });
    const [result] = results;
    if (result === undefined) throw new Error('no result');
    return result;
  };
  const update = (body: string, more: Partial<WriteItem> = {}) =>
    bulk({ op: 'update', body: bytes(body), ...more });
  const stored = (id = 'a') =>
    text(member.shard.engine.get(id, { realtime: true, needFields: false })?.source);
  return { ...member, bulk, update, stored };
}

test('a document is merged, and not written when nothing changes', async () => {
  const { shard, update, stored, ...rest } = setUp();
  await put({ shard, ...rest }, 'a', 1);
  const changed = await update('{"doc":{"x":{"y":2}}}', { fetchSource: WHOLE });
  expect(changed).toMatchObject({ ok: true, result: 'updated', version: 2, seqNo: 1 });
  expect(changed.ok && text(changed.get?.source)).toBe('{"value":1,"x":{"y":2}}');
  expect(stored()).toBe('{"value":1,"x":{"y":2}}');
  const noops = shard.engine.counters.noopUpdateTotal;
  const same = await update('{"doc":{"value":1}}');
  expect(same).toMatchObject({ ok: true, result: 'noop', version: 2, seqNo: 1, get: undefined });
  expect(shard.engine.counters.noopUpdateTotal).toBe(noops + 1);
  expect(await update('{"doc":{"value":1},"detect_noop":false}')).toMatchObject({
    result: 'updated',
    version: 3,
  });
  expect(await update('{"doc":{"value":1}}', { detectNoop: false })).toMatchObject({
    result: 'updated',
    version: 4,
  });
});

test('no document is made on the condition that there is one', async () => {
  const { update, stored } = setUp();
  const conditions = { ifSeqNo: 3, ifPrimaryTerm: 1 };
  expect(await update('{"doc":{},"upsert":{"value":2}}', conditions)).toMatchObject({
    ok: false,
    error: { type: 'action_request_validation_exception' },
  });
  expect(stored()).toBeUndefined();
});

test('a missing document is made from the upsert, or from the document if asked', async () => {
  const { update, stored } = setUp();
  expect(await update('{"doc":{"value":1}}')).toMatchObject({
    ok: false,
    error: { type: 'document_missing_exception', reason: '[a]: document missing' },
  });
  expect(await update('{"doc":{"value":1},"upsert":{"value":2}}')).toMatchObject({
    result: 'created',
    version: 1,
  });
  expect(stored()).toBe('{"value":2}');
  await update('{"doc":{"value":3},"doc_as_upsert":true}', { id: 'b' });
  expect(stored('b')).toBe('{"value":3}');
  await update('{"doc":{"value":4}}', { id: 'c', docAsUpsert: true });
  expect(stored('c')).toBe('{"value":4}');
  const refused = await update('{"doc":{"value":3},"doc_as_upsert":true}', {
    id: 'd',
    docAsUpsert: false,
  });
  expect(refused).toMatchObject({ ok: false, error: { type: 'document_missing_exception' } });
});

test('a version is a condition, of a document that would be created too', async () => {
  const { shard, update, stored, ...rest } = setUp();
  const conflict = { ok: false, error: { type: 'version_conflict_engine_exception' } };
  const body = '{"doc":{"value":2},"doc_as_upsert":true}';
  expect(await update(body, { version: 1 })).toMatchObject(conflict);
  expect(stored()).toBeUndefined();
  await put({ shard, ...rest }, 'a', 1);
  expect(await update(body, { version: 2 })).toMatchObject(conflict);
  expect(await update(body, { version: 1 })).toMatchObject({ ok: true, version: 2 });
});

test('conditions of the request and of the body are held', async () => {
  const { shard, update, ...rest } = setUp();
  await put({ shard, ...rest }, 'a', 1);
  const conflict = { ok: false, error: { type: 'version_conflict_engine_exception' } };
  const doc = '"doc":{"value":2}';
  expect(await update(`{${doc},"if_seq_no":5,"if_primary_term":1}`)).toMatchObject(conflict);
  expect(await update(`{${doc}}`, { ifSeqNo: 0, ifPrimaryTerm: 2 })).toMatchObject(conflict);
  const own = { ifSeqNo: 0, ifPrimaryTerm: 1 };
  const both = await update(`{${doc},"if_seq_no":5,"if_primary_term":1}`, own);
  expect(both).toMatchObject({ ok: true, result: 'updated', version: 2 });
});

test('a plan writes nothing, and tells what would be written over what', async () => {
  const { shard, update, stored, ...rest } = setUp();
  const made = await update('{"doc":{"value":1},"doc_as_upsert":true}', {
    planOnly: true,
    routing: 'r',
  });
  expect(made).toMatchObject({
    result: 'noop',
    version: -1,
    seqNo: -2,
    primaryTerm: 0,
    planned: { op: 'create', source: bytes('{"value":1}'), routing: 'r' },
  });
  expect(stored()).toBeUndefined();
  await put({ shard, ...rest }, 'a', 1);
  const changed = await update('{"doc":{"value":2}}', { planOnly: true, fetchSource: WHOLE });
  expect(changed).toMatchObject({
    result: 'noop',
    version: 1,
    seqNo: 0,
    primaryTerm: 1,
    planned: { op: 'index', source: bytes('{"value":2}') },
    get: { source: bytes('{"value":2}') },
  });
  expect(stored()).toBe('{"value":1}');
});

test('the parts of the source that are asked for come back', async () => {
  const { shard, update, ...rest } = setUp();
  await put({ shard, ...rest }, 'a', 1);
  const body = '{"doc":{"z":1},"_source":["z"]}';
  const first = await update(body);
  expect(first.ok && text(first.get?.source)).toBe('{"z":1}');
  const none = await update('{"doc":{"z":2},"_source":false}');
  expect(none).toMatchObject({ ok: true, get: undefined });
  const wins = await update(body, { fetchSource: { ...WHOLE, includes: ['value'] } });
  expect(wins.ok && text(wins.get?.source)).toBe('{"value":1}');
});

test('an update whose document changes meanwhile is tried again as often as asked', async () => {
  const withNew = JSON.stringify({ properties: { value: LONG, fresh: LONG } });
  const outcome = async (retryOnConflict: number) => {
    const { shard, update, stored, ...rest } = setUp({
      putMapping: async () => {
        await put({ shard, ...rest }, 'a', 5);
        return { mapping: withNew, mappingVersion: 2 };
      },
    });
    await put({ shard, ...rest }, 'a', 1);
    return { result: await update('{"doc":{"fresh":1}}', { retryOnConflict }), stored: stored() };
  };
  const [never, once] = [await outcome(0), await outcome(1)];
  expect(never.result).toMatchObject({
    ok: false,
    error: { type: 'version_conflict_engine_exception' },
  });
  expect(never.stored).toBe('{"value":5}');
  expect(once.result).toMatchObject({ ok: true, result: 'updated', version: 3 });
  expect(once.stored).toBe('{"value":5,"fresh":1}');
});

test('a mapping that never gets the field is given up', async () => {
  let rounds = 0;
  const { bulk } = setUp({
    putMapping: async () => {
      rounds++;
      return { mapping: MAPPING, mappingVersion: 1 + rounds };
    },
  });
  expect(await bulk({ body: bytes('{"fresh":1}') })).toMatchObject({
    ok: false,
    error: { type: 'illegal_state_exception', reason: 'mapping of [a] does not settle' },
  });
  expect(rounds).toBe(16);
});

describe('a script', () => {
  const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });
  const scripted = async (source: string, more: object = {}, item: Partial<WriteItem> = {}) => {
    const { shard, update, stored, ...rest } = setUp({ scripts });
    await put({ shard, ...rest }, 'a', 1);
    const result = await update(JSON.stringify({ script: source, ...more }), item);
    return { result, stored: stored(), missing: stored('new'), shard };
  };

  test('changes, deletes or leaves the document', async () => {
    const changed = await scripted('ctx._source.value += ctx._version', {}, { fetchSource: WHOLE });
    expect(changed).toMatchObject({
      result: { result: 'updated', version: 2 },
      stored: '{"value":2}',
    });
    expect(changed.result.ok && text(changed.result.get?.source)).toBe('{"value":2}');
    const deleted = await scripted("ctx.op = 'delete'", {}, { fetchSource: WHOLE });
    expect(deleted).toMatchObject({
      result: { result: 'deleted', version: 2, get: { source: undefined } },
      stored: undefined,
    });
    expect((await scripted("ctx.op = 'delete'")).result).toMatchObject({ get: undefined });
    const left = await scripted("ctx.op = 'none'; ctx._source.value = 7");
    expect(left).toMatchObject({ result: { result: 'noop', version: 1 }, stored: '{"value":1}' });
    expect(left.shard.engine.counters.noopUpdateTotal).toBe(1);
  });

  test('that only plans deletes nothing', async () => {
    const planned = await scripted("ctx.op = 'delete'", {}, { planOnly: true, routing: 'r' });
    expect(planned).toMatchObject({
      result: { result: 'noop', version: 1, planned: { op: 'delete', routing: 'r' } },
      stored: '{"value":1}',
    });
  });

  test('makes a missing document from its upsert only if asked', async () => {
    const missing = { id: 'new' };
    const upsert = { upsert: { value: 1 } };
    const plain = await scripted('ctx._source.value = 9', upsert, missing);
    expect(plain).toMatchObject({ result: { result: 'created' }, missing: '{"value":1}' });
    const own = { ...upsert, scripted_upsert: true };
    const made = await scripted('ctx._source.value = 9', own, missing);
    expect(made).toMatchObject({ result: { result: 'created' }, missing: '{"value":9}' });
    const not = await scripted("ctx.op = 'none'", own, missing);
    expect(not).toMatchObject({
      result: { result: 'noop', version: -1, seqNo: -2, get: { found: false } },
      missing: undefined,
    });
    expect(not.shard.engine.counters.noopUpdateTotal).toBe(1);
  });

  test('that fails is an error of the item', async () => {
    const failed = await scripted('ctx._source.value.length()');
    expect(failed).toMatchObject({
      result: {
        ok: false,
        error: { type: 'illegal_argument_exception', reason: 'failed to execute script' },
      },
      stored: '{"value":1}',
    });
  });
});

test('a body that cannot be carried out is refused before the document is read', async () => {
  const { update } = setUp();
  expect(await update('{}')).toMatchObject({
    ok: false,
    error: { type: 'action_request_validation_exception' },
  });
  expect(await update('[]')).toMatchObject({
    ok: false,
    error: { type: 'x_content_parse_exception' },
  });
});

test('stored fields are those that are asked for and there, of leaf fields', () => {
  const fields = { a: [1], b: ['x', 'y'] };
  const mapping = { hasObject: (name: string) => name === 'o', field: () => undefined };
  expect(storedFields(['b', 'none', 'toString'], fields, mapping)).toEqual(
    bytes('{"b":["x","y"]}'),
  );
  expect(storedFields(['none'], fields, mapping)).toBeUndefined();
  expect(storedFields(['a'], undefined, mapping)).toBeUndefined();
  expect(() => storedFields(['a', 'o'], fields, mapping)).toThrow("field [o] isn't a leaf field");
});

describe('reading', () => {
  const GET = {
    id: 'a',
    routing: undefined,
    realtime: true,
    refresh: false,
    version: undefined,
    versionType: 'internal',
    source: WHOLE,
    storedFields: [],
  } as const;

  test('a document has its version, in real time or as of the last refresh', async () => {
    const { shard, ...rest } = setUp();
    await put({ shard, ...rest }, 'a', 1);
    const here = {
      found: true,
      id: 'a',
      version: 1,
      seqNo: 0,
      primaryTerm: 1,
      source: bytes('{"value":1}'),
    };
    const missing = { found: false, version: -1, seqNo: -2, primaryTerm: 0, source: undefined };
    expect(await shard.call('get', GET)).toMatchObject(here);
    expect(await shard.call('get', { ...GET, realtime: false })).toMatchObject(missing);
    const refreshed = await shard.call('get', { ...GET, realtime: false, refresh: true });
    expect(refreshed).toMatchObject(here);
    expect(await shard.call('get', { ...GET, id: 'b' })).toMatchObject({ ...missing, id: 'b' });
    expect(await shard.call('get', { ...GET, version: 1 })).toMatchObject(here);
    await expect(shard.call('get', { ...GET, version: 2 })).rejects.toThrow(
      expect.objectContaining({ type: 'version_conflict_engine_exception' }),
    );
  });

  test('a document that is only in the log has its stored fields, and the source that is stored', async () => {
    const request = { ...GET, storedFields: ['value', '_routing'] };
    const stored = (mapping: object) => {
      const member = openAlone({ request: { mapping: JSON.stringify(mapping) } });
      return put(member, 'a', 7).then(() => member);
    };
    const value = { ...LONG, store: true };
    const withField = await stored({ properties: { value } });
    const found = await withField.shard.call('get', request);
    expect(found.fields).toEqual(bytes('{"value":[7]}'));
    expect(found.source).toEqual(bytes('{"value":7}'));
    const plain = await stored({ properties: { value: LONG } });
    expect((await plain.shard.call('get', request)).fields).toBeUndefined();
    const cut = await stored({ _source: { excludes: ['value'] }, properties: { value: LONG } });
    expect((await cut.shard.call('get', GET)).source).toEqual(bytes('{}'));
    const none = await stored({ _source: { enabled: false }, properties: { value: LONG } });
    expect((await none.shard.call('get', GET)).source).toBeUndefined();
  });

  test('of many documents each has its own answer', async () => {
    const { shard, ...rest } = setUp();
    await put({ shard, ...rest }, 'a', 1);
    const gets = [GET, { ...GET, version: 7 }, { ...GET, id: 'b' }];
    const { results } = await shard.call('multi_get', { gets });
    expect(results).toMatchObject([
      { found: true },
      { error: { type: 'version_conflict_engine_exception' } },
      { found: false },
    ]);
  });
});
