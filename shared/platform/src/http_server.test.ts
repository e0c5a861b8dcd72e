import { once } from 'node:events';
import { connect } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OwnNames, type RenderedReply } from '@skein/http';
import request from 'supertest';
import {
  closeServers,
  converse,
  echo,
  LIMIT_BYTES,
  reply,
  start,
  testBudget,
} from './http/testing/test_server.js';
import type { HttpServerOptions } from './http_server.js';

afterEach(closeServers);

test('a request reaches the API whole, and its answer the client', async () => {
  const { url } = await start(echo);
  const answer = await request(url).put('/api/x?a=%2C').type('json').send('{"a":1}');
  expect([answer.status, answer.text]).toEqual([200, 'PUT /api/x?a=%2C {"a":1}']);
});

test('gzip and deflate bodies are inflated; broken ones and unknown encodings are refused', async () => {
  const { url } = await start(echo);
  const send = (body: Buffer, encoding: string) =>
    fetch(`${url}/api`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-encoding': encoding },
    });
  expect(await (await send(gzipSync('hello'), 'gzip')).text()).toBe('POST /api hello');
  expect((await send(Buffer.from('not gzip'), 'gzip')).status).toBe(400);
  expect((await send(Buffer.from('x'), 'br')).status).toBe(415);
});

test('bodies past the limit are refused: declared, counted, and inflated', async () => {
  const { url } = await start(echo);
  const big = Buffer.alloc(LIMIT_BYTES + 1, 'a');
  const declared = await request(url).post('/api').type('json').send(big.toString());
  expect(declared.status).toBe(413);
  expect(declared.text).toBe(
    'content_too_long_exception: entity content is too long for the configured limit [http.max_content_length] of [64kb]',
  );
  const inflated = await fetch(`${url}/api`, {
    method: 'POST',
    body: new Uint8Array(gzipSync(big)),
    headers: { 'content-encoding': 'gzip' },
  });
  expect(inflated.status).toBe(413);
  const exact = await request(url).post('/api').type('json').send(big.toString().slice(1));
  expect(exact.status).toBe(200);
});

/** Sends a body in the given chunks; returns the raw response. */
async function inChunks(url: string, chunks: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  const head = 'POST /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${body.join('')}0\r\n\r\n`);
  await closed;
  return answer;
}

test('a body in pieces of any sizes arrives whole', async () => {
  const limits = { maxContentLengthBytes: 1024 * 1024 };
  const { url } = await start(echo, { body: limits, budget: testBudget(2 * 1024 * 1024) });
  const sizes = [1, 2, 3, 20_000, 5, 16_384, 1, 1, 70_000, 10, ...new Array(9000).fill(9)];
  const chunks = sizes.map((size, i) => String.fromCharCode(97 + (i % 26)).repeat(size));
  const answer = await inChunks(url, chunks);
  expect(answer).toContain(`POST /api ${chunks.join('')}`);
});

test('a body of a hundred thousand single bytes is refused, and what follows is not read', async () => {
  const limits = { maxContentLengthBytes: 1024 * 1024 };
  const { url } = await start(echo, { body: limits, budget: testBudget(2 * 1024 * 1024) });
  const answer = await inChunks(url, new Array(120_000).fill('a'));
  expect(answer).toContain('HTTP/1.1 400');
  expect(answer).toContain('more than [100000] chunks of fewer than [8] bytes');
});

test('answers are compressed for those who accept it, when they are worth it', async () => {
  const long = 'x'.repeat(5000);
  const { url } = await start(async ({ target }) =>
    reply(200, target === '/api/long' ? long : 'short'),
  );
  const compressed = await request(url).get('/api/long').set('accept-encoding', 'gzip');
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(compressed.text).toBe(long);
  const plain = await request(url).get('/api/long').set('accept-encoding', 'gzip;q=0');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toBe(long);
  const short = await request(url).get('/api/short').set('accept-encoding', 'gzip');
  expect(short.headers['content-encoding']).toBeUndefined();
});

test('a client that goes away aborts its request', async () => {
  let seen: (signal: AbortSignal) => void = () => {};
  const signalSeen = new Promise<AbortSignal>((resolve) => {
    seen = resolve;
  });
  const { url } = await start(
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(reply(200, 'late')));
        seen(signal);
      }),
  );
  const controller = new AbortController();
  const call = fetch(`${url}/api`, { signal: controller.signal }).catch(() => 'gone');
  const signal = await signalSeen;
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
  controller.abort();
  expect(await call).toBe('gone');
  await aborted;
});

test('what is not the API passes express and comes back when no page wants it', async () => {
  const { server, url } = await start(async ({ target }) => reply(404, `nothing at ${target}`));
  server.mountPages((pages) => {
    pages.get('/page', (_request, response) => {
      response.send('a page');
    });
    pages.get('/broken', () => {
      throw new Error('oops');
    });
  });
  expect((await request(url).get('/page')).text).toBe('a page');
  expect((await request(url).get('/elsewhere')).text).toBe('nothing at /elsewhere');
  expect((await request(url).get('/broken')).status).toBe(500);
});

test('cross-origin requests follow the rules', async () => {
  const { url } = await start(echo);
  const good = await request(url).get('/api').set('origin', 'http://good.test');
  expect(good.headers['access-control-allow-origin']).toBe('http://good.test');
  expect((await request(url).get('/api').set('origin', 'http://bad.test')).status).toBe(403);
  const preflight = await request(url).options('/api').set('origin', 'http://good.test');
  expect(preflight.headers['access-control-allow-methods']).toBe('GET');
});

test('overlong lines and headers are refused', async () => {
  const { url } = await start(echo);
  const line = await request(url).get(`/api?x=${'a'.repeat(5000)}`);
  expect([line.status, line.text]).toEqual([
    400,
    'too_long_http_line_exception: An HTTP line is larger than 4096 bytes.',
  ]);
  const header = await request(url).get('/api').set('x-long', 'a'.repeat(9000));
  expect(header.status).toBe(431);
});

/** The responses to a POST with these raw headers and body, followed by another request. */
async function answeredRaw(
  head: string,
  more: Partial<HttpServerOptions> = {},
): Promise<{ text: string; asked: readonly string[] }> {
  const asked: string[] = [];
  const { server } = await start(async (asking) => {
    asked.push(asking.target);
    return echo(asking);
  }, more);
  const [host, port] = (server.addresses[0] ?? '').split(':');
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), host, () =>
      socket.write(
        `${head}GET /api/hidden HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      ),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
  return { text, asked };
}

const CHUNKED_BODY = '5\r\nhello\r\n0\r\n\r\n';

test.each([
  ['xchunked, chunked'],
  ['gzip, chunked'],
  [',chunked'],
  ['identity, chunked'],
  ['x\r\nTransfer-Encoding: chunked'],
])('Transfer-Encoding [%s] is refused, and nothing after it is heard', async (coding) => {
  const head = `POST /api HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: ${coding}\r\n\r\n`;
  const { text, asked } = await answeredRaw(head + CHUNKED_BODY);
  expect(text.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
  expect(text).toContain('only [chunked]');
  expect(asked).toEqual([]);
});

test.each([
  ['HTTP/1.1 400', 'Host: localhost\r\nHost: localhost', 'GET /api HTTP/1.1'],
  ['HTTP/1.1 400', 'Host: localhost, evil.example', 'GET /api HTTP/1.1'],
  ['HTTP/1.1 400', 'Host: localhost/evil', 'GET /api HTTP/1.1'],
  ['HTTP/1.1 400', 'Host: evil@localhost', 'GET /api HTTP/1.1'],
  ['HTTP/1.1 400', 'Host:', 'GET /api HTTP/1.1'],
  ['HTTP/1.1 400', 'Host: localhost', 'GET * HTTP/1.1'],
  ['HTTP/1.1 505', 'Host: localhost', 'GET /api HTTP/2.0'],
  ['HTTP/1.1 403', 'Host: evil.example', 'GET /api HTTP/1.1'],
  ['HTTP/1.1 403', 'Host: evil.example', 'GET /page HTTP/1.1'],
  ['HTTP/1.1 403', 'Host: localhost', 'GET http://evil.example/api HTTP/1.1'],
])('%s to [%s] and [%s], and nothing after it is heard', async (status, headers, line) => {
  const names = new OwnNames(['own.example']);
  const { text, asked } = await answeredRaw(`${line}\r\n${headers}\r\n\r\n`, { names });
  expect(text.slice(0, status.length)).toBe(status);
  expect(asked).toEqual([]);
});

test.each([
  ['Host: own.example:9200', 'GET /api HTTP/1.1'],
  ['Host: 127.0.0.1', 'GET /api HTTP/1.1'],
  ['Host: evil.example', 'GET http://LOCALHOST:9200/api HTTP/1.1'],
  ['Accept: */*', 'GET /api HTTP/1.0\r\nConnection: keep-alive'],
])('[%s] and [%s] are answered', async (headers, line) => {
  const names = new OwnNames(['own.example']);
  const { text, asked } = await answeredRaw(`${line}\r\n${headers}\r\n\r\n`, { names });
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  expect(asked).toEqual(['/api', '/api/hidden']);
});

test('without names of its own a server answers to any', async () => {
  const { text } = await answeredRaw('GET /api HTTP/1.1\r\nHost: any.example\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 200 /);
});

test('what is not HTTP is answered in JSON', async () => {
  const { server } = await start(echo);
  const [host, port] = (server.addresses[0] ?? '').split(':');
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), host, () => socket.write('NOT HTTP AT ALL\r\n\r\n'));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
  });
  expect(text).toContain('400 Bad Request');
  expect(text).toContain('{"error":"the request is not HTTP","status":400}');
});

test('a taken port is refused, the next of a range is found', async () => {
  const { server } = await start(echo);
  const port = Number((server.addresses[0] ?? '').split(':')[1]);
  await expect(start(echo, { port: String(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const other = await start(echo, { port: `${port}-${port + 20}` });
  expect(other.server.addresses[0]).not.toBe(server.addresses[0]);
});

test('stopping lets a running request finish and refuses new ones', async () => {
  let finish: () => void = () => {};
  let started: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    started = resolve;
  });
  const { server, url } = await start(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(reply(200, 'done'));
        started();
      }),
  );
  const running = request(url)
    .get('/api')
    .then((answer) => answer.text);
  await begun;
  const stopped = server.stop(10_000);
  await expect(fetch(`${url}/api`)).rejects.toThrow();
  finish();
  expect(await running).toBe('done');
  await stopped;
  expect(server.stats().currentOpen).toBe(0);
});

test('a server that drains answers what was begun, is asked for the rest, and ends its connections', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const { server, url } = await start(async ({ target }) => {
    if (target === '/api/new') return reply(503, 'not here');
    begun.resolve();
    await end.promise;
    return reply(200, 'done');
  });
  const running = fetch(`${url}/api`);
  await begun.promise;
  const drained = server.drain(60_000);
  const refused = await fetch(`${url}/api/new`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('connection')).toBe('close');
  end.resolve();
  await drained;
  const answered = await running;
  expect(await answered.text()).toBe('done');
  expect(answered.headers.get('connection')).toBe('close');
});

test('a request that does not end while the server drains is told so', async () => {
  const begun = Promise.withResolvers<void>();
  const { server, url } = await start(async ({ signal }) => {
    const aborted = once(signal, 'abort');
    begun.resolve();
    await aborted;
    return reply(200, 'half of it');
  });
  const running = fetch(`${url}/api`);
  await begun.promise;
  await server.drain(1);
  const answered = await running;
  expect(answered.status).toBe(503);
  expect(await answered.text()).toContain('the node is stopping');
});

test('bodies of all connections together have a limit; what is answered is given back', async () => {
  const waiting: (() => void)[] = [];
  let bothIn: () => void = () => {};
  const inFlight = new Promise<void>((resolve) => {
    bothIn = resolve;
  });
  const { url } = await start(
    () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(reply(200, 'done')));
        if (waiting.length === 2) bothIn();
        if (waiting.length > 2) resolve(reply(200, 'room again'));
      }),
  );
  const send = () =>
    fetch(`${url}/api`, { method: 'POST', body: new Uint8Array(Buffer.alloc(LIMIT_BYTES, 'a')) });
  const held = [send(), send()];
  await inFlight;
  expect((await fetch(`${url}/api`)).status).toBe(429);
  const essential = await fetch(`${url}/api/essential`, { method: 'POST', body: 'help' });
  expect(await essential.text()).toBe('room again');
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('[in_flight_requests] Data too large');
  for (const finish of waiting) finish();
  for (const answer of await Promise.all(held)) expect(await answer.text()).toBe('done');
  expect(await (await send()).text()).toBe('room again');
});

/** A server that refuses every request. */
async function startRefusing(): Promise<{ host: string; port: number }> {
  const { server } = await start(echo, {
    api: {
      admit: () => ({ kind: 'refused', reply: reply(401, 'not you') }),
      admitUnknown: () => ({ kind: 'refused', reply: reply(401, 'not you') }),
      refuse: (_request, error) => reply(error.status, error.reason),
    },
  });
  const [host = '', port] = (server.addresses[0] ?? '').split(':');
  return { host, port: Number(port) };
}

test('a request that is refused from its head is answered before its body is there; a small body leaves the connection open', async () => {
  const door = await startRefusing();
  const head = 'POST /api HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n';
  const early = await converse(door, head, (received) => received.includes('not you'));
  expect(early).toContain('401');
  const answers = (text: string) => text.split('not you').length - 1;
  const both = await converse(door, `${head}hello${head}hello`, (text) => answers(text) === 2);
  expect(answers(both)).toBe(2);
  expect(both.toLowerCase()).not.toContain('connection: close');
});

test('after a refused large body, and after one that waits to be asked for, the connection ends', async () => {
  const door = await startRefusing();
  const large = 'POST /api HTTP/1.1\r\nhost: x\r\ncontent-length: 9999999\r\n';
  const asking = await converse(door, `${large}expect: 100-continue\r\n\r\n`, () => false);
  expect(asking).toContain('401');
  expect(asking).not.toContain('100 Continue');
  expect(asking.toLowerCase()).toContain('connection: close');
  const body = 'x'.repeat(9999999);
  const received = await converse(door, `${large}\r\n${body}`, () => false);
  expect(received).toContain('not you');
  expect(received.toLowerCase()).toContain('connection: close');
});

test('answers of any size and number of chunks arrive whole', async () => {
  const sizes = [0, 1, 32 * 1024, 32 * 1024 + 1, 3_000_000];
  const { url } = await start(async ({ target }) => {
    const bytes = Buffer.alloc(Number(target.split('=')[1]), 'aé');
    const third = Math.ceil(bytes.length / 3);
    const chunks = [0, 1, 2].map((i) => bytes.subarray(i * third, (i + 1) * third));
    return { status: 200, headers: { 'content-length': String(bytes.length) }, chunks };
  });
  for (const size of sizes) {
    const answer = await fetch(`${url}/api?size=${size}`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const received = Buffer.from(await answer.arrayBuffer());
    expect([size, received.equals(Buffer.alloc(size, 'aé'))]).toEqual([size, true]);
  }
});

function digits(length: number): string {
  return '0123456789'.repeat(Math.ceil(length / 10)).slice(0, length);
}

/** The content of a body in chunks (RFC 9112, 7.1). */
function unchunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const start = body.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(body.toString('latin1', at, start), 16);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(body.subarray(start, start + length));
    at = start + length + 2;
  }
}

/** The pieces of a reply of this length, whose memory is overwritten once it is said to be free. */
function overwritten(length: number, freed: () => void): RenderedReply {
  const text = reply(200, digits(length));
  const chunks = text.chunks.map((chunk) => new Uint8Array(chunk));
  const written = () => {
    for (const chunk of chunks) chunk.fill(0);
    freed();
  };
  return { ...text, chunks, written };
}

test.each([
  ['at once', '', 10],
  ['as text', '', 20_000],
  ['in pieces', '', 300_000],
  ['to a slow reader', '', 8_000_000],
  ['through gzip', 'Accept-Encoding: gzip\r\n', 300_000],
  ["by Node's parser", 'Transfer-Encoding: chunked\r\n', 300_000],
])(
  'the memory of a reply is free once it was sent %s, and not before',
  async (_, header, length) => {
    let freed = 0;
    const { url } = await start(async () =>
      overwritten(length, () => {
        freed++;
      }),
    );
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const body = header.startsWith('Transfer') ? '0\r\n\r\n' : '';
    socket.write(`POST /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n${body}`);
    await once(socket, 'readable');
    // Eight megabytes are more than the system's buffers take.
    if (length === 8_000_000) expect(freed).toBe(0);
    const received = Buffer.concat(await socket.toArray());
    const sent = received.subarray(received.indexOf('\r\n\r\n') + 4);
    const text = header.startsWith('Accept') ? gunzipSync(unchunked(sent)) : sent;
    expect(text.equals(Buffer.concat(reply(200, digits(length)).chunks))).toBe(true);
    expect(freed).toBe(1);
  },
);

test('the memory of a reply that the client did not take is not given back', async () => {
  let freed = 0;
  const { url, server } = await start(async () =>
    overwritten(8_000_000, () => {
      freed++;
    }),
  );
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /api HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  socket.destroy();
  await server.stop(1_000);
  expect(freed).toBe(0);
});
