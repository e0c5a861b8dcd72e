/**
 * Compares the columns of every `_cat` table with those of OpenSearch 2.19 (`?help` and `?v`,
 * recorded): names, aliases, order, and which are shown by default.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';

interface Recorded {
  readonly columns: readonly (readonly [name: string, aliases: readonly string[]])[];
  readonly shown?: readonly string[];
}

/** The paths of tables that need more than their name. */
const AT: Readonly<Record<string, string>> = {
  snapshots: 'snapshots/kept',
  pit_segments: 'pit_segments/_all',
};

const RECORDED: Readonly<Record<string, Recorded>> = JSON.parse(
  readFileSync(new URL('testdata/opensearch_2_19_columns.json', import.meta.url), 'utf8'),
);

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'skein-cat-'));
let node: ServiceProcess;
beforeAll(async () => {
  node = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'path.data': join(folder, 'data'),
    'path.repo': join(folder, 'repo'),
  });
  await fetch(`${node.url}/_snapshot/kept`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'fs', settings: { location: 'kept' } }),
  });
  await fetch(`${node.url}/books`, { method: 'PUT' });
});
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function lines(path: string): Promise<readonly string[]> {
  const answer = await fetch(`${node.url}${path}`);
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n');
}

test.each(Object.entries(RECORDED))('_cat/%s', async (table, { columns, shown }) => {
  const help = (await lines(`/_cat/${AT[table] ?? table}?help`)).filter((line) =>
    line.includes('|'),
  );
  const ours = help.map((line) => {
    const [name = '', aliases = ''] = line.split('|').map((cell) => cell.trim());
    return [name, aliases === '' ? [] : aliases.split(',')];
  });
  expect(ours).toEqual(columns);
  if (shown === undefined) return;
  const [headings = ''] = await lines(`/_cat/${AT[table] ?? table}?v`);
  expect(headings.trim().split(/\s+/)).toEqual(shown);
});

test('the folder of the data of a shard is told', async () => {
  const [, row = ''] = await lines('/_cat/shards/books?v&h=path.data,path.state');
  const data = join(folder, 'data');
  expect(row.trim().split(/\s+/)).toEqual([data, data]);
});

test('a name that several columns go by is that of the last', async () => {
  const [headings, load = ''] = await lines('/_cat/nodes?v&h=l,load_15m');
  expect(headings?.trim().split(/\s+/)).toEqual(['l', 'load_15m']);
  const [short, long] = load.trim().split(/\s+/);
  expect(short).toBe(long);
});

const errorOf = (json: unknown) => (json as { readonly error?: unknown }).error;

/** The options that OpenSearch's tables take beside those of all tables. */
const STATE = ['local', 'master_timeout', 'cluster_manager_timeout'];
const EXPRESSION = ['expand_wildcards', 'ignore_unavailable', 'allow_no_indices'];
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  aliases: ['local', ...EXPRESSION],
  allocation: STATE,
  cluster_manager: STATE,
  count: [],
  fielddata: [],
  health: [],
  indices: [...STATE, ...EXPRESSION],
  nodeattrs: STATE,
  nodes: STATE,
  pending_tasks: STATE,
  pit_segments: [],
  plugins: STATE,
  recovery: EXPRESSION,
  repositories: STATE,
  segment_replication: EXPRESSION,
  segments: STATE,
  shards: STATE,
  snapshots: ['master_timeout', 'cluster_manager_timeout', 'ignore_unavailable'],
  tasks: [],
  templates: STATE,
  thread_pool: STATE,
};

test.each(Object.entries(TAKEN))('options of _cat/%s', async (table, taken) => {
  const values = { expand_wildcards: 'all', master_timeout: '1s', cluster_manager_timeout: '1s' };
  const known: string[] = [];
  for (const name of [...STATE, ...EXPRESSION]) {
    const value = { ...values }[name] ?? 'true';
    const answer = await fetch(`${node.url}/_cat/${AT[table] ?? table}?${name}=${value}`);
    const text = await answer.text();
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 200) known.push(name);
    else expect(text).toContain(`contains unrecognized parameter: [${name}]`);
  }
  expect(known).toEqual(taken);
});

test('the two names of one timeout are refused together', async () => {
  const names = 'master_timeout=1s&cluster_manager_timeout=1s';
  const answer = await fetch(`${node.url}/_cat/nodes?${names}`);
  expect([answer.status, errorOf(await answer.json())]).toEqual([
    400,
    expect.objectContaining({
      type: 'parse_exception',
      reason:
        'Please only use one of the request parameters [master_timeout, cluster_manager_timeout].',
    }),
  ]);
});

test.each([
  ['{"pit_id":[]}', 'action_request_validation_exception', 'no pit ids specified'],
  ['{}', 'action_request_validation_exception', 'no pit ids specified'],
  ['{"pit_id":["abc"]}', 'illegal_argument_exception', 'invalid id: [abc]'],
  ['{"x":1}', 'illegal_argument_exception', 'Unknown parameter [x] in request body'],
])('_cat/pit_segments refuses %s', async (body, type, reason) => {
  const path = `/_cat/pit_segments?source=${encodeURIComponent(body)}`;
  const answer = await fetch(`${node.url}${path}&source_content_type=application/json`);
  expect(answer.status).toBe(400);
  expect(errorOf(await answer.json())).toMatchObject({
    type,
    reason: expect.stringContaining(reason),
  });
});

test.each([
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
  ['cbor', 'application/cbor'],
  ['smile', 'application/smile'],
  ['text', 'text/plain'],
])('format=%s, by parameter and by Accept', async (format, type) => {
  const asked = await fetch(`${node.url}/_cat/indices?h=index&format=${format}`);
  const accepted = await fetch(`${node.url}/_cat/indices?h=index`, { headers: { accept: type } });
  expect(asked.headers.get('content-type')).toContain(type);
  expect(accepted.headers.get('content-type')).toContain(type);
  const bytes = new Uint8Array(await asked.arrayBuffer());
  expect(bytes).toEqual(new Uint8Array(await accepted.arrayBuffer()));
  expect(Buffer.from(bytes).toString('latin1')).toContain('books');
});

test('errors have the form that was asked for too', async () => {
  const answer = await fetch(`${node.url}/nosuch/_search?format=cbor`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/cbor']);
});
