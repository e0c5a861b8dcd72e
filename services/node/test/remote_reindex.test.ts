/**
 * Reindexing from another cluster, with tokens of the keystore and TLS, and the failures between
 * two clusters.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { ServiceProcess } from '@skein/testkit';
import { requestAt } from './json_requests.js';
import { ROOT, SecuredNode } from './secured_node.js';

const COMMAND = join(ROOT, 'services/cli/bin/skein.js');
const DOCUMENTS = 60;

const folder = mkdtempSync(join(tmpdir(), 'skein-remote-'));
const config = join(folder, 'config');
let source: SecuredNode;
let token: string;
let tunnel: NetServer;
let other: Server;
/** The handler of the other server, which answers each request. */
let answers: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let node: ServiceProcess;

beforeAll(async () => {
  source = await SecuredNode.start();
  token = await source.forge();
  await fillSource();
  skein(['certs', '--out', config, '--host', 'localhost', '127.0.0.1']);
  tunnel = createTlsServer(
    {
      cert: readFileSync(join(config, 'localhost.crt')),
      key: readFileSync(join(config, 'localhost.key')),
    },
    (socket) => {
      const onwards = connect(Number(new URL(source.url).port), '127.0.0.1');
      socket.pipe(onwards).pipe(socket);
      for (const end of [socket, onwards]) end.on('error', () => end.destroy());
    },
  );
  other = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answers(request, response, body));
  });
  for (const server of [tunnel, other]) {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  }
  skein(['keystore', 'create', '--config', config]);
  keep('token', token);
  node = await ServiceProcess.start(ROOT, 'node', {
    'http.port': '0',
    'path.data': join(folder, 'data'),
    'path.config': config,
    'http.max_content_length': '1mb',
    'reindex.remote.allowlist': `127.0.0.1:*,localhost:${portOf(tunnel)}`,
    'reindex.remote.credentials.old.host': `*:${portOf(tunnel)}`,
    'reindex.ssl.certificate_authorities': join(config, 'ca.crt'),
  });
});
afterAll(async () => {
  await Promise.all([node?.stop(), source?.stop()]);
  tunnel?.close();
  other?.close();
  rmSync(folder, { recursive: true, force: true });
});

function skein(args: readonly string[], input = ''): void {
  execFileSync(process.execPath, [COMMAND, ...args], { input, stdio: 'pipe' });
}

function keep(part: string, value: string): void {
  const name = `reindex.remote.credentials.old.${part}`;
  skein(['keystore', 'add', '--force', name, '--config', config], `${value}\n`);
}

function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

async function fillSource(): Promise<void> {
  const settings = { number_of_shards: 3, number_of_replicas: 0 };
  await source.ask(token, 'PUT', '/logs', { settings });
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => [
    JSON.stringify({ index: { _id: String(n), routing: n % 2 === 0 ? 'even' : 'odd' } }),
    `{"n": ${n}, "precise": 1.50, "kind": "${n % 2 === 0 ? 'even' : 'odd'}", "secret": "s${n}"}`,
  ]);
  const { text } = await source.ask(
    token,
    'POST',
    '/logs/_bulk?refresh',
    `${lines.flat().join('\n')}\n`,
  );
  expect(JSON.parse(text).errors).toBe(false);
}

const request = requestAt(() => node.url);
const ask = (method: string, path: string, body?: object) => request<Json>(method, path, body);

/** An answer whose shape each test knows. */
type Json = Record<string, ReturnType<typeof JSON.parse>>;

const overTls = () => ({ host: `https://localhost:${portOf(tunnel)}`, credentials: 'old' });
const plain = () => ({ host: source.url, headers: { Authorization: `Bearer ${token}` } });
const faulty = () => ({ host: `http://127.0.0.1:${portOf(other)}` });

async function copy(part: object, url = '', remote: object = overTls()) {
  await ask('DELETE', '/copy?ignore_unavailable=true');
  const { dest, source: search, ...rest } = part as { dest?: object; source?: object };
  return ask('POST', `/_reindex?refresh=true${url}`, {
    source: { index: 'logs', remote, ...search },
    dest: { index: 'copy', ...dest },
    ...rest,
  });
}

test('documents come with their routing, byte for byte, over TLS with a token of the keystore', async () => {
  expect((await copy({ source: { size: 7 } })).json).toMatchObject({
    total: DOCUMENTS,
    created: DOCUMENTS,
    batches: 9,
    failures: [],
  });
  const { json } = await ask('GET', '/copy/_doc/4?routing=even');
  expect(json).toMatchObject({ _routing: 'even', found: true });
  const raw = await fetch(`${node.url}/copy/_source/4?routing=even`);
  expect(await raw.text()).toBe('{"n": 4, "precise": 1.50, "kind": "even", "secret": "s4"}');
});

test.each(['&slices=3', '&slices=auto', '&requests_per_second=1000', '&scroll=30s'])(
  '%s reads all of it once',
  async (url) => {
    const { json } = await copy({}, url, plain());
    expect(json).toMatchObject({ total: DOCUMENTS, created: DOCUMENTS, updated: 0 });
  },
);

test('a query, a sort, a filter of the source and a limit are the other cluster’s to carry out', async () => {
  const search = {
    query: { term: { 'kind.keyword': 'odd' } },
    sort: { n: 'desc' },
    _source: ['n', 'kind'],
  };
  expect((await copy({ source: search, max_docs: 5 })).json).toMatchObject({
    total: 5,
    created: 5,
  });
  const { json } = await ask('POST', '/copy/_search', { sort: 'n' });
  const found = json.hits.hits.map(({ _source }: { _source: unknown }) => _source);
  expect(found).toEqual([51, 53, 55, 57, 59].map((n) => ({ n, kind: 'odd' })));
});

test('versions, scripts and pipelines apply as in a copy of this cluster', async () => {
  await source.ask(token, 'PUT', '/logs/_doc/1?routing=odd&refresh', { n: 1 });
  await ask('PUT', '/_ingest/pipeline/marks', { processors: [{ set: { field: 'p', value: 1 } }] });
  await copy({
    dest: { version_type: 'external', pipeline: 'marks' },
    script: { source: 'ctx._source.s = ctx._source.n' },
  });
  const { json } = await ask('GET', '/copy/_doc/1?routing=odd');
  expect(json).toMatchObject({ _version: 2, _source: { n: 1, s: 1, p: 1 } });
});

test('its task tells where it reads, and no secret', async () => {
  const started = await copy({}, '&wait_for_completion=false&requests_per_second=20', {
    ...plain(),
    username: 'u',
    password: 'swordfish',
  });
  const { json } = await ask('GET', `/_tasks/${started.json.task}`);
  const port = new URL(source.url).port;
  expect(json.task.description).toBe(
    `reindex from [host=127.0.0.1 port=${port} username=u password=<<>>][logs] to [copy]`,
  );
  await ask('POST', `/_tasks/${started.json.task}/_cancel?wait_for_completion=true`);
});

test('the other cluster’s refusal is told with its status', async () => {
  const answer = await copy({}, '', { host: source.url });
  expect(answer.status).toBe(401);
  expect(answer.json.error).toMatchObject({
    type: 'status_exception',
    reason: expect.stringContaining('body={"error"'),
  });
});

test('credentials go to their host alone, and count as soon as they are reloaded', async () => {
  const elsewhere = await copy({}, '', { ...faulty(), credentials: 'old' });
  expect(elsewhere.json.error.reason).toBe(
    `[credentials] [old] are for [https://*:${portOf(tunnel)}] and not for [http://127.0.0.1:${portOf(other)}]`,
  );
  const unknown = await copy({}, '', { ...faulty(), credentials: 'nosuch' });
  expect(unknown.json.error.reason).toContain('[nosuch] are for no host');
  keep('token', 'of.somebody.else');
  expect((await copy({})).status).toBe(200);
  await ask('POST', '/_nodes/reload_secure_settings');
  expect((await copy({})).status).toBe(401);
  keep('token', token);
  await ask('POST', '/_nodes/reload_secure_settings');
  expect((await copy({})).status).toBe(200);
});

test('a certificate that nobody vouches for is refused', async () => {
  const { json } = await copy({}, '', {
    ...overTls(),
    host: `https://127.0.0.1:${portOf(tunnel)}`,
  });
  expect(json.created).toBe(DOCUMENTS);
  const strange = createTlsServer(
    { cert: readFileSync(join(config, 'ca.crt')), key: readFileSync(join(config, 'ca.key')) },
    (socket) => socket.end(),
  );
  await new Promise<void>((done) => strange.listen(0, '127.0.0.1', () => done()));
  const refused = await copy({}, '', { host: `https://127.0.0.1:${portOf(strange)}` });
  strange.close();
  expect([refused.status, refused.json.error.type]).toEqual([500, 'io_exception']);
});

/** A page in the form of Elasticsearch 6. */
function page(ids: readonly string[]) {
  const hits = ids.map((_id) => ({ _index: 'old', _type: 'doc', _id, _source: { id: _id } }));
  return {
    _scroll_id: 's',
    timed_out: false,
    _shards: { total: 1, failed: 0 },
    hits: { total: 3, hits },
  };
}

function pages(...bodies: readonly (object | number)[]): { readonly asked: string[] } {
  const asked: string[] = [];
  let next = 0;
  answers = (request, response, body) => {
    asked.push(`${request.method} ${request.url} ${body}`);
    if (request.method === 'DELETE') return void response.end('{}');
    const answer = bodies[next++] ?? page([]);
    if (typeof answer !== 'number') return void response.end(JSON.stringify(answer));
    if (answer === 0) return void response.socket?.destroy();
    response.writeHead(answer, { location: '/elsewhere' }).end();
  };
  return { asked };
}

test('an answer of version 6 is understood, one of status 429 asked for again, and the scroll ended', async () => {
  const { asked } = pages(429, page(['a', 'b']), 429, page(['c']));
  const { json } = await copy({ source: { index: 'old-*', size: 2 } }, '', faulty());
  expect(json).toMatchObject({ created: 3, retries: { search: 2 } });
  expect(asked).toEqual([
    'POST /old-*/_search?scroll=300000ms {"sort":["_doc"],"size":2}',
    'POST /old-*/_search?scroll=300000ms {"sort":["_doc"],"size":2}',
    'POST /_search/scroll {"scroll":"300000ms","scroll_id":"s"}',
    'POST /_search/scroll {"scroll":"300000ms","scroll_id":"s"}',
    'DELETE /_search/scroll {"scroll_id":["s"]}',
  ]);
});

test.each<[string, object | number, number, string, string]>([
  ['a lost answer', 0, 500, 'io_exception', 'socket hang up'],
  ['a redirection', 302, 500, 'status_exception', "Couldn't extract status [302]. No error body."],
  ['no answer to a search', { ok: true }, 400, 'parsing_exception', 'without a [_scroll_id]'],
  [
    'a shard that failed',
    { ...page([]), _shards: { failures: [{ shard: 1 }] } },
    500,
    'illegal_state_exception',
    'shards of the remote cluster failed: {"shard":1}',
  ],
  [
    'a page that is too large',
    page(['x'.repeat(2 ** 21)]),
    400,
    'illegal_argument_exception',
    'Remote responded with a chunk that was too large. Use a smaller batch size.',
  ],
])('%s on the second page ends it, and is told', async (_what, second, status, type, reason) => {
  pages(page(['a', 'b']), second);
  const { status: got, json } = await copy({ source: { index: 'old' } }, '', faulty());
  expect([got, json.error.type]).toEqual([status, type]);
  expect(json.error.reason).toContain(reason);
});

/** A page with one document of about so many bytes. */
function wide(bytes: number) {
  const answer = page(['wide']);
  const hits = answer.hits.hits.map((hit) => ({ ...hit, _source: { pad: 'x'.repeat(bytes) } }));
  return { ...answer, hits: { ...answer.hits, hits } };
}

test('pages count among the bodies in flight, until the copy ends', async () => {
  const limit = (value: string | null) =>
    ask('PUT', '/_cluster/settings', {
      persistent: { 'network.breaker.inflight_requests.limit': value },
    });
  await limit('300kb');
  try {
    for (let round = 0; round < 3; round++) {
      pages(wide(120_000), wide(120_000));
      const { status } = await copy({ source: { index: 'old' } }, '', faulty());
      expect(status).toBe(200);
    }
    pages(wide(400_000));
    const { status, json } = await copy({ source: { index: 'old' } }, '', faulty());
    expect([status, json.error.type]).toEqual([429, 'circuit_breaking_exception']);
  } finally {
    await limit(null);
  }
});

test('a server that says nothing is waited for as long as the request allows', async () => {
  answers = () => undefined;
  const { json } = await copy({}, '', { ...faulty(), socket_timeout: '200ms' });
  expect(json.error.type).toBe('socket_timeout_exception');
});

test.each<[object, string]>([
  [{}, '[host] must be specified to reindex from a remote cluster'],
  [
    { host: 'foo' },
    '[host] must be of the form [scheme]://[host]:[port](/[pathPrefix])? but was [foo]',
  ],
  [{ host: 'http://foo' }, 'but was [http://foo]'],
  [{ host: 'http://foo:1', x: 1 }, 'Unsupported fields in [remote]: [x]'],
  [{ host: 'http://foo:1', username: 1 }, 'Expected [username] to be a string but was [1]'],
  [
    { host: 'http://foo:1', headers: 1 },
    'Expected [headers] to be an object containing strings but was [1]',
  ],
  [{ host: 'http://foo:1', headers: { a: 1 } }, 'containing strings but has [a=1]'],
  [
    { host: 'http://foo:1', socket_timeout: '1x' },
    'failed to parse setting [socket_timeout] with value [1x]',
  ],
  [{ host: 'http://foo:70000' }, 'but was [http://foo:70000]'],
  [{ host: 'http://foo:1/a?b' }, 'but was [http://foo:1/a?b]'],
  [
    { host: 'http://foo:1', headers: { 'Content-Length': '5' } },
    '[headers] cannot have [Content-Length]',
  ],
  [{ host: 'http://foo:1', connect_timeout: '30d' }, '[connect_timeout] must be from [1ms]'],
  [{ host: 'https://foo:9200/pre' }, '[foo:9200] not allowlisted in reindex.remote.allowlist'],
])('%j is refused', async (remote, reason) => {
  const { status, json } = await copy({}, '', remote);
  expect(status).toBe(400);
  expect(JSON.stringify(json).replaceAll('\\', '')).toContain(reason);
});

test('what the other cluster is not asked is refused, and so are too many slices', async () => {
  const { json } = await copy({ source: { min_score: 1 } }, '', plain());
  expect(JSON.stringify(json)).toContain('[min_score] is not supported beside [remote]');
  const many = await copy({}, '&slices=900000000', plain());
  expect(many.json.error.reason).toContain('The number of slices [900000000] is too large');
});
