/** Tests when a peer refuses to open a channel: behind its end, and to another process. */
import { silentLog, type Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Routes } from './calls.js';
import { FrameStream } from './frame_stream.js';
import type { NodeIdentity } from './identity.js';
import type { Link } from './link.js';
import { MemoryNetwork } from './memory_network.js';
import { Mesh } from './mesh.js';
import { Peer } from './peer.js';
import { openProver } from './proof.js';

const timers: Timers = {
  after: (delayMs, callback) => {
    if (delayMs > 0) return { cancel: () => {} };
    const immediate = setImmediate(callback);
    return { cancel: () => clearImmediate(immediate) };
  },
};
let challenges = 0;
const random = {
  next: () => 0.5,
  bytes: (count: number) => new Uint8Array(count).fill(++challenges),
};
const ROUTES: Routes = { echo: { channel: 'reg', timeoutMs: 1000 } };

const identity = (nodeId: string, process = 1): NodeIdentity => ({
  clusterName: 'c',
  clusterUuid: null,
  nodeId,
  ephemeralId: `${nodeId}-${process}`,
  name: nodeId,
  roles: [],
  attributes: {},
  address: nodeId,
  httpAddress: '',
  wire: { min: 1, max: 1 },
  index: { min: 1, max: 1 },
  version: '0.1.0',
});

async function connected() {
  const memory = new MemoryNetwork(timers);
  const world = { process: 1, dials: 0, notices: 0 };
  const mesh = new Mesh({
    network: memory.from('far'),
    identity: () => identity('far', world.process),
    routes: ROUTES,
    prover: openProver,
    timers,
    random,
    log: silentLog,
  });
  mesh.handle('echo', (request) => {
    world.notices++;
    return request;
  });
  mesh.ready();
  memory.listen('far', (link: Link) => mesh.accept(link));
  const near = memory.from('near');
  const lost: string[] = [];
  const peer = await Peer.open({
    dialer: {
      network: {
        dial: (address, timeoutMs) => {
          world.dials++;
          return near.dial(address, timeoutMs);
        },
      },
      identity: () => identity('near'),
      actions: Object.keys(ROUTES),
      prover: openProver,
      timers,
      random,
    },
    address: 'far',
    lost: (_peer, reason) => lost.push(reason),
  });
  const echo = (channel: 'reg' | 'ping' | 'bulk' = 'reg') =>
    peer.call('echo', { channel, timeoutMs: 1000 }, 'x', {});
  return { world, mesh, memory, peer, lost, echo };
}

const GONE = { type: 'node_not_connected_exception', reason: '[far][far] Node not connected' };

test('a channel is opened with its first call, one socket after the other', async () => {
  const { world, echo } = await connected();
  expect(world.dials).toBe(1);
  expect(await Promise.all([echo(), echo()])).toEqual(['x', 'x']);
  expect(world.dials).toBe(3);
  expect(await Promise.all([echo(), echo(), echo()])).toEqual(['x', 'x', 'x']);
  expect(world.dials).toBe(3);
});

test('the sockets of each class take turns, whatever else is called', async () => {
  const { world, echo } = await connected();
  for (const channel of ['reg', 'bulk', 'reg', 'bulk'] as const)
    expect(await echo(channel)).toBe('x');
  expect(world.dials).toBe(5);
});

test('a closed peer opens nothing', async () => {
  const { world, peer, lost, echo } = await connected();
  peer.close('stopping');
  await expect(echo()).rejects.toMatchObject(GONE);
  expect([world.dials, peer.closed]).toEqual([1, true]);
  expect(lost).toEqual([]);
});

test('the channel that a peer lives by is never opened again', async () => {
  const { world, memory, peer, lost, echo } = await connected();
  memory.isolate('near');
  await new Promise((resolve) => setImmediate(resolve));
  expect([lost.length, peer.closed]).toEqual([1, true]);
  await expect(echo('ping')).rejects.toMatchObject(GONE);
  expect(world.dials).toBe(1);
});

test('another process at the address is another node', async () => {
  const { world, echo } = await connected();
  world.process = 2;
  await expect(echo()).rejects.toMatchObject(GONE);
  expect(world.notices).toBe(0);
  world.process = 1;
  expect(await echo()).toBe('x');
});

test('a peer that is closed while it dials leaves no socket open', async () => {
  const { peer, echo, world } = await connected();
  const call = echo();
  peer.close('stopping');
  await expect(call).rejects.toMatchObject(GONE);
  expect(world.notices).toBe(0);
});

test('a notice that a full channel refuses is lost, whether the channel was open or not', async () => {
  const { peer, echo, world } = await connected();
  const route = { channel: 'reg', timeoutMs: 1000 } as const;
  const send = jest.spyOn(FrameStream.prototype, 'send').mockImplementation(() => {
    throw new ApiError('es_rejected_execution_exception', 'full');
  });
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', note);
  try {
    peer.notify('echo', route, 'x');
    await expect(echo()).rejects.toMatchObject({ reason: 'full' });
    await expect(echo()).rejects.toMatchObject({ reason: 'full' });
    peer.notify('echo', route, 'x');
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.removeListener('unhandledRejection', note);
    send.mockRestore();
  }
  expect(lost).toEqual([]);
  expect(world.notices).toBe(0);
});

test('a call that is cancelled while the channel is full ends all the same', async () => {
  const { peer, echo } = await connected();
  await Promise.all([echo(), echo()]);
  const controller = new AbortController();
  const route = { channel: 'reg', timeoutMs: 1000 } as const;
  const call = peer.call('echo', route, 'x', { signal: controller.signal });
  const ended = expect(call).rejects.toMatchObject({ type: 'task_cancelled_exception' });
  await Promise.resolve();
  const send = jest.spyOn(FrameStream.prototype, 'send').mockImplementation(() => {
    throw new ApiError('es_rejected_execution_exception', 'full');
  });
  try {
    controller.abort();
    await ended;
  } finally {
    send.mockRestore();
  }
});
