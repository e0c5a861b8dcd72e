/**
 * Search pipelines are stored, returned, removed, and named by searches. Answers are those of
 * OpenSearch 2.19 without its module of processors.
 */
import { TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
  for (const index of ['one', 'other']) {
    await node.request('PUT', `/${index}`, { settings: { number_of_replicas: 0 } });
    await node.request('PUT', `/${index}/_doc/1?refresh=true`, { a: 1 });
  }
});
afterAll(() => cluster?.stop());

const EMPTY = { description: 'd', version: 3, request_processors: [], response_processors: [] };
const put = (id: string, source: object) => node.request('PUT', `/_search/pipeline/${id}`, source);

function undefinedPipeline(name: string) {
  return { status: 400, json: { error: { reason: `Pipeline ${name} is not defined` } } };
}

test('pipelines are kept, found by name and pattern, and removed', async () => {
  for (const id of ['a-1', 'a-2', 'b']) expect(await put(id, EMPTY)).toMatchObject({ status: 200 });
  expect(await node.request('GET', '/_search/pipeline/a-*,b')).toMatchObject({
    status: 200,
    json: { 'a-1': EMPTY, 'a-2': EMPTY, b: EMPTY },
  });
  await put('b', { version: 2 });
  expect((await node.request('GET', '/_search/pipeline/b')).json).toEqual({ b: { version: 2 } });
  expect(
    (await node.request('GET', '/_cluster/state/metadata?filter_path=metadata.search_pipeline'))
      .json,
  ).toMatchObject({ metadata: { search_pipeline: { pipeline: { length: 3 } } } });
  await node.request('DELETE', '/_search/pipeline/a-*');
  expect(await node.request('GET', '/_search/pipeline/a-*')).toMatchObject({
    status: 404,
    json: {},
  });
  expect(await node.request('DELETE', '/_search/pipeline/a-*')).toMatchObject({
    status: 404,
    json: { error: { reason: 'pipeline [a-*] is missing' } },
  });
  expect(await node.request('DELETE', '/_search/pipeline/*')).toMatchObject({ status: 200 });
  expect(await node.request('DELETE', '/_search/pipeline/*')).toMatchObject({ status: 200 });
});

test('what is wrong with a pipeline is said before it is kept', async () => {
  expect(await put('p', { response_processors: [{ sort: { field: 'a' } }] })).toMatchObject({
    status: 400,
    json: { error: { reason: 'Invalid processor type sort' } },
  });
  expect(await put('p', { x: 1 })).toMatchObject({ json: { error: { type: 'parse_exception' } } });
  expect(await node.request('GET', '/_search/pipeline/p')).toMatchObject({ status: 404 });
});

test('a search names one that there is, in its address, its body, or its index', async () => {
  await put('p', EMPTY);
  const found = { status: 200, json: { hits: { total: { value: 1 } } } };
  const search = (path: string, body: object = {}) => node.request('POST', path, body);
  expect(await search('/one/_search?search_pipeline=p&verbose_pipeline=true')).toMatchObject(found);
  expect(await search('/one/_search?search_pipeline=_none')).toMatchObject(found);
  expect(
    await search('/one/_search', { search_pipeline: 'p', verbose_pipeline: true }),
  ).toMatchObject(found);
  expect(await search('/one/_search', { search_pipeline: EMPTY })).toMatchObject(found);
  for (const path of ['/one/_search', '/one,other/_search']) {
    expect(await search(`${path}?search_pipeline=no`)).toMatchObject(undefinedPipeline('no'));
    expect(await search(path, { search_pipeline: 'no' })).toMatchObject(undefinedPipeline('no'));
    expect(await search(`${path}?search_pipeline=p`, { search_pipeline: {} })).toMatchObject({
      status: 400,
      json: { error: { reason: expect.stringContaining('Both named and inline') } },
    });
    expect(await search(`${path}?verbose_pipeline=true`)).toMatchObject({
      status: 400,
      json: { error: { reason: expect.stringContaining('requires a search pipeline') } },
    });
  }
  const missing = await node.send<object>(
    'POST',
    '/one/_msearch',
    '{}\n{"search_pipeline":"no"}\n',
  );
  expect(missing.json).toMatchObject({ responses: [undefinedPipeline('no').json] });
  const setting = (name: string | null) =>
    node.request('PUT', '/one/_settings', { 'index.search.default_pipeline': name });
  await setting('no');
  expect(await search('/one/_search')).toMatchObject(undefinedPipeline('no'));
  expect(await search('/one/_search?search_pipeline=_none')).toMatchObject(found);
  expect(await search('/one/_search?scroll=1m')).toMatchObject(undefinedPipeline('no'));
  await setting('p');
  expect(await search('/one/_search')).toMatchObject(found);
  await setting(null);
});
