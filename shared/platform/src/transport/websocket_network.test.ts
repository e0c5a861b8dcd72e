import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { meshContract } from '@skein/transport/contract';
import { systemRandom } from '../system_random.js';
import { systemTimers } from '../system_timers.js';
import { secretProver } from './secret_prover.js';
import { listenForNodes, webSocketNetwork } from './websocket_network.js';

meshContract({ describe, test, afterEach, expect }, 'websocket', {
  timers: systemTimers,
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
