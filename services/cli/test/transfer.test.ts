/**
 * `skein export` and `skein import` as an operator runs them: complete, compressed, interrupted and
 * resumed, refused in part.
 */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ServiceProcess } from '@skein/testkit';
import { type Ended, runCommand } from './run_command.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMMAND = join(ROOT, 'services/cli/bin/skein.js');
const DOCUMENTS = 250;

const folder = mkdtempSync(join(tmpdir(), 'skein-transfer-'));
const at = (name: string) => join(folder, name);
let node: ServiceProcess;

beforeAll(async () => {
  node = await ServiceProcess.start(ROOT, 'node', { 'http.port': '0', 'path.data': at('data') });
  await ask('PUT', '/logs', {
    settings: { number_of_shards: 3, number_of_replicas: 0 },
    mappings: { properties: { kind: { type: 'keyword' } } },
    aliases: { all: {} },
  });
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => [
    JSON.stringify({ index: { _id: `d${n}`, ...(n % 3 === 0 ? { routing: 'r' } : {}) } }),
    `{"n":${n},"long":9007199254740993, "text":"line\\nend ä","kind":"${n % 2 === 0 ? 'even' : 'odd'}"}`,
  ]);
  await ask('POST', '/logs/_bulk?refresh', `${lines.flat().join('\n')}\n`);
});
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An answer whose shape each test knows. */
type Json = Record<string, ReturnType<typeof JSON.parse>>;

async function ask(method: string, path: string, body?: object | string): Promise<Json> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    ...(body && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  });
  return (await answer.json()) as Json;
}

async function skein(...args: readonly string[]): Promise<Ended> {
  const { code, out, error } = await runCommand(COMMAND, [...args, '--url', node.url]);
  return { code, out: out.trim(), error: error.trim() };
}

async function count(index: string): Promise<number> {
  await ask('POST', `/${index}/_refresh`);
  return (await ask('GET', `/${index}/_count`)).count;
}

test.each(['logs.ndjson', 'logs.ndjson.gz'])(
  '%s: what was exported is there again',
  async (name) => {
    const path = at(name);
    expect(await skein('export', 'logs', path, '--size', '40')).toEqual({
      code: 0,
      out: `${DOCUMENTS} documents in ${path}`,
      // A slow export says how far it is.
      error: expect.stringMatching(/^(\d+ of 250 documents\n?)*$/),
    });
    expect(existsSync(`${path}.state`)).toBe(false);
    await ask('DELETE', '/logs');
    expect((await skein('import', path)).out).toBe(`${DOCUMENTS} documents written`);
    expect(await count('all')).toBe(DOCUMENTS);
    const { logs } = await ask('GET', '/logs');
    expect(logs.settings.index.number_of_shards).toBe('3');
    expect(logs.mappings.properties.kind).toEqual({ type: 'keyword' });
    const found = await fetch(`${node.url}/logs/_source/d3?routing=r`);
    expect(await found.text()).toBe(
      '{"n":3,"long":9007199254740993, "text":"line\\nend ä","kind":"odd"}',
    );
  },
);

test('a query says which, --index where to, and a pipeline what becomes of them', async () => {
  const query = '{"term":{"kind":"odd"}}';
  const path = at('odd.ndjson');
  expect((await skein('export', 'logs', path, '--query', query)).out).toContain('125 documents');
  await ask('PUT', '/_ingest/pipeline/mark', {
    processors: [{ set: { field: 'marked', value: true } }],
  });
  await skein('import', path, '--index', 'odd', '--pipeline', 'mark');
  expect(await count('odd')).toBe(125);
  expect((await ask('GET', '/odd/_count?q=marked:true')).count).toBe(125);
});

test('an export that was broken off goes on where it was', async () => {
  const path = at('part.ndjson.gz');
  await skein('export', 'logs', path, '--size', '40');
  const whole = gunzipSync(readFileSync(path)).toString();
  // The file as it was after the second page, with half of the page that came next.
  const [header = '', ...documents] = whole.trimEnd().split('\n');
  const part = Buffer.concat([
    gzipSync(`${header}\n`),
    gzipSync(`${documents.slice(0, 40).join('\n')}\n`),
  ]);
  writeFileSync(path, part);
  appendFileSync(path, 'half of a page');
  const last = await ask('POST', `/logs/_search?preference=_shards:0`, {
    sort: ['_seq_no'],
    size: 40,
  });
  const state = {
    of: JSON.stringify({ url: node.url, index: 'logs' }),
    indices: ['logs'],
    bytes: part.length,
    documents: 40,
    shards: { 'logs/0': last.hits.hits[39].sort[0] },
  };
  writeFileSync(`${path}.state`, JSON.stringify(state));
  expect((await skein('export', 'logs,all', path)).error).toContain('is part of another export');
  expect((await skein('export', 'logs', path, '--size', '40')).code).toBe(0);
  expect(gunzipSync(readFileSync(path)).toString()).toBe(whole);
  expect((await skein('export', 'logs', path)).error).toContain('exists already');
});

test('an index that was made while an export was broken off is in the file with its settings', async () => {
  const path = at('grown.ndjson');
  await ask('PUT', '/grown-1/_doc/1?refresh', { n: 1 });
  await skein('export', 'grown-*', path);
  const of = JSON.stringify({ url: node.url, index: 'grown-*' });
  const { size } = statSync(path);
  const reached = { indices: ['grown-1'], documents: 1, shards: { 'grown-1/0': 'end' } };
  writeFileSync(`${path}.state`, JSON.stringify({ of, bytes: size, ...reached }));
  await ask('PUT', '/grown-2', { settings: { number_of_shards: 2 } });
  await ask('PUT', '/grown-2/_doc/2?refresh', { n: 2 });
  expect((await skein('export', 'grown-*', path)).out).toContain('2 documents in');
  for (const name of ['grown-1', 'grown-2']) await ask('DELETE', `/${name}`);
  expect((await skein('import', path)).out).toBe('2 documents written');
  const { 'grown-2': grown } = await ask('GET', '/grown-2');
  expect(grown.settings.index.number_of_shards).toBe('2');
});

test('an import that was broken off writes no line twice and leaves none out', async () => {
  const path = at('people.ndjson');
  const people = Array.from({ length: 30 }, (_, n) => JSON.stringify({ name: `p${n}` }));
  writeFileSync(path, `${people.join('\n')}\n\n`);
  await skein('import', path, '--index', 'people');
  expect(await count('people')).toBe(30);
  await skein('import', path, '--index', 'people');
  expect(await count('people')).toBe(30);
  await ask('DELETE', '/people');
  const { size } = statSync(path);
  const of = JSON.stringify({ url: node.url, index: 'people', onlyNew: false, size });
  writeFileSync(`${path}.import`, JSON.stringify({ of, lines: 10, written: 10, refused: 0 }));
  expect((await skein('import', path, '--index', 'people')).out).toBe('30 documents written');
  expect(await count('people')).toBe(20);
  writeFileSync(`${path}.import`, JSON.stringify({ of, lines: 30, written: 30, refused: 0 }));
  const other = await skein('import', path, '--index', 'others');
  expect([other.code, other.error]).toEqual([
    1,
    expect.stringContaining('belongs to another import'),
  ]);
});

test('what the cluster refuses is kept with the reason, the rest is written', async () => {
  await ask('PUT', '/strict', { mappings: { properties: { n: { type: 'long' } } } });
  const path = at('mixed.ndjson');
  writeFileSync(path, '{"n":1}\n{"n":"one"}\n{"n":3}\n');
  const { code, out } = await skein('import', path, '--index', 'strict');
  expect([code, out]).toEqual([1, `2 documents written, 1 refused: see ${path}.refused`]);
  const refused = JSON.parse(readFileSync(`${path}.refused`, 'utf8'));
  expect(refused).toMatchObject({
    line: { n: 'one' },
    error: { type: 'mapper_parsing_exception' },
  });
});

test('what the cluster refuses is said in its reason', async () => {
  const nowhere = await skein('export', 'nowhere', at('nowhere.ndjson'));
  expect(nowhere.code).toBe(1);
  expect(nowhere.error).toMatch(/returned status 404: no such index \[nowhere\]$/);
});

test('refused lines stand once each and in order, whatever was broken off', async () => {
  const path = at('refused.ndjson');
  const lines = Array.from({ length: 60 }, (_, n) => `{"n":"${'x'.repeat(40_000)}${n}"}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { size } = statSync(path);
  const of = JSON.stringify({ url: node.url, index: 'strict', onlyNew: false, size });
  const told = '{"error":null,"line":{"n":"before"}}\n';
  writeFileSync(`${path}.refused`, `${told}{"error":null,"line":{"n":"comes again"}}\n`);
  const reached = { lines: 1, written: 0, refused: 1, refusedBytes: told.length };
  writeFileSync(`${path}.import`, JSON.stringify({ of, ...reached }));
  const { out } = await skein('import', path, '--index', 'strict', '--batch', '1');
  expect(out).toContain('60 refused');
  const refused = readFileSync(`${path}.refused`, 'utf8').trimEnd().split('\n');
  expect(refused.map((line) => JSON.parse(line).line.n.replace(/x+/, ''))).toEqual([
    'before',
    ...Array.from({ length: 59 }, (_, n) => `${n + 1}`),
  ]);
});

test('a data stream takes documents that are new', async () => {
  await ask('PUT', '/_index_template/events', { index_patterns: ['events'], data_stream: {} });
  const path = at('events.ndjson');
  writeFileSync(path, '{"@timestamp":"2026-01-01T00:00:00Z","n":1}\n');
  for (const _twice of [1, 2]) {
    const { out } = await skein('import', path, '--index', 'events', '--only-new');
    expect(out).toBe('1 documents written');
  }
  expect(await count('events')).toBe(1);
  expect((await skein('export', 'events', at('stream.ndjson'))).out).toContain('1 documents in');
});

test.each([
  [['import', at('nosuch.ndjson')], 'does not exist'],
  [['export', 'nosuch', at('x.ndjson')], 'no such index [nosuch]'],
  [['export', 'logs', at('y.ndjson'), '--size', '0'], '--size must be from 1 to 10000'],
  [['export', 'logs', at('z.ndjson'), '--query', '{'], '--query is no JSON'],
  [['import', at('mixed.ndjson')], 'line 1 names no index'],
])('%j is refused', async (args, reason) => {
  const { code, error } = await skein(...args);
  expect(code).toBe(1);
  expect(error).toContain(reason);
  expect(existsSync(at('x.ndjson'))).toBe(false);
});

test('a line that is no JSON is named', async () => {
  const path = at('broken.ndjson');
  writeFileSync(path, '{"n":1}\nnot json\n');
  const { code, error } = await skein('import', path, '--index', 'broken');
  expect([code, error]).toEqual([1, expect.stringContaining("line 2: Unrecognized token 'not'")]);
});

test('a file that is cut off or damaged says so', async () => {
  const path = at('cut.ndjson.gz');
  await skein('export', 'logs', path);
  truncateSync(path, 700);
  const cut = await skein('import', path, '--index', 'cut');
  const reason = `[${path}] ends before its compressed data: unexpected end of file`;
  expect([cut.code, cut.error.trim()]).toEqual([1, `skein import: ${reason}`]);
  const damaged = at('damaged.ndjson.gz');
  writeFileSync(damaged, readFileSync(path).fill(0, 300, 400));
  const { code, error } = await skein('import', damaged, '--index', 'cut');
  expect([code, error]).toEqual([1, expect.stringContaining(`[${damaged}] is damaged: `)]);
});
