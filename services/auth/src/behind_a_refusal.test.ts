import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { edgeRules } from './http_edge.js';

/**
 * The status of the first response to these bytes, and the targets of the requests that were let
 * through.
 */
async function sent(bytes: string): Promise<{ status: number; asked: readonly string[] }> {
  const asked: string[] = [];
  const isSound = edgeRules();
  const server = createServer((request, response) => {
    if (!isSound(request, response)) return;
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const text = await new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(`${bytes}GET /hidden HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  });
  server.close();
  return { status: Number(text.slice(9, 12)), asked };
}

const CHUNKED = 'Transfer-Encoding: xchunked, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n';

test.each([
  [400, `POST /token HTTP/1.1\r\nHost: a\r\n${CHUNKED}`],
  [400, 'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  [400, 'GET /a HTTP/1.1\r\nHost: a\r\nAuthorization: Basic x\r\nAuthorization: Basic y\r\n\r\n'],
  [400, 'GET ftp://a/b HTTP/1.1\r\nHost: a\r\n\r\n'],
  [505, 'GET /a HTTP/2.0\r\nHost: a\r\n\r\n'],
])('%i, and what is hidden behind it is not heard: %j', async (status, bytes) => {
  expect(await sent(bytes)).toEqual({ status, asked: [] });
});

test('the absolute form is read as its path', async () => {
  const { status, asked } = await sent('GET http://a.example/b?c=d HTTP/1.1\r\nHost: a\r\n\r\n');
  expect([status, asked]).toEqual([200, ['/b?c=d', '/hidden']]);
});
