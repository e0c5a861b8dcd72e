/**
 * `search.default_search_timeout` applies to searches that name no timeout, on every execution
 * path.
 */
import { answeredAt } from './json_requests.js';
import { LoneNode } from './lone_node.js';

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start({ 'logger.level': 'warn' });
});
afterAll(() => node?.stop());

const ask = answeredAt(() => node.url);

const loop = 'double x = 0; for (int i = 0; i < 100000; i++) { x += i } return x';
const query = { function_score: { functions: [{ script_score: { script: loop } }] } };

async function limitTo(limit: string | null): Promise<void> {
  const transient = { 'search.default_search_timeout': limit };
  await ask('PUT', '/_cluster/settings', { transient });
}

test.each([1, 2])('a search of %i shards', async (shards) => {
  const name = `shards${shards}`;
  const settings = { number_of_shards: shards, number_of_replicas: 0 };
  await ask('PUT', `/${name}`, { settings });
  await ask('PUT', `/${name}/_doc/1?refresh=true`, { n: 1 });
  const timedOut = async (body: object): Promise<unknown> =>
    (await ask('POST', `/${name}/_search`, { query, ...body })).timed_out;

  await limitTo('0ms');
  expect(await timedOut({})).toBe(true);
  expect(await timedOut({ timeout: '-1' })).toBe(false);
  expect(await timedOut({ timeout: '5m' })).toBe(false);
  await limitTo(null);
  expect(await timedOut({})).toBe(false);
});
