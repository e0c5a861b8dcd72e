import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Admission, RenderedReply } from '@skein/http';
import { ShortConnections } from './short_connections.js';
import { ShortHeads } from './short_head.js';
import { closeServers, converse, echo, reply, start, testBudget } from './testing/test_server.js';

afterEach(closeServers);

const SHORT = 'POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n';
/** Node's parser reads a request with this header. */
const NOT_SHORT = 'TE: trailers\r\n';

function addressOf({ addresses }: { addresses: readonly string[] }) {
  const [host = '', port] = (addresses[0] ?? '').split(':');
  return { host, port: Number(port) };
}

/** The response's parts; `headers` sorted, with names in lower case. */
function parts(response: string) {
  const end = response.indexOf('\r\n\r\n');
  const [status, ...lines] = response.slice(0, end).split('\r\n');
  const headers = lines
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((line) => !line.startsWith('date:'))
    .sort();
  return { status, headers, body: response.slice(end + 4) };
}

const long = 'x'.repeat(100_000);
const answers: Record<string, () => Promise<RenderedReply> | RenderedReply> = {
  '/api/empty': () => ({ status: 200, headers: { 'content-length': '0' }, chunks: [] }),
  '/api/missing': () => reply(404, '{"found":false}'),
  '/api/long': () => reply(200, long),
  '/api/latin': () => reply(200, 'aé€'),
  '/api/header': () => ({
    ...reply(200, 'with'),
    headers: { 'content-length': '4', warning: 'é' },
  }),
};

test.each(Object.keys(answers))(
  "the response to [%s] is the one that Node's server writes",
  async (target) => {
    const { server } = await start(async () => answers[target]?.() ?? reply(500, 'unknown'));
    const ask = async (more: string) => {
      const sent = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
      const expected = target === '/api/long' ? long.length : 0;
      return parts(
        await converse(addressOf(server), sent, (text) => {
          const { body, headers } = parts(text);
          const length = headers.find((line) => line.startsWith('content-length'))?.split(': ')[1];
          return Buffer.byteLength(body) >= Math.max(expected, Number(length));
        }),
      );
    };
    const short = await ask('');
    expect(short).toEqual(await ask(NOT_SHORT));
    expect(short.status).toMatch(/^HTTP\/1.1 (200 OK|404 Not Found)$/);
  },
);

test('a compressed response comes in chunks', async () => {
  const { server } = await start(async () => reply(200, long));
  const socket = connect(addressOf(server));
  socket.write('GET /api HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n');
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk]);
    if (received.includes('\r\n0\r\n\r\n')) break;
  }
  const { headers } = parts(received.toString('latin1'));
  expect(headers).toEqual(
    expect.arrayContaining(['content-encoding: gzip', 'transfer-encoding: chunked']),
  );
  const chunks: Buffer[] = [];
  for (let at = received.indexOf('\r\n\r\n') + 4; ; ) {
    const lineEnd = received.indexOf('\r\n', at);
    const length = Number.parseInt(received.toString('latin1', at, lineEnd), 16);
    if (length === 0) break;
    chunks.push(received.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(long);
});

/** Writes pieces one after the other, each in a packet of its own; returns what comes back. */
async function inPieces(socket: Socket, pieces: readonly string[], until: string) {
  socket.setNoDelay(true);
  let received = '';
  const done = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.includes(until)) resolve(received);
    });
    socket.on('close', () => resolve(received));
  });
  for (const piece of pieces) {
    socket.write(piece);
    await setTimeout(1);
  }
  return done;
}

test.each([
  ['the body apart', [SHORT, 'hello']],
  ['the body in pieces', [SHORT, 'h', 'ello']],
  [
    'the head in pieces',
    ['POST /api HT', 'TP/1.1\r\nHost: localhost\r\nContent-Le', 'ngth: 5\r\n\r\nhel', 'lo'],
  ],
  ['a large body apart', [SHORT.replace('5', '20005'), 'x'.repeat(20_000), 'hello']],
])('a request that comes in pieces: %s', async (_name, pieces) => {
  const { server } = await start(echo);
  const socket = connect(addressOf(server));
  expect(await inPieces(socket, pieces, 'hello')).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*POST \/api .*hello$/,
  );
  socket.destroy();
});

test('a body that does not come is awaited by Node', async () => {
  const { server } = await start(echo);
  const socket = connect(addressOf(server));
  const answered = inPieces(socket, [SHORT], 'hello');
  await setTimeout(20);
  socket.write('hello');
  expect(await answered).toContain('POST /api hello');
  socket.destroy();
});

test('requests of both kinds on one connection are answered in their order', async () => {
  const { server } = await start(async (request) => {
    if (request.target.endsWith('slow')) await setTimeout(5);
    return echo(request);
  });
  const get = (name: string, more = '') =>
    `GET /api/${name} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const sent = [get('1slow'), get('2'), get('3', NOT_SHORT), get('4slow'), get('5')];
  const socket = connect(addressOf(server));
  const received = await inPieces(socket, sent, '/api/5');
  socket.destroy();
  expect(received.match(/GET \/api\/\w+/g)?.map((line) => line.slice(9))).toEqual([
    '1slow',
    '2',
    '3',
    '4slow',
    '5',
  ]);
  const piled = await converse(addressOf(server), sent.join(''), (text) => text.includes('/api/5'));
  expect(piled.match(/GET \/api\/(\d)/g)).toHaveLength(5);
});

test('a request behind one that is being answered waits for it', async () => {
  const begun = Promise.withResolvers<void>();
  const asked: string[] = [];
  const end = Promise.withResolvers<void>();
  const { server } = await start(async (request) => {
    asked.push(request.target);
    begun.resolve();
    await end.promise;
    return echo(request);
  });
  const get = (name: string) => `GET /api/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const socket = connect(addressOf(server));
  const answered = inPieces(socket, [get('1')], '/api/2');
  await begun.promise;
  await new Promise<void>((resolve) => socket.write(get('2'), () => resolve()));
  // Another connection's response shows that the server has read what came before.
  await converse(addressOf(server), 'nonsense\r\n\r\n', (text) => text.includes('400'));
  expect(asked).toEqual(['/api/1']);
  end.resolve();
  expect(await answered).toMatch(/GET \/api\/1 [\s\S]*GET \/api\/2 /);
  socket.destroy();
});

const MEGABYTE = 1024 * 1024;
const LARGE = { body: { maxContentLengthBytes: 4 * MEGABYTE }, budget: testBudget(4 * MEGABYTE) };
const put = (length: number, path = '/api') =>
  `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;

test.each([70_000, 300_000, 3_000_000])(
  'a body of %i bytes, the request behind it, and another one later',
  async (length) => {
    const { server } = await start(
      async ({ target, body }) => reply(200, `${target} ${body.length} ${body.at(-1)};`),
      LARGE,
    );
    const socket = connect(addressOf(server));
    const body = `${'x'.repeat(length - 1)}!`;
    const sent = `${put(length)}${body}${put(2, '/api/behind')}ab`;
    expect(await inPieces(socket, [sent], 'behind 2')).toMatch(
      new RegExp(`/api ${length} 33;[^]*/api/behind 2 98;`),
    );
    const later = await inPieces(socket, [put(length, '/api/later'), body], 'later');
    expect(later).toContain(`/api/later ${length} 33;`);
    socket.destroy();
    expect(server.stats()).toMatchObject({ totalOpened: 1 });
  },
);

test('a long body is not awaited when its request is refused', async () => {
  const { server } = await start(echo, {
    api: {
      admit: () => ({ kind: 'refused', reply: reply(401, 'not you') }),
      admitUnknown: () => ({ kind: 'refused', reply: reply(401, 'not you') }),
      refuse: (_request, error) => reply(error.status, error.reason),
    },
    ...LARGE,
  });
  const early = await converse(addressOf(server), put(100_000), (text) => text.includes('not you'));
  expect(parts(early)).toMatchObject({ status: 'HTTP/1.1 401 Unauthorized', body: 'not you' });
  const all = await converse(addressOf(server), put(100_000) + 'x'.repeat(100_000), () => false);
  expect(parts(all)).toMatchObject({
    body: 'not you',
    headers: expect.arrayContaining(['connection: close']),
  });
});

test('a client that goes away before its long body is admitted holds nothing', async () => {
  const admitted = Promise.withResolvers<Admission>();
  const asked = Promise.withResolvers<AbortSignal>();
  const { server } = await start(echo, {
    ...LARGE,
    api: {
      admit: ({ signal }) => {
        asked.resolve(signal);
        return admitted.promise;
      },
      admitUnknown: () => admitted.promise,
      refuse: (_request, error) => reply(error.status, error.reason),
    },
  });
  const socket = connect(addressOf(server));
  socket.write(put(100_000) + 'x'.repeat(1000));
  const signal = await asked.promise;
  socket.destroy();
  if (!signal.aborted) await once(signal, 'abort');
  admitted.resolve({ kind: 'welcome', isEssential: false, answer: () => reply(200, 'late') });
  // Ends when no request runs any more, long before its patience does.
  await server.drain(600_000);
  expect(server.stats().currentOpen).toBe(0);
});

test('long bodies together have a limit, which is free again when a client goes away', async () => {
  const budget = testBudget(MEGABYTE);
  const { server } = await start(echo, { ...LARGE, budget });
  const half = connect(addressOf(server));
  half.write(put(MEGABYTE) + 'x'.repeat(MEGABYTE - 1));
  const isFull = () => {
    const lease = budget.lease();
    try {
      lease.grow(2);
      return false;
    } catch {
      return true;
    } finally {
      lease.end();
    }
  };
  while (!isFull()) await setTimeout(1);
  const refused = await converse(
    addressOf(server),
    put(200_000) + 'x'.repeat(200_000),
    () => false,
  );
  expect(refused).toContain('HTTP/1.1 429');
  expect(refused).toContain('Data too large');
  half.destroy();
  while (isFull()) await setTimeout(1);
});

test('a client that asks without reading is not answered without end', async () => {
  let answered = 0;
  const { server } = await start(async () => {
    answered++;
    return reply(200, 'x'.repeat(30_000));
  });
  const socket = connect(addressOf(server));
  socket.pause();
  const get = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n';
  let before = -1;
  while (answered !== before) {
    before = answered;
    for (let i = 0; i < 200; i++) {
      socket.write(get);
      await setTimeout(0);
    }
  }
  expect(answered * 30_000).toBeLessThan(64 * 1024 * 1024);
  socket.destroy();
});

test('a client that goes away aborts its short request', async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { server } = await start(({ signal }) => {
    signal.addEventListener('abort', () => aborted.resolve());
    begun.resolve();
    return aborted.promise.then(() => reply(200, 'late'));
  });
  const socket = connect(addressOf(server));
  socket.write(`${SHORT}hello`);
  await begun.promise;
  socket.destroy();
  await aborted.promise;
});

test('a server that stops closes connections that wait for a request', async () => {
  const { server } = await start(echo);
  const socket = connect(addressOf(server));
  await inPieces(socket, [`${SHORT}hello`], 'hello');
  expect(server.stats()).toEqual({ currentOpen: 1, totalOpened: 1 });
  await Promise.all([once(socket, 'close'), server.stop(10_000)]);
});

test('a reply with a line break in a header is not sent', async () => {
  const { server } = await start(async () => ({
    ...reply(200, 'evil'),
    headers: { warning: 'a\r\nset-cookie: b', 'content-length': '4' },
  }));
  expect(await converse(addressOf(server), `${SHORT}hello`, () => false)).toBe('');
});

test.each([
  [204, { etag: 'x' }],
  [304, { 'Content-Length': '3' }],
])('a response of status %i has no body', async (status, headers) => {
  const { server } = await start(async () => ({ ...reply(status, 'no'), headers }));
  const text = await converse(addressOf(server), `${SHORT}hello`, (got) =>
    got.includes('\r\n\r\n'),
  );
  expect(parts(text)).toMatchObject({ body: '' });
  expect(text.toLowerCase()).not.toContain('chunked');
});

test('a body past the limit is refused, whole or not', async () => {
  const { server } = await start(echo, { body: { maxContentLengthBytes: 100 } });
  const refused = (sent: string) =>
    converse(addressOf(server), sent, (text) => text.includes('content_too_long'));
  expect(await refused(put(101) + 'x'.repeat(101))).toContain('HTTP/1.1 413');
  expect(await refused(put(101))).toContain('HTTP/1.1 413');
  const { body } = parts(
    await converse(addressOf(server), put(100) + 'x'.repeat(100), (text) => text.includes('xxx')),
  );
  expect(body).toMatch(/^PUT /);
});

test('a client that ends within a body is told so', async () => {
  const { server } = await start(echo);
  const socket = connect({ ...addressOf(server), allowHalfOpen: true });
  socket.end(`${SHORT}hel`);
  let received = '';
  for await (const chunk of socket) received += chunk;
  expect(received).toContain('HTTP/1.1 400');
});

test('a client that ends after its request gets the answer and the end', async () => {
  const { server } = await start(echo);
  const socket = connect({ ...addressOf(server), allowHalfOpen: true });
  await inPieces(socket, [`${SHORT}hello`], 'hello');
  socket.end();
  await once(socket, 'end');
});

/** Connections whose requests are answered with `ok`, and end when `ended` does. */
async function served(idleMs: number, ended?: Promise<void>) {
  const server = createServer();
  const connections = ShortConnections.before(
    server,
    'connection',
    {
      heads: new ShortHeads({ maxInitialLineBytes: 100, maxHeaderBytes: 100 }),
      maxBodyBytes: 100,
      idleSeconds: 1,
      isDraining: () => false,
      begin: (socket) => {
        socket.write('ok');
        return { exchange: { abort: () => {} }, ended };
      },
    },
    { idleMs, checkMs: 5 },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const get = async () => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  };
  const stop = () => {
    connections.stop();
    server.close();
  };
  return { socket, get, stop };
}

test('a connection without a first request ends, and one that waits for the next', async () => {
  const silent = await served(10);
  await once(silent.socket.resume(), 'close');
  silent.stop();
  const idle = await served(200);
  await idle.get();
  await once(idle.socket.resume(), 'close');
  idle.stop();
});

test('a client that goes on asking stays, and so does one whose request runs', async () => {
  const busy = await served(200);
  for (let i = 0; i < 12; i++) {
    await busy.get();
    await setTimeout(50);
  }
  expect(busy.socket.destroyed).toBe(false);
  busy.socket.destroy();
  busy.stop();
  const running = await served(5, new Promise(() => {}));
  await running.get();
  await setTimeout(100);
  expect(running.socket.readableEnded).toBe(false);
  running.socket.destroy();
  running.stop();
});
