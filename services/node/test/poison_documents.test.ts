/**
 * A document that would exhaust the heap of its shard's thread is refused alone: its memory is
 * counted before it is built. Other writes continue.
 */
import { requestAt } from './json_requests.js';
import { LoneNode } from './lone_node.js';

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start({
    'node.memory.document_limit': '16mb',
    'node.memory.mapping_limit': '20mb',
  });
});

afterAll(() => node?.stop());

const request = requestAt(() => node.url);
const ask = async (method: string, path: string, body: unknown) =>
  (await request(method, path, body)).json;

const one = { number_of_shards: 1, number_of_replicas: 0 };
const refused = (id: string) => ({
  status: 429,
  error: expect.objectContaining({
    type: 'circuit_breaking_exception',
    reason: expect.stringMatching(
      new RegExp(
        `^\\[request\\] Data too large, data for \\[<document \\[${id}\\]>\\] would be \\[.*\\], which is larger than the limit of \\[16777216/16mb\\]`,
      ),
    ),
    durability: 'TRANSIENT',
  }),
});

it.each([
  ['tokenizer', { tokenizer: 't' }],
  ['filter', { tokenizer: 'keyword', filter: ['f'] }],
])('grams of a %s from every character to every other', async (kind, analyzer) => {
  const grams = { type: 'ngram', min_gram: 1, max_gram: 10_000 };
  const analysis = { tokenizer: { t: grams }, filter: { f: grams }, analyzer: { g: analyzer } };
  await ask('PUT', `/${kind}`, {
    settings: { ...one, 'index.max_ngram_diff': 20_000, analysis },
    mappings: { properties: { x: { type: 'text', analyzer: 'g' } } },
  });
  const lines = [
    { index: { _id: 'before' } },
    { x: 'short' },
    { index: { _id: 'poison' } },
    { x: 'abcdefghij'.repeat(1000) },
    { index: { _id: 'after' } },
    { x: 'short' },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { items } = await ask('POST', `/${kind}/_bulk?refresh=true`, body);
  expect(items).toMatchObject([
    { index: { status: 201 } },
    { index: refused('poison') },
    { index: { status: 201 } },
  ]);
});

it.each([
  ['new to the mapping', false],
  ['new to the index buffer', true],
])('as many fields, %s', async (name, areMapped) => {
  const index = `fields-${areMapped}`;
  const names = Array.from({ length: 5000 }, (_, i) => `f${i}`);
  const properties = Object.fromEntries(names.map((each) => [each, { type: 'keyword' }]));
  await ask('PUT', `/${index}`, {
    settings: { ...one, 'index.mapping.total_fields.limit': 1_000_000 },
    mappings: areMapped ? { properties } : {},
  });
  const document = Object.fromEntries(names.map((each) => [each, `text of ${name}`]));
  expect(await ask('PUT', `/${index}/_doc/1`, document)).toMatchObject(refused('1'));
  expect(await ask('PUT', `/${index}/_doc/2`, { f1: 'x' })).toMatchObject({ result: 'created' });
});

it('a second document whose fields, with those before it, are more than the thread can hold', async () => {
  await ask('DELETE', '/fields-true,fields-false,filter,tokenizer', undefined);
  const settings = { ...one, 'index.mapping.total_fields.limit': 1_000_000 };
  await ask('PUT', '/neighbour', { settings });
  await ask('PUT', '/wide', { settings });
  const document = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`${prefix}${i}`, i]));
  expect(await ask('PUT', '/wide/_doc/1', document('a'))).toMatchObject({ result: 'created' });
  // The mapping of 5000 fields fits beside that of 2500 which it replaces; 7500 beside 5000 exceed
  // 20 MB.
  expect(await ask('PUT', '/wide/_doc/2', document('b'))).toMatchObject({ result: 'created' });
  expect(await ask('PUT', '/wide/_doc/3', document('c'))).toMatchObject({
    status: 429,
    error: {
      type: 'circuit_breaking_exception',
      reason: expect.stringContaining('data for [<mappings>] would be'),
    },
  });
  expect(await ask('PUT', '/wide/_doc/4', { a1: 1 })).toMatchObject({ result: 'created' });
  expect(await ask('PUT', '/neighbour/_doc/1', { x: 1 })).toMatchObject({ result: 'created' });
  const health = await fetch(`${node.url}/_cluster/health/wide,neighbour`);
  expect(await health.json()).toMatchObject({ status: 'green' });
});

it('a mapping of a client that no thread can hold is refused before anything is made of it', async () => {
  const names = Array.from({ length: 9000 }, (_, i) => `f${i}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'keyword' }]));
  const settings = { ...one, 'index.mapping.total_fields.limit': 1_000_000 };
  const made = await ask('PUT', '/mapped', { settings, mappings: { properties } });
  expect(made).toMatchObject({
    status: 429,
    error: { reason: expect.stringContaining('[<mappings>]') },
  });
});

it('as many values of one field', async () => {
  await ask('PUT', '/values', { settings: one });
  const values = new Array(200_000).fill(1);
  expect(await ask('PUT', '/values/_doc/1', { values })).toMatchObject(refused('1'));
  expect(await ask('PUT', '/values/_doc/2', { values: [1] })).toMatchObject({ result: 'created' });
});

it('what is analysed for a search is counted for the search', async () => {
  await ask('PUT', '/_cluster/settings', { transient: { 'indices.breaker.request.limit': '1mb' } });
  const grams = { type: 'ngram', min_gram: 1, max_gram: 10_000 };
  const query = { match: { x: { query: 'abcdefghij'.repeat(300), analyzer: 'g' } } };
  await ask('PUT', '/searched', {
    settings: {
      ...one,
      'index.max_ngram_diff': 20_000,
      analysis: { tokenizer: { t: grams }, analyzer: { g: { tokenizer: 't' } } },
    },
    mappings: { properties: { x: { type: 'text' } } },
  });
  expect(await ask('POST', '/searched/_search', { query })).toMatchObject({ status: 429 });
  await ask('PUT', '/_cluster/settings', { transient: { 'indices.breaker.request.limit': null } });
});
