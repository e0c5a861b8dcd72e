/** Authorization of single items: documents, bulks, lookups, aliases. */
import { INDICES, SecuredNode } from './secured_node.js';

let node: SecuredNode;
const forge: SecuredNode['forge'] = (...token) => node.forge(...token);
const ask: SecuredNode['ask'] = (...request) => node.ask(...request);

beforeAll(async () => {
  node = await SecuredNode.start();
});
afterAll(() => node?.stop());

describe('single documents', () => {
  const READ_ONE: [string, string][] = [
    ['GET', '/{i}/_doc/1'],
    ['HEAD', '/{i}/_doc/1'],
    ['GET', '/{i}/_source/1'],
    ['HEAD', '/{i}/_source/1'],
  ];

  it.each(READ_ONE)('%s %s', async (method, template) => {
    const token = await forge({ scope: 'indices:read:pub-* indices:write:*' });
    const answers = new Set<string>();
    for (const index of [
      'sec-1',
      'sec-nosuch',
      'sec-closed',
      'sec-alias',
      'mixed',
      '.sec-hidden',
    ]) {
      const { status, text } = await ask(token, method, template.replace('{i}', index));
      answers.add(`${status} ${text.replaceAll(index, 'X')}`);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^403/);
    expect((await ask(token, method, template.replace('{i}', 'pub-1'))).status).toBe(200);
  });

  it('each item of _mget stands for itself', async () => {
    const token = await forge({ scope: 'indices:read:pub-*' });
    const docs = ['pub-1', 'sec-1', 'sec-nosuch', 'mixed'].map((_index) => ({ _index, _id: '1' }));
    const answer = await ask(token, 'POST', '/_mget', { docs });
    const items = (
      JSON.parse(answer.text) as { docs: { found?: boolean; error?: { type: string } }[] }
    ).docs;
    expect(items.map((item) => item.error?.type ?? item.found)).toEqual([
      true,
      ...Array.from({ length: 3 }, () => 'security_exception'),
    ]);
  });

  it('each item of _bulk stands for itself, and making an index is a right of its own', async () => {
    const token = await forge({
      scope: 'indices:write:pub-* indices:create:pub-made* indices:create:sec-* indices:read:*',
    });
    const items = [
      'pub-1',
      'sec-1',
      'sec-new',
      'pub-new',
      'pub-made',
      'mixed',
      'sec-closed',
      'sec-alias',
    ];
    const lines = items.map((_index) => `{"index":{"_index":"${_index}"}}\n{"a":1}\n`).join('');
    const answer = await ask(token, 'POST', '/_bulk', lines);
    const outcomes = (JSON.parse(answer.text) as { items: { index: { status: number } }[] }).items;
    expect(outcomes.map((item) => item.index.status)).toEqual([
      201, 403, 403, 403, 201, 403, 403, 403,
    ]);
    for (const made of ['sec-new', 'pub-new']) {
      expect((await ask(await forge(), 'HEAD', `/${made}`)).status).toBe(404);
    }
  });

  it('a bulk into an index named by its date needs no right to make it when it is there', async () => {
    const name = '%3Cpub-made-%7Bnow%2Fy%7Byyyy%7D%7D%3E';
    expect((await ask(await forge(), 'POST', `/${name}/_doc`, { a: 1 })).status).toBe(201);
    const token = await forge({ scope: 'indices:write:pub-made-*' });
    expect((await ask(token, 'POST', `/${name}/_doc`, { a: 1 })).status).toBe(201);
  });

  it('writes through an alias need the right on its write index', async () => {
    const all = await forge();
    const add = (index: string, is_write_index: boolean) => ({
      add: { index, alias: 'pub-rolled', is_write_index },
    });
    const actions = [add('sec-1', false), add('pub-1', true)];
    expect((await ask(all, 'POST', '/_aliases', { actions })).status).toBe(200);
    const token = await forge({ scope: 'indices:write:pub-*' });
    expect((await ask(token, 'POST', '/pub-rolled/_doc', { a: 1 })).status).toBe(201);
    const turned = [add('sec-1', true), add('pub-1', false)];
    expect((await ask(all, 'POST', '/_aliases', { actions: turned })).status).toBe(200);
    expect((await ask(token, 'POST', '/pub-rolled/_doc', { a: 1 })).status).toBe(403);
    const remove = [{ remove: { index: '*', alias: 'pub-rolled' } }];
    expect((await ask(all, 'POST', '/_aliases', { actions: remove })).status).toBe(200);
  });

  it('a terms lookup and a boost are reads of the index they name', async () => {
    const token = await forge({ scope: 'indices:read:pub-*' });
    const lookup = (index: string) => ({
      query: { terms: { field: { index, id: '1', path: 'field' } } },
    });
    expect((await ask(token, 'POST', '/pub-1/_search', lookup('pub-2'))).status).toBe(200);
    for (const index of ['sec-1', 'sec-closed', 'sec-nosuch', 'sec-alias']) {
      expect((await ask(token, 'POST', '/pub-1/_search', lookup(index))).status).toBe(403);
      const boost = { indices_boost: [{ [index]: 2 }] };
      expect((await ask(token, 'POST', '/pub-1/_search', boost)).status).toBe(403);
    }
  });
});

describe('aliases', () => {
  const manages = () => forge({ scope: 'indices:manage:pub-* indices:create:pub-*' });
  const refused: [string, object][] = [
    ['an index', { add: { index: 'sec-1', alias: 'pub-x' } }],
    ['one of two indices', { add: { indices: ['pub-1', 'sec-1'], alias: 'pub-x' } }],
    ['a name', { add: { index: 'pub-1', alias: 'sec-x' } }],
    ['a removed name', { remove: { index: 'pub-1', alias: 'mixed' } }],
    ['a name among patterns', { remove: { index: 'pub-1', alias: 'm*' } }],
    ['every name', { remove: { index: 'pub-*', alias: '_all' } }],
    ['an index to remove', { remove_index: { index: 'sec-1' } }],
    ['an index that is not there', { add: { index: 'sec-nosuch', alias: 'pub-x' } }],
  ];

  it.each(refused)('need the right on %s', async (_what, action) => {
    const answer = await ask(await manages(), 'POST', '/_aliases', { actions: [action] });
    expect(answer.status).toBe(403);
  });

  it('wildcards of an action mean what its caller manages', async () => {
    const token = await manages();
    const add = { actions: [{ add: { index: '*', alias: 'pub-wide' } }] };
    expect((await ask(token, 'POST', '/_aliases', add)).status).toBe(200);
    const made = await ask(await forge(), 'GET', '/_alias/pub-wide');
    expect(Object.keys(JSON.parse(made.text)).every((index) => index.startsWith('pub-'))).toBe(
      true,
    );
    const remove = { actions: [{ remove: { index: '*', alias: 'pub-wide' } }] };
    expect((await ask(token, 'POST', '/_aliases', remove)).status).toBe(200);
    const nothing = { actions: [{ add: { index: 'sec-*', alias: 'pub-x' } }] };
    expect((await ask(token, 'POST', '/_aliases', nothing)).status).toBe(404);
  });

  it('of a new index are named by right too', async () => {
    const token = await manages();
    expect((await ask(token, 'PUT', '/pub-mine', { aliases: { 'sec-alias': {} } })).status).toBe(
      403,
    );
    expect(
      (await ask(token, 'PUT', '/pub-mine', { aliases: { 'pub-mine-alias': {} } })).status,
    ).toBe(200);
    expect((await ask(token, 'DELETE', '/pub-mine')).status).toBe(200);
  });
});

test('a wildcard destroys only what its caller manages', async () => {
  for (const name of ['del-1', 'del-2']) await ask(await forge(), 'PUT', `/${name}`);
  const token = await forge({ scope: 'indices:manage:del-*' });
  expect((await ask(token, 'DELETE', '/*')).status).toBe(200);
  const left = JSON.parse((await ask(await forge(), 'GET', '/_all?expand_wildcards=all')).text);
  expect(Object.keys(left)).toEqual(expect.arrayContaining(INDICES));
  expect(Object.keys(left)).not.toContain('del-1');
});
