/** Scripts on a real node: stored scripts, templates, and endless scripts. */
import { type JsonAnswer, requestAt } from './json_requests.js';
import { LoneNode } from './lone_node.js';

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start();
  await ask('PUT', '/doubles/_doc/1?refresh=true', { n: 3 });
});
afterAll(() => node?.stop());

/** The value at a path of an answer, such as `error.caused_by.type`. */
function at(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}

const ask = requestAt(() => node.url);

const update = (index: string, script: unknown, more = {}) =>
  ask('POST', `/${index}/_update/1?_source=true&refresh=true`, { script, ...more });

describe('stored scripts', () => {
  it('are kept, used by id and forgotten', async () => {
    await ask('PUT', '/stored/_doc/1?refresh=true', { n: 1 });
    const script = { lang: 'painless', source: 'ctx._source.n += params.by' };
    expect((await ask('PUT', '/_scripts/add', { script })).json).toEqual({ acknowledged: true });
    expect((await ask('GET', '/_scripts/add')).json).toEqual({ _id: 'add', found: true, script });
    const used = { id: 'add', params: { by: 4 } };
    expect(at((await update('stored', used)).json, 'get._source')).toEqual({ n: 5 });
    const other = { script: { lang: 'painless', source: 'ctx._source.n = -1' } };
    await ask('PUT', '/_scripts/add', other);
    expect(at((await update('stored', used)).json, 'get._source')).toEqual({ n: -1 });
    await ask('DELETE', '/_scripts/add');
    const { status, json } = await update('stored', used);
    expect([status, at(json, 'error.caused_by.type')]).toEqual([
      400,
      'resource_not_found_exception',
    ]);
  });

  it('must compile for the context they are put with', async () => {
    const script = { lang: 'painless', source: '1 +' };
    expect((await ask('PUT', '/_scripts/bad', { script })).status).toBe(200);
    const refused = await ask('PUT', '/_scripts/bad/score', { script });
    expect([refused.status, at(refused.json, 'error.type')]).toEqual([400, 'script_exception']);
  });
});

describe('scripts in searches', () => {
  it('see whole doubles among their parameters', async () => {
    const half = { source: "doc['n'].value / params.k", params: { k: 2 } };
    const body = { script_fields: { x: { script: half } } };
    const whole = await ask('POST', '/doubles/_search', body);
    expect(at(whole.json, 'hits.hits.0.fields.x')).toEqual([1]);
    const text = JSON.stringify(body).replace('"k":2', '"k":2.0');
    const answer = await fetch(`${node.url}/doubles/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect(at(await answer.json(), 'hits.hits.0.fields.x')).toEqual([1.5]);
  });

  it('come from templates', async () => {
    const source = { query: { term: { n: '{{n}}' } }, size: '{{size}}{{^size}}5{{/size}}' };
    await ask('PUT', '/_scripts/find', { script: { lang: 'mustache', source } });
    const call = { id: 'find', params: { n: 3 } };
    expect((await ask('POST', '/_render/template', call)).json).toEqual({
      template_output: { query: { term: { n: '3' } }, size: '5' },
    });
    const { json } = await ask('POST', '/doubles/_search/template', call);
    expect([at(json, 'status'), at(json, 'hits.total.value')]).toEqual([200, 1]);
  });
});

describe('compilation', () => {
  it('is no faster than the operator allows, and counted', async () => {
    const rate = { 'script.context.number_sort.max_compilations_rate': '2/60m' };
    await ask('PUT', '/_cluster/settings', { transient: rate });
    const sort = (n: number) => ({ sort: { _script: { type: 'number', script: `${n}` } } });
    const answers: JsonAnswer<unknown>[] = [];
    for (let n = 0; n < 12; n++) answers.push(await ask('POST', '/doubles/_search', sort(n)));
    expect(answers[0]?.status).toBe(200);
    const last = answers.at(-1);
    expect(at(last?.json, 'error.root_cause.0')).toMatchObject({
      type: 'circuit_breaking_exception',
      reason: expect.stringContaining('max: [2/60m]'),
    });
    const { json } = await ask('GET', '/_nodes/stats/script');
    const [stats] = Object.values(at(json, 'nodes') as object) as {
      script: Record<string, number>;
    }[];
    expect(stats?.script.compilation_limit_triggered).toBeGreaterThan(0);
    expect(stats?.script.compilations).toBeGreaterThan(2);
  });
});

describe('a script that would never end', () => {
  const ENDLESS = 'int i = 0; while (i >= 0) { i = (i + 1) % 10 } return true';
  const ERROR = {
    type: 'painless_error',
    reason: 'The maximum number of statements that can be executed in a loop has been reached.',
  };

  it('fails in a search while the node answers others', async () => {
    const search = ask('POST', '/doubles/_search', {
      query: { script: { script: { source: ENDLESS } } },
    });
    const [health, answer] = await Promise.all([ask('GET', '/_cluster/health'), search]);
    expect(health.status).toBe(200);
    expect(answer.status).toBe(400);
    expect(at(answer.json, 'error.failed_shards.0.reason.caused_by')).toMatchObject(ERROR);
  });

  it.each([
    ['loops', 'while (ctx != null) { ctx.x = 1 }', 'painless_error'],
    ['recursion', 'int f(int x) { return f(x + 1) } ctx.x = f(0)', 'stack_overflow_error'],
    [
      'text',
      "String s = 'x'; for (int i = 0; i < 100; i++) { s += s } ctx.x = s",
      'out_of_memory_error',
    ],
    ['lists', 'List l = []; while (ctx != null) { l.add(new int[100000]) }', 'out_of_memory_error'],
  ])('fails in an update: %s', async (_what, source, type) => {
    await ask('PUT', '/endless/_doc/1', { n: 1 });
    const { status, json } = await update('endless', { source });
    expect(status).toBe(400);
    expect(at(json, 'error.caused_by.caused_by.type')).toBe(type);
    expect(at((await ask('GET', '/endless/_doc/1')).json, '_source')).toEqual({ n: 1 });
  });
});
