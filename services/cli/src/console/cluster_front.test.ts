import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ClusterFront } from './cluster_front.js';

const servers: Server[] = [];

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A front over a node that does this. */
async function frontOver(node: RequestListener): Promise<string> {
  const front = new ClusterFront(await listening(node), undefined);
  return listening((asked, answer) => void front.forward(asked, answer));
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test('requests are forwarded with their bodies', async () => {
  const url = await frontOver((asked, answer) => {
    void text(asked).then((body) => answer.end(`${asked.method} ${asked.url} ${body}`));
  });
  const answer = await fetch(`${url}/a/_search?q=x`, { method: 'POST', body: '{}' });
  expect(await answer.text()).toBe('POST /a/_search?q=x {}');
});

test('the node learns that the browser has left', async () => {
  const asked = new Promise<[IncomingMessage, ServerResponse]>((resolve) => {
    void frontOver((...exchange) => resolve(exchange)).then((url) => {
      const browser = request(`${url}/_search`).on('error', () => undefined);
      browser.end();
      void asked.then(() => browser.destroy());
    });
  });
  const [, answer] = await asked;
  await once(answer, 'close');
  expect(answer.writableFinished).toBe(false);
});
