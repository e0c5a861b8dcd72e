import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { patientTimers } from '@skein/testkit';
import { meshContract } from '@skein/transport/contract';
import { WebSocket } from 'ws';
import { systemRandom } from '../system_random.js';
import { systemTimers } from '../system_timers.js';
import { secretProver } from './secret_prover.js';
import { listenForNodes, webSocketNetwork } from './websocket_network.js';

meshContract({ describe, test, afterEach, expect }, 'websocket', {
  timers: patientTimers(systemTimers),
  random: systemRandom,
  makePlace: async (accept) => {
    const listener = await listenForNodes({ addresses: ['127.0.0.1'], port: '0', accept });
    const [address = ''] = listener.addresses;
    return { address, network: webSocketNetwork(), close: () => listener.stop() };
  },
});

test('bytes that are no WebSocket, and a plain HTTP request, harm nobody', async () => {
  const listener = await listenForNodes({
    addresses: ['127.0.0.1'],
    port: '0',
    accept: (link) => link.terminate(),
  });
  const [address = ''] = listener.addresses;
  const answer = await fetch(`http://${address}/`);
  expect(answer.status).toBe(426);
  const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {}).resume();
  socket.write(randomBytes(1000));
  socket.write('\r\n\r\n');
  await closed;
  await listener.stop();
});

/**
 * The first line of the response to an upgrade with these headers, and whether the link was
 * accepted.
 */
async function upgraded(
  headers: readonly string[],
): Promise<{ line: string; isAccepted: boolean }> {
  let isAccepted = false;
  const listener = await listenForNodes({
    addresses: ['127.0.0.1'],
    port: '0',
    names: ['published.example'],
    accept: (link) => {
      isAccepted = true;
      link.terminate();
    },
  });
  const socket = connect(Number(listener.addresses[0]?.split(':')[1]), '127.0.0.1');
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
  });
  const upgrade = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  socket.write(['GET / HTTP/1.1', ...upgrade, ...headers, '', ''].join('\r\n'));
  const [line = ''] = (await answer).split('\r\n');
  await listener.stop();
  return { line, isAccepted };
}

test.each([
  ['a page', ['Host: localhost', 'Origin: http://evil.example']],
  ['a page of loopback', ['Host: localhost:9300', 'Origin: http://localhost:9300']],
  ['a page without an origin of its own', ['Host: localhost', 'Origin: null']],
  ['an empty origin', ['Host: localhost', 'Origin:']],
  ['an old browser', ['Host: localhost', 'Sec-WebSocket-Origin: http://evil.example']],
  ['a name that was made to lead here', ['Host: evil.example:9300']],
  ['two names', ['Host: localhost', 'Host: evil.example']],
  ['a name before another', ['Host: localhost.evil.example']],
])('an upgrade of %s is refused', async (_what, headers) => {
  const { line, isAccepted } = await upgraded(headers);
  expect(line).toBe('HTTP/1.1 403 Forbidden');
  expect(isAccepted).toBe(false);
});

test.each(['localhost:9300', '127.0.0.1', '[::1]:9300', 'published.example', 'node.skein.invalid'])(
  'an upgrade for %s is taken',
  async (name) => {
    const { line, isAccepted } = await upgraded([`Host: ${name}`]);
    expect(line).toBe('HTTP/1.1 101 Switching Protocols');
    expect(isAccepted).toBe(true);
  },
);

test('nobody there is an error with the address', async () => {
  await expect(webSocketNetwork().dial('127.0.0.1:1', 1000)).rejects.toMatchObject({
    type: 'connect_transport_exception',
    message: expect.stringContaining('[127.0.0.1:1]'),
  });
});

test('proofs: each side its own, both secrets during a rotation, nothing else', () => {
  const transcript = randomBytes(100);
  const [old, rotating] = [secretProver(['old']), secretProver(['new', 'old'])];
  const proof = old.prove('initiator', transcript);
  expect(rotating.verify('initiator', transcript, proof)).toBe(true);
  expect(rotating.verify('acceptor', transcript, proof)).toBe(false);
  expect(rotating.verify('initiator', randomBytes(100), proof)).toBe(false);
  expect(old.verify('initiator', transcript, rotating.prove('initiator', transcript))).toBe(false);
  expect(old.verify('initiator', transcript, new Uint8Array(0))).toBe(false);
});

test('of one address few connections may wait to ask for a link; others come in', async () => {
  const listener = await listenForNodes({
    addresses: ['127.0.0.1'],
    port: '0',
    accept: (link) => link.terminate(),
  });
  const port = Number(listener.addresses[0]?.split(':')[1]);
  const dialled = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    return socket;
  };
  const waiting = Array.from({ length: 80 }, () => dialled('127.0.0.1'));
  const refused = new Set<unknown>();
  await new Promise<void>((resolve) => {
    for (const socket of waiting) {
      socket.once('close', () => {
        refused.add(socket);
        if (refused.size === 16) resolve();
      });
    }
  });
  const other = dialled('127.0.0.2');
  const answered = once(other, 'data');
  other.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String(await answered)).toContain('426');
  expect(refused.size).toBe(16);
  for (const socket of [...waiting, other]) socket.destroy();
  await listener.stop();
});

test.each([
  ['a message in crumbs', 'Too many message fragments'],
  ['a ping', 'ping of the protocol'],
])('%s of the protocol, which no node sends, ends its link', async (what, reason) => {
  const reasons: string[] = [];
  const listener = await listenForNodes({
    addresses: ['127.0.0.1'],
    port: '0',
    accept: (link) =>
      link.listen({
        message: () => {},
        drained: () => {},
        closed: (why) => reasons.push(why),
      }),
  });
  const headers = { host: 'node.skein.invalid' };
  const socket = new WebSocket(`ws://${listener.addresses[0]}/`, { headers });
  socket.on('error', () => {});
  await once(socket, 'open');
  if (what === 'a ping') socket.ping();
  else for (let i = 0; i < 100; i++) socket.send('x', { binary: true, fin: false });
  await once(socket, 'close');
  await listener.stop();
  expect(reasons).toEqual([reason]);
});
