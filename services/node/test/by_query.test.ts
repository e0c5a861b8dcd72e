/**
 * Delete by query, update by query and reindex on a real node: their effects, the scopes they need,
 * and how they are monitored and stopped.
 */
import type { JsonObject } from '@skein/content';
import { SecuredNode } from './secured_node.js';
import { eventually } from './test_cluster.js';

let node: SecuredNode;
let all: string;

beforeAll(async () => {
  node = await SecuredNode.start();
  all = await node.forge();
});
afterAll(() => node?.stop());

async function ask(token: string, method: string, path: string, body?: object) {
  const { status, text } = await node.ask(token, method, path, body);
  return { status, json: JSON.parse(text) };
}

/**
 * Writes documents `0` to `count - 1`, each with its number in `n`. Later writes are not refreshed
 * until a test asks for it.
 */
async function fill(index: string, count: number, shards = 2): Promise<void> {
  await node.ask(all, 'DELETE', `/${index}?ignore_unavailable=true`);
  const settings = { number_of_shards: shards, number_of_replicas: 0, refresh_interval: '-1' };
  await ask(all, 'PUT', `/${index}`, { settings });
  const lines = Array.from({ length: count }, (_, n) => [
    JSON.stringify({ index: { _index: index, _id: String(n) } }),
    JSON.stringify({ n, name: `d${n}` }),
  ]).flat();
  const { text } = await node.ask(all, 'POST', '/_bulk?refresh=true', `${lines.join('\n')}\n`);
  expect(JSON.parse(text).errors).toBe(false);
}

async function found(index: string, query: JsonObject = { match_all: {} }): Promise<number> {
  const { json } = await ask(all, 'POST', `/${index}/_count`, { query });
  return json.count ?? json;
}

test('every page is written, in slices or without', async () => {
  for (const how of ['scroll_size=7', 'scroll_size=7&slices=3', 'slices=auto']) {
    await fill('pub-w', 50);
    const update = await ask(all, 'POST', `/pub-w/_update_by_query?refresh=true&${how}`, {
      query: { range: { n: { gte: 10 } } },
      script: {
        source: "if (ctx._source.n % 2 == 0) ctx._source.even = true; else ctx.op = 'noop'",
      },
    });
    expect(update).toMatchObject({
      status: 200,
      json: { total: 40, updated: 20, noops: 20, failures: [] },
    });
    expect(await found('pub-w', { term: { even: true } })).toBe(20);
    const { json } = await ask(all, 'POST', `/pub-w/_delete_by_query?refresh=true&${how}`, {
      query: { range: { n: { lt: 30 } } },
    });
    expect(json).toMatchObject({ total: 30, deleted: 30, version_conflicts: 0 });
    expect(await found('pub-w')).toBe(20);
    await ask(all, 'DELETE', '/pub-copy?ignore_unavailable=true');
    const copy = await ask(
      all,
      'POST',
      `/_reindex?refresh=true&${how.replace(/scroll_size=7&?/, '')}`,
      {
        source: { index: 'pub-w', size: 6 },
        dest: { index: 'pub-copy' },
        script: { source: "ctx._id = 'c' + ctx._id" },
      },
    );
    expect(copy.json).toMatchObject({ total: 20, created: 20, failures: [] });
    expect(await found('pub-copy', { ids: { values: ['c30', 'c49'] } })).toBe(2);
  }
});

test('a conflict ends it, unless it is to go on', async () => {
  await fill('pub-w', 5);
  await ask(all, 'PUT', '/pub-w/_doc/2', { n: 2 });
  const stopped = await ask(all, 'POST', '/pub-w/_update_by_query', {});
  expect(stopped).toMatchObject({
    status: 409,
    json: { updated: 4, version_conflicts: 1, failures: [{ id: '2', status: 409 }] },
  });
  await ask(all, 'PUT', '/pub-w/_doc/3', { n: 3 });
  const went = await ask(all, 'POST', '/pub-w/_delete_by_query?conflicts=proceed', {
    query: { terms: { _id: ['3', '4'] } },
  });
  expect(went).toMatchObject({ status: 200, json: { version_conflicts: 2, failures: [] } });
});

test('at most so many documents are changed', async () => {
  await fill('pub-w', 20);
  const { json } = await ask(all, 'POST', '/pub-w/_delete_by_query?refresh=true&scroll_size=3', {
    query: { match_all: {} },
    max_docs: 7,
  });
  expect(json).toMatchObject({ total: 7, deleted: 7, batches: 3 });
  expect(await found('pub-w')).toBe(13);
});

test('the size in a body is that of a page', async () => {
  await fill('pub-w', 20);
  const body = { size: 6, query: { match_all: {} } };
  const update = await ask(all, 'POST', '/pub-w/_update_by_query?refresh=true', body);
  expect(update.json).toMatchObject({ total: 20, updated: 20, batches: 4 });
  const { json } = await ask(all, 'POST', '/pub-w/_delete_by_query?scroll_size=10', body);
  expect(json).toMatchObject({ total: 20, deleted: 20, batches: 2 });
});

test('a slice by hand tells its number, as automatic ones do', async () => {
  await fill('pub-w', 20);
  const slice = { id: 1, max: 2 };
  const byHand = await ask(all, 'POST', '/pub-w/_update_by_query', { slice });
  expect(byHand.json.slice_id).toBe(1);
  const { json } = await ask(all, 'POST', '/pub-w/_update_by_query?slices=2&conflicts=proceed');
  expect(json).not.toHaveProperty('slice_id');
  expect(json.slices).toMatchObject([{ slice_id: 0 }, { slice_id: 1 }]);
});

test.each([
  ['', 'r'],
  ['keep', 'r'],
  ['discard', undefined],
  ['=', undefined],
  ['=x', 'x'],
])('copies with the routing [%s] have the routing %s', async (routing, expected) => {
  await node.ask(all, 'DELETE', '/pub-w?ignore_unavailable=true');
  await node.ask(all, 'DELETE', '/pub-x?ignore_unavailable=true');
  await ask(all, 'PUT', '/pub-w/_doc/1?routing=r&refresh=true', { n: 1 });
  const copy = { source: { index: 'pub-w' }, dest: { index: 'pub-x', routing } };
  await ask(all, 'POST', '/_reindex?refresh=true', copy);
  const { json } = await ask(all, 'GET', '/pub-x/_search');
  expect(json.hits.hits.map((hit: JsonObject) => hit._routing)).toEqual([expected]);
});

test('a search that is read page by page is not cached', async () => {
  const { status, json } = await ask(all, 'POST', '/pub-w/_update_by_query?request_cache=true');
  const reason = 'Validation Failed: 1: [request_cache] cannot be used in a scroll context;';
  expect([status, json.error.reason]).toEqual([400, reason]);
});

test('a task is listed, hurried, cancelled, and its result kept for its owner', async () => {
  await fill('pub-w', 20);
  const path =
    '/pub-w/_update_by_query?wait_for_completion=false&requests_per_second=0.1&scroll_size=2';
  const ada = await node.forge({ sub: 'u_ada', scope: 'indices:read:pub-* indices:write:pub-*' });
  const eve = await node.forge({ sub: 'u_eve', scope: 'indices:all:pub-* cluster:monitor' });
  const { task } = (await ask(ada, 'POST', path, {})).json;
  const listed = (await ask(eve, 'GET', '/_tasks?actions=*byquery&detailed&group_by=none')).json;
  expect(listed.tasks).toMatchObject([
    { action: 'indices:data/write/update/byquery', cancellable: true, description: '' },
  ]);
  expect((await ask(ada, 'GET', `/_tasks/${task}`)).json).toMatchObject({
    completed: false,
    task: { description: 'update-by-query [pub-w]', status: { requests_per_second: 0.1 } },
  });
  expect((await ask(ada, 'GET', '/_tasks')).status).toBe(403);
  for (const change of [
    `/_tasks/${task}/_cancel`,
    `/_update_by_query/${task}/_rethrottle?requests_per_second=9`,
  ]) {
    expect((await ask(eve, 'POST', change)).status).toBe(403);
  }
  const hurried = await ask(
    ada,
    'POST',
    `/_update_by_query/${task}/_rethrottle?requests_per_second=0.2`,
  );
  expect(hurried.status).toBe(200);
  await eventually('its documents are counted', async () => {
    const { json } = await ask(ada, 'GET', `/_tasks/${task}`);
    return json.task.status.total === 20 || undefined;
  });
  await ask(ada, 'POST', `/_tasks/${task}/_cancel?wait_for_completion=true`);
  const ended = await ask(ada, 'GET', `/_tasks/${task}`);
  expect(ended.json).toMatchObject({
    completed: true,
    response: { canceled: 'by user request', failures: [], total: 20 },
  });
  expect(ended.json.response.updated).toBeLessThan(20);
  const stranger = await node.forge({ sub: 'u_mallory', scope: 'indices:all:pub-*' });
  expect((await ask(stranger, 'GET', `/_tasks/${task}`)).status).toBe(404);
  await node.restart();
  await ask(all, 'GET', '/_cluster/health?wait_for_status=yellow&timeout=180s');
  expect((await ask(ada, 'GET', `/_tasks/${task}`)).json.completed).toBe(true);
});

describe('rights', () => {
  const BOTH = 'indices:read:pub-* indices:write:pub-*';
  const query = { query: { match_all: {} } };

  test.each([
    ['indices:read:* indices:write:pub-*', '/sec-1/_delete_by_query', 403],
    ['indices:read:pub-* indices:write:*', '/sec-1/_update_by_query', 403],
    ['indices:read:* indices:write:pub-*', '/mixed/_delete_by_query', 403],
    ['indices:read:*', '/pub-1/_update_by_query', 403],
    [BOTH, '/pub-1/_update_by_query?refresh=true', 200],
  ])('%s: POST %s gives %d', async (scope, path, status) => {
    expect((await ask(await node.forge({ scope }), 'POST', path, query)).status).toBe(status);
  });

  test('wildcards reach only what may be read and written', async () => {
    const scope = 'indices:read:* indices:write:pub-1';
    const { json } = await ask(await node.forge({ scope }), 'POST', '/*/_update_by_query', query);
    expect(json).toMatchObject({ total: 1, updated: 1 });
  });

  test.each([
    [BOTH, 'pub-1', 'pub-new', 403, 'a new index has to be made'],
    [`${BOTH} indices:create:pub-*`, 'pub-1', 'pub-new2', 200, 'it may be'],
    [BOTH, 'sec-1', 'pub-2', 403, 'the source is secret'],
    [`${BOTH} indices:read:sec-*`, 'sec-1', 'sec-two', 403, 'the destination is'],
    [BOTH, 'pub-1', 'sec-alias', 403, 'the destination is behind an alias'],
  ])('%s: reindex %s to %s gives %d: %s', async (scope, index, to, status) => {
    const body = { source: { index }, dest: { index: to } };
    expect((await ask(await node.forge({ scope }), 'POST', '/_reindex', body)).status).toBe(status);
  });

  test('a script cannot send copies where the caller may not write', async () => {
    const { status, json } = await ask(await node.forge({ scope: BOTH }), 'POST', '/_reindex', {
      source: { index: 'pub-1' },
      dest: { index: 'pub-2' },
      script: { source: "ctx._index = 'sec-two'" },
    });
    expect([status, json.failures[0].cause.type]).toEqual([403, 'security_exception']);
  });
});

test.each([
  [{ source: {}, dest: { index: 'x' } }, 400, 'use _all if you really want to copy from all'],
  [
    { source: { index: '' }, dest: { index: 'x' } },
    400,
    'use _all if you really want to copy from all',
  ],
  [{ source: { index: ['pub-1', ''] }, dest: { index: 'x' } }, 404, 'no such index []'],
  [{ source: { index: 'pub-1' }, dest: {} }, 400, 'index must be specified'],
  [
    { source: { index: 'pub-1,pub-2' }, dest: { index: 'pub-2' } },
    400,
    'reindex cannot write into',
  ],
  [{ source: { index: 'pub-alias' }, dest: { index: 'pub-1' } }, 400, 'reindex cannot write into'],
  [{ source: { index: 'pub-nosuch' }, dest: { index: 'x' } }, 404, 'no such index [pub-nosuch]'],
  [
    { source: { index: 'pub-1' }, dest: { index: 'pub-x', pipeline: 'p' } },
    400,
    'pipeline with id [p] does not exist',
  ],
  [
    { source: { index: 'pub-1', remote: { host: 'http://h:1' } }, dest: { index: 'x' } },
    400,
    '[h:1] not allowlisted in reindex.remote.allowlist',
  ],
  [{ source: { index: 'pub-1' }, dest: { index: 'x', op_type: 'y' } }, 400, '[op_type]'],
  [
    { source: { index: 'pub-1' }, dest: { index: 1 } },
    400,
    "[dest] index doesn't support values of type: VALUE_NUMBER",
  ],
  [
    { source: { index: 'pub-1', _source: false }, dest: { index: 'x' } },
    400,
    '_source:false is not supported in this context',
  ],
  [{ source: { index: 'pub-1' }, dest: { index: 'x' }, foo: 1 }, 400, 'unknown field [foo]'],
])('%j is refused with %d: %s', async (body, status, reason) => {
  const answer = await node.ask(all, 'POST', '/_reindex', body);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(reason)]);
});
