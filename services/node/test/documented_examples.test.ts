/**
 * Runs the examples of docs/QUERIES.md and docs/LANGUAGES.md on a node: the last request of each
 * must be answered as the page says.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';
import {
  type DocumentedExample,
  type DocumentedRequest,
  documentedExamples,
  jsonBlocks,
} from './documented_steps.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-examples-'));
const config = join(folder, 'config');
let node: Daemon;

type Json = Record<string, unknown>;

const pageOf = (name: string) => readFileSync(join(__dirname, '../../../docs', name), 'utf8');

async function ask({ method, path, body }: DocumentedRequest): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(node.url + path, { method, headers, ...(body && { body }) });
  return (await answer.json()) as Json;
}

/** Does what the example says; returns the answer to its last request. */
async function answerOf({ steps }: DocumentedExample): Promise<Json> {
  let answer: Json = {};
  for (const step of steps) {
    if ('file' in step) {
      const path = join(config, step.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.text);
    } else {
      expect(answer).not.toHaveProperty('error');
      answer = await ask(step);
    }
  }
  return answer;
}

const search = { method: 'POST', path: '/shop/_search' };
const queries = documentedExamples(pageOf('QUERIES.md'), search);
const analyze = { method: 'POST', path: '/_analyze' };
const languages = documentedExamples(pageOf('LANGUAGES.md'), analyze);

beforeAll(async () => {
  node = await startDaemon(join(folder, 'data'), [`path.config=${config}`]);
  const [definition, documents] = jsonBlocks(queries.head);
  await ask({ method: 'PUT', path: '/shop', body: JSON.stringify(definition) });
  const lines = (documents as Json[]).flatMap((document, i) => [
    JSON.stringify({ index: { _id: String(i + 1) } }),
    JSON.stringify(document),
  ]);
  const body = `${lines.join('\n')}\n`;
  const made = await ask({ method: 'POST', path: '/shop/_bulk?refresh=true', body });
  expect(made.errors).toBe(false);
});

afterEach(async () => {
  const body = JSON.stringify({ transient: { '*': null } });
  await ask({ method: 'PUT', path: '/_cluster/settings', body });
});

afterAll(async () => {
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([...queries.examples, ...languages.examples])('$title', async (example) => {
  const { expected } = example;
  const answer = await answerOf(example);
  if (!Array.isArray(expected)) {
    expect(answer).toMatchObject(expected as object);
    return;
  }
  const { hits, tokens } = answer as {
    hits?: { hits: { _id: string }[] };
    tokens?: { token: string }[];
  };
  expect(hits?.hits.map(({ _id: id }) => id) ?? tokens?.map(({ token }) => token)).toEqual(
    expected,
  );
});

test('there are examples', () => {
  expect(queries.examples.length).toBeGreaterThan(10);
  expect(languages.examples.length).toBeGreaterThan(10);
});
