import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { StalledConnections } from './stalled_connections.js';

let server: Server;
let stalled: StalledConnections;

async function connection(): Promise<{ near: Socket; far: Socket }> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const far = connect(port, '127.0.0.1');
  const [near] = (await once(server, 'connection')) as [Socket];
  return { near, far };
}

afterEach(async () => {
  stalled.stop();
  server.close();
});

test('a watched connection on which nothing moves is dropped', async () => {
  stalled = new StalledConnections({ idleMs: 5, checkMs: 1 });
  const { near, far } = await connection();
  far.resume();
  stalled.watch(near);
  await once(far, 'close');
  expect(near.destroyed).toBe(true);
});

test('one that moves stays, and so does one that is watched no more', async () => {
  stalled = new StalledConnections({ idleMs: 0, checkMs: 1 });
  const { near, far } = await connection();
  stalled.watch(near);
  stalled.unwatch(near);
  const other = new StalledConnections({ idleMs: 60_000, checkMs: 1 });
  other.watch(near);
  for (let i = 0; i < 20; i++) {
    far.write('x');
    await once(near, 'data');
  }
  expect(near.destroyed).toBe(false);
  other.stop();
  far.destroy();
});
