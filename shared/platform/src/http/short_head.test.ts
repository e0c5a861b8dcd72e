import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { ShortHeads } from './short_head.js';

const heads = () => new ShortHeads({ maxInitialLineBytes: 4096, maxHeaderBytes: 8192 });
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

test('the head of a short request', () => {
  const body = '{"query":{"match_all":{}}}';
  const head = `POST /a,b/_search?q=%2C HTTP/1.1\r\nHost: localhost:9200\r\nContent-Type:  application/json\t\r\nX-Empty:\r\ncontent-length: ${body.length}\r\n\r\n`;
  expect(heads().read(bytesOf(head + body))).toEqual({
    method: 'POST',
    target: '/a,b/_search?q=%2C',
    headers: {
      host: 'localhost:9200',
      'content-type': 'application/json',
      'x-empty': '',
      'content-length': '26',
    },
    host: 'localhost:9200',
    headBytes: head.length,
    bodyBytes: 26,
  });
});

test('equal header lines are read once, and other lines are not taken for them', () => {
  const reading = heads();
  const read = (length: number, path = '/') =>
    reading.read(bytesOf(`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`));
  expect(read(7, '/other')?.headers).toBe(read(7)?.headers);
  expect(read(7, '/other')?.target).toBe('/other');
  for (let length = 0; length < 1500; length++) expect(read(length)?.bodyBytes).toBe(length);
  expect(read(7)?.bodyBytes).toBe(7);
});

test.each([
  ['not whole', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['not even a line', 'GET / HT'],
  ['no headers', 'GET / HTTP/1.1\r\n\r\n'],
  ['HEAD', 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another version', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
  ['an absolute target', 'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
  ['a name twice', 'GET / HTTP/1.1\r\nHost: x\r\nAccept: a\r\nACCEPT: b\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n'],
  ['a blank before the colon', 'GET / HTTP/1.1\r\nHost: x\r\nAccept : a\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\r\nHost: x\nAccept: a\r\n\r\n'],
  ['a byte past ASCII', 'GET / HTTP/1.1\r\nHost: x\r\nAccept: \xe4\r\n\r\n'],
  ['chunks', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a signed length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\n'],
  ['a compressed body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n\r\n'],
  ['an awaited body', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n'],
  ['a browser', 'GET / HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n'],
  ['the last request', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['another protocol', 'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n\r\n'],
  ['a prototype', 'GET / HTTP/1.1\r\nHost: x\r\n__proto__: y\r\n\r\n'],
  ['a long line', `GET /${'a'.repeat(4096)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a long head', `GET / HTTP/1.1\r\nHost: x\r\nAccept: ${'a'.repeat(8192)}\r\n\r\n`],
])('%s is left to Node', (_name, head) => {
  expect(heads().read(bytesOf(head))).toBeUndefined();
});

/** A connection to Node's parser: `sent` is everything that the client writes. */
class OneWay extends Duplex {
  constructor(sent: Buffer) {
    super();
    this.push(sent);
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    done();
  }
}

interface Seen {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The requests that Node's parser finds, if the bytes end with the end of one. */
function readByNode(sent: Buffer): Promise<readonly Seen[]> {
  return new Promise((resolve) => {
    const seen: Seen[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: target, headers } = request;
        seen.push({ method, target, headers, body: Buffer.concat(chunks).toString('latin1') });
        response.end(() => setImmediate(() => resolve(seen)));
      });
    });
    server.on('clientError', () => resolve(seen));
    server.emit('connection', new OneWay(sent));
  });
}

const usual = fc.constantFrom(
  'Host: localhost',
  'host:x:9200',
  'Content-Type: application/json',
  'Accept:\t*/*  ',
  'Connection: keep-alive',
  'Connection: close',
  'Connection: keep-alive, Content-Length',
  'Content-Length: 2',
  'content-length:2 ',
  'Content-Length: 02',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length : 2',
  'Content-Length: 0x2',
  'Content-Length: 2, 2',
  'Transfer-Encoding: chunked',
  'transfer-encoding: identity',
  'Transfer-Encoding:\x0bchunked',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'X-Opaque-Id: a b\tc',
  'Authorization: Basic YTpi',
  'constructor: x',
  ' folded',
  '',
);
const line = fc.oneof(
  { weight: 8, arbitrary: usual },
  fc.string({ unit: fc.constantFrom(':', ' ', '\t', 'a', '-', '\n', '\r', '\0', '\x7f', '\xff') }),
);
const requestLine = fc.oneof(
  { weight: 6, arbitrary: fc.constant('POST /a/_search?x=%20 HTTP/1.1') },
  fc.constantFrom(
    'GET /  HTTP/1.1',
    'GET /\x7f HTTP/1.1',
    'GET /a\tb HTTP/1.1',
    'GET /"<>\\^`{|}# HTTP/1.1',
    'get / HTTP/1.1',
    'DELETE / HTTP/1.1',
    'PUT /x HTTP/2.0',
    '\r\nGET / HTTP/1.1',
  ),
);
const end = fc.constantFrom('\r\n\r\n{}', '\r\n\r\n', '\n\n{}', '\r\n\r\n{}GET / HTTP/1.1\r\n');

test("a short request is for Node's parser the same request", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      requestLine,
      fc.array(line, { maxLength: 5 }),
      end,
      async (first, lines, last) => {
        const sent = bytesOf([first, 'Host: localhost', ...lines].join('\r\n') + last);
        const head = heads().read(sent);
        if (head === undefined || head.headBytes + head.bodyBytes !== sent.length) return;
        compared++;
        const { method, target, headers, headBytes } = head;
        const body = sent.toString('latin1', headBytes);
        expect(await readByNode(sent)).toEqual([{ method, target, headers: { ...headers }, body }]);
      },
    ),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(50);
});
