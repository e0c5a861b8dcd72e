/**
 * Slow logs of a running node: enabled ones are written on every execution path of a search,
 * disabled ones are not.
 */
import { LoneNode } from './lone_node.js';
import { eventually } from './test_cluster.js';

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start({ 'logger.level': 'warn' });
});
afterAll(() => node?.stop());

async function ask(method: string, path: string, body?: unknown, opaqueId?: string): Promise<void> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(opaqueId === undefined ? {} : { 'x-opaque-id': opaqueId }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

type Line = Readonly<Record<string, unknown>>;

/** The lines of one logger whose message has this prefix. */
function linesOf(logger: string, message: string): readonly Line[] {
  return node.log
    .filter((line) => line.includes(`"log.logger":"${logger}"`))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => String(line.message).startsWith(message));
}

/** Waits for `count` lines, and fails when there are more. */
async function lines(logger: string, message: string, count: number): Promise<readonly Line[]> {
  const found = await eventually(`${count} lines of ${logger}`, async () => {
    const written = linesOf(logger, message);
    return written.length >= count ? written : undefined;
  });
  expect(found).toHaveLength(count);
  return found;
}

const ALL = {
  'index.search.slowlog.threshold.query.trace': '0ms',
  'index.search.slowlog.threshold.fetch.info': '0ms',
  'index.indexing.slowlog.threshold.index.warn': '0ms',
};
const QUERY = { query: { term: { word: 'a' } }, stats: ['group'] };

test.each([1, 2])('searches and writes of an index of %d shards', async (shards) => {
  const index = `of-${shards}`;
  const settings = { number_of_shards: shards, number_of_replicas: 0, refresh_interval: '-1' };
  const mappings = { properties: { word: { type: 'keyword' } } };
  await ask('PUT', `/${index}`, { settings, mappings });
  await ask('PUT', `/${index}/_doc/before`, { word: 'b' });
  await ask('PUT', `/${index}/_settings`, ALL);
  await ask('PUT', `/${index}/_doc/1?routing=r&refresh=true`, { word: 'a' });
  const [write] = await lines('index.indexing.slowlog.index', `[${index}/`, 1);
  expect(write).toMatchObject({
    'log.level': 'warn',
    id: '1',
    routing: 'r',
    source: '{"word":"a"}',
  });
  for (const id of ['first', 'second']) await ask('POST', `/${index}/_search`, QUERY, id);
  const queries = await lines('index.search.slowlog.query', `[${index}][`, 2 * shards);
  expect(queries[0]).toMatchObject({
    'log.level': 'trace',
    stats: '["group"]',
    search_type: 'QUERY_THEN_FETCH',
    total_shards: shards,
    source: expect.stringContaining('"word":"a"'),
    id: 'first',
  });
  const [fetch] = await lines('index.search.slowlog.fetch', `[${index}][`, 2);
  expect(fetch).toMatchObject({ 'log.level': 'info', id: 'first' });
  await ask(
    'PUT',
    `/${index}/_settings`,
    Object.fromEntries(Object.keys(ALL).map((key) => [key, null])),
  );
  await ask('POST', `/${index}/_search`, QUERY);
  await ask('PUT', `/${index}/_doc/2`, { word: 'a' });
  // A later request on the same path has been logged, so an earlier one would have been logged
  // before it.
  await ask('PUT', `/${index}/_settings`, ALL);
  await ask('POST', `/${index}/_search`, QUERY, 'last');
  expect((await lines('index.search.slowlog.query', `[${index}][`, 3 * shards)).at(-1)?.id).toBe(
    'last',
  );
});

test('whole searches, with the time of their phases', async () => {
  const thresholds = { 'cluster.search.request.slowlog.threshold.debug': '0ms' };
  await ask('PUT', '/whole', { settings: { number_of_replicas: 0 } });
  await ask('PUT', '/_cluster/settings', { transient: thresholds });
  await ask('POST', '/whole/_search?size=3', { query: { match_all: {} } }, 'alone');
  await ask('POST', '/whole/_search?scroll=1m', undefined, 'scroll');
  const logger = 'cluster.search.request.slowlog';
  const [alone, scroll] = await lines(logger, 'search', 2);
  expect(alone).toMatchObject({
    'log.level': 'debug',
    phase_took: expect.stringMatching(/^\{query=\d+, fetch=\d+\}$/),
    total_hits: '0 hits',
    search_type: 'QUERY_THEN_FETCH',
    shards: '{total:1, successful:1, skipped:0, failed:0}',
    source: '{"size":3,"query":{"match_all":{}}}',
    id: 'alone',
  });
  expect(scroll).toMatchObject({ id: 'scroll' });
});
