/**
 * Requests of Elasticsearch 7 clients that name mapping types: typed paths, `include_type_name` and
 * `_type`, under `compatibility.profile: elasticsearch-7`. The paths are those of
 * https://github.com/elastic/elasticsearch/tree/7.17/rest-api-spec/src/main/resources/rest-api-spec/api,
 * the warnings those of its REST actions.
 */
import { LoneNode } from './lone_node.js';

let node: LoneNode;

interface Answer {
  readonly status: number;
  readonly warning: string | null;
  readonly location: string | null;
  readonly json: Record<string, unknown>;
}

async function ask(method: string, path: string, body?: object | string): Promise<Answer> {
  const reply = await node.fetch(method, path, body);
  const answer = await reply.text();
  return {
    status: reply.status,
    warning: reply.headers.get('warning'),
    location: reply.headers.get('location'),
    json: answer === '' ? {} : (JSON.parse(answer) as Answer['json']),
  };
}

const warned = (text: string) => `299 Skein "[types removal] ${text}"`;
const PARAMETER_GOES = 'The parameter will be removed in the next major version.';
const properties = { title: { type: 'text' }, n: { type: 'long' } };

beforeAll(async () => {
  node = await LoneNode.start({
    'compatibility.profile': 'elasticsearch-7',
  });
});
afterAll(() => node?.stop());

test('mappings stand under a type with include_type_name', async () => {
  const made = await ask('PUT', '/books?include_type_name=true', {
    mappings: { book: { properties } },
  });
  expect(made).toMatchObject({ status: 200, json: { acknowledged: true, index: 'books' } });
  expect(made.warning).toBe(
    warned(`Using include_type_name in create index requests is deprecated. ${PARAMETER_GOES}`),
  );
  expect((await ask('GET', '/books/_mapping')).json).toEqual({
    books: { mappings: { properties } },
  });
  const typed = { books: { mappings: { _doc: { properties } } } };
  expect((await ask('GET', '/books/_mapping?include_type_name=true')).json).toEqual(typed);
  expect((await ask('GET', '/books?include_type_name=true')).json).toMatchObject(typed);
  const named = await ask('GET', '/books/_mapping/book?include_type_name=true');
  expect(named.json).toEqual({ books: { mappings: { book: { properties } } } });
  expect((await ask('GET', '/books/_mapping?include_type_name=false')).json).toEqual({
    books: { mappings: { properties } },
  });
  const field = await ask('GET', '/books/_mapping/book/field/n?include_type_name=true');
  expect(field.json).toEqual({
    books: { mappings: { book: { n: { full_name: 'n', mapping: { n: { type: 'long' } } } } } },
  });
});

test('mappings are changed under a type, with include_type_name alone', async () => {
  const author = { properties: { author: { type: 'keyword' } } };
  const path = '/books/_mapping/book';
  expect(await ask('PUT', path, author)).toMatchObject({
    status: 400,
    json: {
      error: {
        type: 'illegal_argument_exception',
        reason:
          'Types cannot be provided in put mapping requests, unless the include_type_name parameter is set to true.',
      },
    },
  });
  const parameter = 'include_type_name=true';
  expect((await ask('PUT', `${path}?${parameter}`, { book: author })).status).toBe(200);
  expect((await ask('POST', `/books/book/_mapping?${parameter}`, author)).status).toBe(200);
  expect((await ask('GET', '/books/_mapping/book')).json).toMatchObject({
    error: {
      reason:
        'Types cannot be provided in get mapping requests, unless include_type_name is set to true.',
    },
  });
  expect((await ask('HEAD', '/books/_mapping/book?include_type_name=true')).status).toBe(200);
  expect((await ask('GET', '/books/_mapping?include_type_name=maybe')).json).toMatchObject({
    error: { reason: 'Failed to parse value [maybe] as only [true] or [false] are allowed.' },
  });
});

test('templates and rollover take a type around their mappings', async () => {
  const body = { index_patterns: ['shelf-*'], mappings: { thing: { properties } } };
  expect((await ask('PUT', '/_template/shelf?include_type_name=true', body)).status).toBe(200);
  expect((await ask('GET', '/_template/shelf')).json).toMatchObject({
    shelf: { mappings: { properties } },
  });
  expect((await ask('GET', '/_template/shelf?include_type_name')).json).toMatchObject({
    shelf: { mappings: { _doc: { properties } } },
  });
  await ask('PUT', '/shelf-1', { aliases: { shelf: {} } });
  const more = { mappings: { thing: { properties: { m: { type: 'long' } } } } };
  expect((await ask('POST', '/shelf/_rollover?include_type_name=true', more)).status).toBe(200);
  expect(
    (await ask('PUT', '/two?include_type_name=true', { mappings: { a: {}, b: {} } })).json,
  ).toMatchObject({
    error: {
      reason:
        'Rejecting mapping update to [] as the final mapping would have more than 1 type: [a, b]',
    },
  });
});

test('documents are written and read by typed paths', async () => {
  const made = await ask('PUT', '/books/book/1?refresh=true', { title: 'a red fox', n: 1 });
  expect(made).toMatchObject({
    status: 201,
    location: '/books/book/1',
    json: { _index: 'books', _type: 'book', _id: '1', result: 'created' },
  });
  expect(made.warning).toBe(
    warned(
      'Specifying types in document index requests is deprecated, use the typeless endpoints instead (/{index}/_doc/{id}, /{index}/_doc, or /{index}/_create/{id}).',
    ),
  );
  const auto = await ask('POST', '/books/book?refresh=true', { title: 'a dog', n: 2 });
  expect(auto).toMatchObject({ status: 201, json: { _type: 'book', result: 'created' } });
  expect((await ask('PUT', '/books/book/1/_create', { n: 1 })).status).toBe(409);
  const updated = await ask('POST', '/books/book/1/_update', { doc: { n: 3 } });
  expect(updated).toMatchObject({ status: 200, json: { _type: 'book', result: 'updated' } });
  expect(updated.warning).toBe(
    warned(
      'Specifying types in document update requests is deprecated, use the endpoint /{index}/_update/{id} instead.',
    ),
  );
  const got = await ask('GET', '/books/book/1');
  expect(Object.keys(got.json).slice(0, 3)).toEqual(['_index', '_type', '_id']);
  expect(got.json).toMatchObject({ _type: 'book', found: true, _source: { n: 3 } });
  expect((await ask('GET', '/books/_doc/none')).json).toEqual({
    _index: 'books',
    _type: '_doc',
    _id: 'none',
    found: false,
  });
  expect((await ask('GET', '/books/_doc/1')).warning).toBeNull();
  expect((await ask('GET', '/books/book/1/_source')).json).toMatchObject({ n: 3 });
  expect((await ask('HEAD', '/books/book/1')).status).toBe(200);
  expect((await ask('DELETE', '/books/book/none')).json).toMatchObject({
    _type: 'book',
    result: 'not_found',
  });
});

test('bulks and multi-gets name types', async () => {
  const lines = [
    { index: { _index: 'books', _type: 'book', _id: '5' } },
    { title: 'red', n: 5 },
    { delete: { _index: 'books', _type: 'book', _id: 'none' } },
    { index: { _index: 'books', _id: '6' } },
    { n: 'no number' },
  ];
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { json } = await ask('POST', '/_bulk?refresh=true', body);
  expect(json).toMatchObject({
    errors: true,
    items: [
      { index: { _index: 'books', _type: '_doc', _id: '5', status: 201 } },
      { delete: { _type: '_doc', status: 404 } },
      { index: { _type: '_doc', _id: '6', status: 400 } },
    ],
  });
  const typed = await ask(
    'POST',
    '/books/book/_bulk?refresh=true',
    '{"index":{"_id":"7"}}\n{"n":7}\n',
  );
  expect(typed.json).toMatchObject({ items: [{ index: { _index: 'books', _type: 'book' } }] });
  expect(typed.warning).toBe(warned('Specifying types in bulk requests is deprecated.'));
  const docs = [
    { _index: 'books', _type: 'book', _id: '5' },
    { _index: 'none', _id: '1' },
  ];
  expect((await ask('POST', '/_mget', { docs })).json).toMatchObject({
    docs: [
      { _index: 'books', _type: '_doc', _id: '5', found: true },
      { _index: 'none', _type: '_doc', _id: '1', error: {} },
    ],
  });
  expect((await ask('POST', '/books/book/_mget', { ids: ['5'] })).json).toMatchObject({
    docs: [{ _type: 'book', found: true }],
  });
});

test('hits have a type, wherever they are shown', async () => {
  const query = { match: { title: 'red' } };
  const body = { query, aggs: { best: { top_hits: {} } } };
  const { json, warning } = await ask('POST', '/books/book/_search', body);
  expect(warning).toBe(warned('Specifying types in search requests is deprecated.'));
  const hits = {
    hits: { hits: expect.arrayContaining([expect.objectContaining({ _type: '_doc' })]) },
  };
  expect(json).toMatchObject({ ...hits, aggregations: { best: hits } });
  expect((await ask('GET', '/books/_doc/_search?q=title:red')).json).toMatchObject(hits);
  expect((await ask('GET', '/books/book/_count')).json).toMatchObject({ count: 4 });
  const lines = `{"index":"books","type":"book"}\n${JSON.stringify({ query })}\n`;
  expect((await ask('POST', '/_msearch', lines)).json).toMatchObject({ responses: [hits] });
  const first = await ask('POST', '/books/_search?scroll=1m&size=1', { query, sort: ['n'] });
  expect(first.json).toMatchObject(hits);
  const scroll_id = first.json._scroll_id;
  expect((await ask('POST', '/_search/scroll', { scroll_id })).json).toMatchObject(hits);
  const explained = await ask('POST', '/books/book/5/_explain', { query });
  expect(explained.json).toMatchObject({ _index: 'books', _type: 'book', matched: true });
  expect((await ask('GET', '/books/book/5/_termvectors?fields=title')).json).toMatchObject({
    _type: 'book',
    found: true,
  });
  expect((await ask('GET', '/books/book/_validate/query?q=n:1')).json).toMatchObject({
    valid: true,
  });
  const changed = await ask('POST', '/books/book/_update_by_query?refresh=true', { query });
  expect(changed.json).toMatchObject({ updated: 2 });
});

test('inner hits have one too', async () => {
  const mappings = {
    properties: { notes: { type: 'nested', properties: { t: { type: 'keyword' } } } },
  };
  await ask('PUT', '/nest', { mappings });
  await ask('PUT', '/nest/_doc/1?refresh=true', { notes: [{ t: 'a' }] });
  const query = { nested: { path: 'notes', query: { term: { 'notes.t': 'a' } }, inner_hits: {} } };
  expect((await ask('POST', '/nest/_search', { query })).json).toMatchObject({
    hits: {
      hits: [{ _type: '_doc', inner_hits: { notes: { hits: { hits: [{ _type: '_doc' }] } } } }],
    },
  });
});

test('other profiles know of no types', async () => {
  await ask('PUT', '/_cluster/settings', {
    persistent: { compatibility: { profile: 'universal' } },
  });
  expect((await ask('GET', '/books/book/1')).status).toBe(400);
  expect((await ask('GET', '/books/_doc/1')).json).not.toHaveProperty('_type');
  expect((await ask('PUT', '/more?include_type_name=true', {})).status).toBe(400);
  const { json } = await ask('POST', '/books/_search', {});
  expect(JSON.stringify(json)).not.toContain('_type');
});
