/**
 * A document that crashes its engine thread, because nothing refuses it beforehand: the request is
 * answered by its id, the document ends one thread of the cluster and not that of each copy in
 * turn, the other shards of the thread are reopened, and nodes that are killed then come back
 * without the document.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@skein/testkit';
import { type Daemon, startDaemon } from './daemon.js';
import { requestAt } from './json_requests.js';
import { eventually } from './test_cluster.js';

const NAMES = ['n1', 'n2'] as const;
/** A limit far beyond the heap of a thread. */
const UNLIMITED = '200gb';

let folder: string;
let ports: readonly number[];
let nodes: Daemon[];

function start(): Promise<Daemon[]> {
  const seeds = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return Promise.all(
    NAMES.map((name, i) =>
      startDaemon(join(folder, name), [
        `node.name=${name}`,
        'transport.secret=poison',
        `transport.port=${ports[i]}`,
        `discovery.seed_hosts=${seeds}`,
        `cluster.initial_master_nodes=${NAMES.join(',')}`,
        `node.memory.document_limit=${UNLIMITED}`,
        `indices.breaker.request.limit=${UNLIMITED}`,
        `indices.breaker.total.limit=${UNLIMITED}`,
      ]),
    ),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-poison-copies-'));
  ports = await freePorts(NAMES.length);
  nodes = await start();
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  rmSync(folder, { recursive: true, force: true });
});

const request = requestAt(() => nodes[0]?.url ?? '');
const ask = async (method: string, path: string, body?: unknown) =>
  (await request(method, path, body)).json;

const green = () =>
  eventually('green', async () => {
    const health = await ask('GET', '/_cluster/health?wait_for_nodes=2&timeout=1s');
    return health.status === 'green' && health.number_of_nodes === 2 ? true : undefined;
  });

const deaths = () =>
  nodes.flatMap(({ log }, i) =>
    log.filter((line) => line.includes('engine thread died')).map((line) => `${NAMES[i]}: ${line}`),
  );

test('a document that ends a thread ends one, and is not met again', async () => {
  await green();
  const one = { number_of_shards: 1, number_of_replicas: 1 };
  const grams = { type: 'ngram', min_gram: 1, max_gram: 10_000 };
  await ask('PUT', '/poisoned', {
    settings: {
      ...one,
      'index.max_ngram_diff': 20_000,
      analysis: { tokenizer: { t: grams }, analyzer: { g: { tokenizer: 't' } } },
    },
    mappings: { properties: { x: { type: 'text', analyzer: 'g' } } },
  });
  await ask('PUT', '/beside', { settings: { ...one, number_of_shards: 4 } });
  await green();
  expect(await ask('PUT', '/poisoned/_doc/1', { x: 'short' })).toMatchObject({ _seq_no: 0 });
  expect(await ask('PUT', '/beside/_doc/1', { x: 'short' })).toMatchObject({ result: 'created' });

  const poison = { x: 'abcdefghij'.repeat(1000) };
  expect(await ask('PUT', '/poisoned/_doc/poison', poison)).toMatchObject({
    status: 500,
    error: { type: 'illegal_state_exception', reason: expect.stringContaining('[poison]') },
  });
  expect(deaths()).toHaveLength(1);

  await green();
  expect(await ask('PUT', '/beside/_doc/2', { x: 'short' })).toMatchObject({ result: 'created' });
  expect(await ask('PUT', '/poisoned/_doc/2', { x: 'short' })).toMatchObject({ result: 'created' });
  expect(await ask('GET', '/poisoned/_doc/poison')).toMatchObject({ found: false });

  await Promise.all(nodes.map((node) => node.kill()));
  nodes = await start();
  await green();
  expect(await ask('GET', '/poisoned/_doc/poison')).toMatchObject({ found: false });
  expect(await ask('GET', '/poisoned/_doc/2')).toMatchObject({ found: true });
  expect(await ask('GET', '/beside/_doc/2')).toMatchObject({ found: true });
  expect(deaths()).toEqual([]);
});
