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

/** The paths of tables that need more than their name: `snapshots` needs a repository. */
const AT: Readonly<Record<string, string>> = { snapshots: 'snapshots/kept' };

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
