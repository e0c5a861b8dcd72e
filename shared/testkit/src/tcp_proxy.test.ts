import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { TcpProxy } from './tcp_proxy.js';

let server: Server;
let proxy: TcpProxy;
let client: Socket;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await TcpProxy.start((server.address() as AddressInfo).port);
  client = connect(proxy.port, '127.0.0.1');
  await once(client, 'connect');
});

afterEach(async () => {
  client.destroy();
  await proxy.stop();
  await new Promise((resolve) => server.close(resolve));
});

async function echo(text: string): Promise<string> {
  const answer = once(client, 'data');
  client.write(text);
  return String((await answer)[0]);
}

test('what is sent comes back', async () => {
  expect(await echo('a')).toBe('a');
});

test('nothing gets through while it is cut; what was sent arrives when it is healed', async () => {
  expect(await echo('a')).toBe('a');
  proxy.cut();
  const heard: string[] = [];
  client.on('data', (piece) => heard.push(String(piece)));
  client.write('b');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toEqual([]);
  const answer = once(client, 'data');
  proxy.heal();
  await answer;
  expect(heard).toEqual(['b']);
});

test('a delay holds for both ways', async () => {
  proxy.delay(30);
  const startMs = performance.now();
  expect(await echo('a')).toBe('a');
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(55);
});

test('data stays in order when the delay ends', async () => {
  let heard = '';
  client.on('data', (piece) => {
    heard += String(piece);
  });
  proxy.delay(30);
  client.write('a');
  await new Promise((resolve) => setTimeout(resolve, 10));
  proxy.heal();
  client.write('b');
  while (heard.length < 2) await once(client, 'data');
  expect(heard).toBe('ab');
});

test('the end of one side is the end of the other', async () => {
  await echo('a');
  const closed = once(client, 'close');
  client.end();
  await closed;
});
