import { silentLog } from '@skein/base';
import { ApiError } from '@skein/errors';
import {
  booleanParam,
  CORS_OFF,
  chunksReply,
  integerParam,
  jsonReply,
  stringParam,
} from '@skein/http';
import { type HttpServer, startHttpServer } from '@skein/platform';
import request from 'supertest';
import { ApiGate } from '../api_gate.js';
import { bodyBudget } from '../node_memory.js';
import { openSecurity } from '../security/open_security.js';
import { testMemory } from '../shard_host/testing/test_memory.js';
import { quietDispatcher } from '../testing/quiet_dispatcher.js';
import { defineEndpoint } from './endpoint.js';

const COMMON = { shape: 'local', privilege: 'authenticated' } as const;

const search = defineEndpoint({
  ...COMMON,
  id: 'search',
  routes: ['GET /{index}/_search', 'POST /{index}/_search'],
  params: { size: integerParam, explain: booleanParam },
  body: 'json',
  sourceParam: true,
  parse: ({ pathParams, params, body }) => ({
    index: pathParams.index ?? '',
    size: params.size ?? 10,
    body: body.object() ?? {},
  }),
  handle: (parsed) => jsonReply(parsed),
});

const counted = defineEndpoint({
  ...COMMON,
  id: 'counted',
  routes: ['GET /_counted', 'POST /_counted'],
  params: { q: stringParam, df: stringParam },
  body: 'json',
  paramsBeside: { df: 'q' },
  paramsWithoutBody: ['q', 'df'],
  parse: ({ params }) => ({ q: params.q ?? null }),
  handle: (parsed) => jsonReply(parsed),
});

const bulk = defineEndpoint({
  ...COMMON,
  id: 'bulk',
  routes: ['POST /_bulk'],
  params: {},
  body: 'ndjson',
  parse: ({ body }) => body.required(),
  handle: (bytes) => chunksReply([Buffer.from('{"length":'), Buffer.from(`${bytes.length}}`)]),
});

const broken = defineEndpoint({
  ...COMMON,
  id: 'broken',
  routes: ['GET /_broken'],
  params: {},
  body: 'none',
  parse: () => ({}),
  handle: () => {
    throw new TypeError('oops');
  },
});

const refused = defineEndpoint({
  ...COMMON,
  id: 'refused',
  routes: ['GET /_refused'],
  params: {},
  body: 'none',
  parse: () => ({}),
  handle: () => {
    const headers = { 'www-authenticate': 'Bearer realm="skein"' };
    throw new ApiError('security_exception', 'no', { status: 401, headers });
  },
});

let server: HttpServer;
/** Refusals reported to security. */
const watched: unknown[] = [];
let url = '';

beforeAll(async () => {
  const headers = { 'x-elastic-product': 'Elasticsearch' };
  const gate = new ApiGate(headers);
  gate.open(
    quietDispatcher({
      endpoints: [search, counted, bulk, broken, refused],
      security: {
        ...openSecurity,
        refused: ({ method, target }, { status }) => watched.push([method, target, status]),
      },
      timers: {
        after: (_delayMs: number, run: () => void) => ({
          cancel: clearImmediate.bind(undefined, setImmediate(run)),
        }),
      },
      headers,
    }),
  );
  server = await startHttpServer({
    addresses: ['127.0.0.1'],
    port: '0',
    maxInitialLineBytes: 4096,
    maxHeaderBytes: 8192,
    body: { maxContentLengthBytes: 1000 },
    compression: { enabled: true, level: 3 },
    cors: CORS_OFF,
    maxConnections: 10,
    budget: bodyBudget(testMemory().bodies),
    api: gate,
    log: silentLog,
  });
  url = `http://${server.addresses[0]}`;
});
afterAll(() => server.stop(0));

test('path, parameters and body reach the endpoint; headers come back', async () => {
  const answer = await request(url)
    .post('/a%2Cb/_search?size=3')
    .set('x-opaque-id', 'me')
    .send({ query: {} });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ index: 'a,b', size: 3, body: { query: {} } });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=UTF-8',
    'x-elastic-product': 'Elasticsearch',
    'x-opaque-id': 'me',
  });
});

test.each([
  [
    'GET',
    '/i/_search?nope=1&sizee=2',
    400,
    'request [/i/_search] contains unrecognized parameters: [nope], [sizee] -> did you mean [size]?',
  ],
  ['GET', '/i/_search?size=abc', 400, 'Failed to parse int parameter [size] with value [abc]'],
  [
    'GET',
    '/i/_search?explain=1',
    400,
    'Failed to parse value [1] as only [true] or [false] are allowed.',
  ],
  ['GET', '/i/_search?format=xml', 400, 'unsupported value [xml] for parameter [format]'],
  ['GET', '/i/_search?source={}', 500, 'source and source_content_type parameters are required'],
  ['GET', '/%zz', 400, "invalid escape sequence `%zz' at index 0 of: %zz"],
  ['POST', '/_bulk', 400, 'request body is required'],
  ['GET', '/_broken', 500, 'TypeError: oops'],
])('%s %s is %i', async (method, path, status, reason) => {
  const answer = await fetch(url + path, { method });
  const body = (await answer.json()) as { error: { reason: string }; status: number };
  expect(body.error.reason).toContain(reason);
  expect([answer.status, body.status]).toEqual([status, status]);
});

test('a parameter that a body takes the place of is known without a body alone', async () => {
  expect((await request(url).get('/_counted?q=x&df=y')).body).toEqual({ q: 'x' });
  expect((await request(url).post('/_counted?q=x').send({})).body.error.reason).toBe(
    'request [/_counted] contains unrecognized parameter: [q]',
  );
  expect((await request(url).get('/_counted?df=y')).body.error.reason).toContain('[df]');
});

test.each([
  ['POST', 'source={}&source_content_type=application/json', '{}', 'parameters: [source]'],
  ['POST', 'source_content_type=application/json', '{}', 'parameter: [source_content_type]'],
  ['GET', 'source_content_type=application/json', undefined, 'parameter: [source_content_type]'],
])('%s with %s and the body %s is refused', async (method, query, body, reason) => {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, body, headers };
  const answer = await fetch(`${url}/i/_search?${query}`, init);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(reason)]);
});

test('unknown paths and methods are answered in the short form', async () => {
  const unknown = await request(url).get('/a/b/c?x=1');
  expect([unknown.status, unknown.body]).toEqual([
    400,
    { error: 'no handler found for uri [/a/b/c] and method [GET]' },
  ]);
  const yaml = await request(url).get('/a/b/c?format=yaml&filter_path=status');
  expect([yaml.headers['content-type'], yaml.text]).toEqual([
    'application/yaml',
    '---\nerror: "no handler found for uri [/a/b/c] and method [GET]"\n',
  ]);
  const method = await request(url).put('/_bulk');
  expect([method.status, method.headers.allow, method.body]).toEqual([
    405,
    'POST',
    {
      error: 'Incorrect HTTP method for uri [/_bulk] and method [PUT], allowed: [POST]',
      status: 405,
    },
  ]);
  const options = await request(url).options('/i/_search');
  expect([options.status, options.headers.allow]).toEqual([200, 'GET,POST']);
});

test('bodies: wrong type, missing type, not read, not an object, malformed, by parameter, as YAML', async () => {
  const send = (type: string | undefined, body: string) =>
    fetch(`${url}/i/_search`, {
      method: 'POST',
      body: new TextEncoder().encode(body),
      headers: type === undefined ? {} : { 'content-type': type },
    });
  const wrong = await send('text/plain', '{}');
  expect([wrong.status, await wrong.json()]).toEqual([
    406,
    { error: 'Content-Type header [text/plain] is not supported', status: 406 },
  ]);
  const missing = await send(undefined, '{}');
  expect([missing.status, await missing.json()]).toEqual([
    406,
    { error: 'Content-Type header is missing', status: 406 },
  ]);
  const list = (await (await send('application/json', '[]')).json()) as { error: unknown };
  expect(list.error).toMatchObject({
    type: 'parsing_exception',
    reason: 'Expected [START_OBJECT] but found [START_ARRAY]',
  });
  const malformed = (await (await send('application/json', '{"a"')).json()) as { error: unknown };
  expect(malformed.error).toMatchObject({ type: 'json_e_o_f_exception' });
  const yaml = (await (await send('application/yaml', 'a: 1')).json()) as { body: unknown };
  expect(yaml.body).toEqual({ a: 1 });
  const cbor = await sendBytes('/i/_search', 'application/cbor', 'a16161182a');
  expect([cbor.status, await cbor.json()]).toMatchObject([200, { body: { a: 42 } }]);
  const smile = await sendBytes('/i/_search', 'application/smile', '3a290a05fa8061c3fb');
  expect([smile.status, await smile.json()]).toMatchObject([200, { body: { a: -2 } }]);
  const query = `source=${encodeURIComponent('{"b":2}')}&source_content_type=application/json`;
  const source = await request(url).get(`/i/_search?${query}`);
  expect(source.body.body).toEqual({ b: 2 });
  const unwanted = await request(url).get('/_refused').send({ a: 1 });
  expect(unwanted.status).toBe(401);
});

function sendBytes(path: string, type: string, hex: string) {
  const body = Buffer.from(hex, 'hex');
  return fetch(url + path, { method: 'POST', body, headers: { 'content-type': type } });
}

test('a stream may be Smile, as lines, and no CBOR', async () => {
  // `{}` twice, each with a line end: six bytes as lines.
  const smile = await sendBytes('/_bulk', 'application/smile', '3a290a05fafbff'.repeat(2));
  expect([smile.status, await smile.json()]).toEqual([200, { length: 6 }]);
  const cbor = await sendBytes('/_bulk', 'application/cbor', 'a0');
  expect([cbor.status, await cbor.json()]).toEqual([
    406,
    {
      error: 'Content-Type [CBOR] does not support stream parsing. Use JSON or SMILE instead',
      status: 406,
    },
  ]);
});

test('answers in the form asked for', async () => {
  const get = (query: string) => request(url).get(`/i/_search?${query}`);
  expect((await get('filter_path=in*')).text).toBe('{"index":"i"}');
  expect((await get('format=yaml&filter_path=size')).text).toBe('---\nsize: 10\n');
  expect((await get('pretty&filter_path=size')).text).toBe('{\n  "size" : 10\n}\n');
  const traced = await request(url).get('/_broken?error_trace=true');
  expect(traced.body.error.stack_trace).toContain('TypeError: oops');
  expect(traced.body.error.root_cause[0].stack_trace).toContain('TypeError: oops');
  const plain = await request(url).get('/_broken');
  expect(plain.body.error.stack_trace).toBeUndefined();
  const whole = await request(url).get('/_broken?filter_path=nothing');
  expect(whole.body).toEqual(plain.body);
});

test('HEAD has the length and no body; refusals carry their headers', async () => {
  const head = await request(url).head('/i/_search');
  expect(head.status).toBe(200);
  expect(head.headers['content-length']).toBe(String('{"index":"i","size":10,"body":{}}'.length));
  const unauthorized = await request(url).get('/_refused');
  expect([unauthorized.status, unauthorized.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="skein"',
  ]);
});

test('a body past the limit is an answer too', async () => {
  const answer = await request(url)
    .post('/i/_search')
    .send({ a: 'x'.repeat(2000) });
  expect(answer.status).toBe(413);
  expect(answer.headers['x-elastic-product']).toBe('Elasticsearch');
  expect(answer.body.error.type).toBe('content_too_long_exception');
});

test('security is told of every refusal', async () => {
  watched.length = 0;
  await request(url).get('/_refused');
  await request(url).get('/i/_search?size=abc');
  expect(watched).toEqual([['GET', '/_refused', 401]]);
});

test.each([
  ['GET', '/i/_search', 'http://evil.example', 200],
  ['POST', '/i/_search', 'http://evil.example', 200],
  ['POST', '/_bulk', 'http://evil.example', 403],
  ['POST', '/_bulk', 'null', 403],
  ['POST', '/_bulk', undefined, 400],
])('%s %s of a page of %s is %i', async (method, path, origin, status) => {
  const answer = await fetch(url + path, { method, headers: origin ? { origin } : {} });
  expect(answer.status).toBe(status);
  const { type } = ((await answer.json()) as { error?: { type: string } }).error ?? {};
  if (status === 403) expect(type).toBe('security_exception');
});
