/** One node answers as several products, one per listener, over the same documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts, ServiceProcess } from '@skein/testkit';
import { startDaemon } from './daemon.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const LISTENERS = [
  ['opensearch', 'opensearch-2', 'opensearch', '2.19.1', null],
  ['eight', 'elasticsearch-8', undefined, '8.19.0', 'Elasticsearch'],
  ['nine', 'elasticsearch-9', undefined, '9.1.0', 'Elasticsearch'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'skein-listeners-'));
const urls = new Map<string, string>();
let node: ServiceProcess;

beforeAll(async () => {
  const ports = await freePorts(LISTENERS.length);
  const settings = LISTENERS.flatMap(([name, profile], i) => {
    urls.set(name, `http://127.0.0.1:${ports[i]}`);
    return [
      [`http.listeners.${name}.port`, String(ports[i])],
      [`http.listeners.${name}.profile`, profile],
    ] as const;
  });
  node = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'path.data': join(folder, 'node'),
    ...Object.fromEntries(settings),
  });
  urls.set('main', node.url);
});

afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Root {
  readonly cluster_uuid: string;
  readonly version: { readonly distribution?: string; readonly number: string };
}

async function rootOf(name: string): Promise<{ root: Root; product: string | null }> {
  const answer = await fetch(urls.get(name) ?? '');
  return {
    root: (await answer.json()) as Root,
    product: answer.headers.get('x-elastic-product'),
  };
}

test.each(LISTENERS)('%s answers as %s', async (name, _profile, distribution, number, mark) => {
  const { root, product } = await rootOf(name);
  expect([root.version.distribution, root.version.number]).toEqual([distribution, number]);
  expect(product).toBe(mark);
  expect(root.cluster_uuid).toBe((await rootOf('main')).root.cluster_uuid);
});

test('the port of every node goes on answering as the cluster says', async () => {
  const { root, product } = await rootOf('main');
  expect(root.version).toMatchObject({ distribution: 'opensearch', number: '7.10.2' });
  expect(product).toBe('Elasticsearch');
});

test('what one has written the others read; refusals carry the same marks', async () => {
  const headers = { 'content-type': 'application/json' };
  const written = `${urls.get('opensearch')}/notes/_doc/1?refresh=true`;
  expect((await fetch(written, { method: 'PUT', headers, body: '{"a":1}' })).status).toBe(201);
  for (const name of urls.keys()) {
    expect((await fetch(`${urls.get(name)}/notes/_doc/1`)).status).toBe(200);
    const missing = await fetch(`${urls.get(name)}/none/_doc/1`);
    const product = name === 'opensearch' ? null : 'Elasticsearch';
    expect([missing.status, missing.headers.get('x-elastic-product')]).toEqual([404, product]);
  }
});

test.each([
  ['elasticsearch-8', 'eight'],
  ['elasticsearch-9', 'nine'],
  ['@opensearch-project/opensearch', 'opensearch'],
])('the client %s takes the listener %s for its own', async (library, name) => {
  const { Client } = (await import(library)) as {
    Client: new (
      options: object,
    ) => {
      info(): Promise<unknown>;
      count(request: object): Promise<unknown>;
      close(): Promise<unknown>;
    };
  };
  const client = new Client({ node: urls.get(name), requestTimeout: 300_000 });
  await client.info();
  expect(JSON.stringify(await client.count({ index: 'notes' }))).toContain('"count":1');
  await client.close();
});

test('a listener that is not whole keeps the node from starting', async () => {
  const settings = ['http.listeners.os.port=0', 'http.listeners.os.profile=solr'];
  await expect(startDaemon(join(folder, 'other'), settings)).rejects.toThrow(
    '[http.listeners.os.profile] is [solr]',
  );
});
