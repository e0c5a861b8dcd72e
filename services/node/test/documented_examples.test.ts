/**
 * Runs the examples of docs/QUERIES.md and docs/LANGUAGES.md on a node: each request must be
 * answered as the page says.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-examples-'));
let node: Daemon;

type Json = Record<string, unknown>;

const pageOf = (name: string) => readFileSync(join(__dirname, '../../../docs', name), 'utf8');

function blocksOf(text: string): readonly unknown[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => JSON.parse(block));
}

/** The beginning of a page, and its examples by their titles. */
function examplesOf(page: string): { head: string; examples: (readonly [string, string])[] } {
  const [head = '', ...sections] = page.split(/^## /m);
  return { head, examples: sections.map((text) => [text.slice(0, text.indexOf('\n')), text]) };
}

async function ask(method: string, path: string, body: string): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(node.url + path, { method, headers, body });
  const json = (await answer.json()) as Json;
  if (!answer.ok) throw new Error(JSON.stringify(json));
  return json;
}

const queries = examplesOf(pageOf('QUERIES.md'));
const languages = examplesOf(pageOf('LANGUAGES.md'));

beforeAll(async () => {
  node = await startDaemon(folder);
  const [definition, documents] = blocksOf(queries.head);
  await ask('PUT', '/shop', JSON.stringify(definition));
  const lines = (documents as Json[]).flatMap((document, i) => [
    JSON.stringify({ index: { _id: String(i + 1) } }),
    JSON.stringify(document),
  ]);
  await ask('POST', '/shop/_bulk?refresh=true', `${lines.join('\n')}\n`);
});

afterAll(async () => {
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(queries.examples)('%s', async (_title, text) => {
  const [request, expected] = blocksOf(text);
  const path = /^ {4}POST (\S+)$/m.exec(text)?.[1] ?? '/shop/_search';
  const answer = await ask('POST', path, JSON.stringify(request));
  if (!Array.isArray(expected)) {
    expect(answer).toMatchObject(expected as object);
    return;
  }
  const { hits } = answer.hits as { hits: { _id: string }[] };
  expect(hits.map(({ _id: id }) => id)).toEqual(expected);
});

test.each(languages.examples)('%s', async (_title, text) => {
  const [request, expected] = blocksOf(text);
  const { tokens } = await ask('POST', '/_analyze', JSON.stringify(request));
  expect((tokens as { token: string }[]).map(({ token }) => token)).toEqual(expected);
});

test('there are examples', () => {
  expect(queries.examples.length).toBeGreaterThan(10);
  expect(languages.examples.length).toBeGreaterThan(10);
});
