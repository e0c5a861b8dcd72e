/**
 * `search.default_search_timeout` applies to searches that name no timeout, on every execution
 * path.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';

let dataPath: string;
let node: Daemon;

beforeAll(async () => {
  dataPath = mkdtempSync(join(tmpdir(), 'skein-timeout-'));
  node = await startDaemon(dataPath, ['logger.level=warn']);
});
afterAll(async () => {
  await node.kill();
  rmSync(dataPath, { recursive: true, force: true });
});

async function ask(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

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
