import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeServer } from './close_server.js';

const DAY_MS = 86_400_000;

/** A server with one request under way, on a connection that its client keeps. */
async function serverAtWork() {
  const server = createServer({ keepAliveTimeout: DAY_MS });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = get({ port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return { server, response, answered };
}

test('a request under way is answered, and its connection is not kept', async () => {
  const { server, response, answered } = await serverAtWork();
  const closed = closeServer(server, DAY_MS);
  response.end('here you are');
  const [answer] = await answered;
  expect(await text(answer)).toBe('here you are');
  await closed;
});

test('a request that is never answered keeps no server', async () => {
  const { server, answered } = await serverAtWork();
  const cut = expect(answered).rejects.toThrow('socket hang up');
  await closeServer(server, 1);
  await cut;
});
