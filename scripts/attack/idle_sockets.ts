/**
 * Opens thousands of connections to the port for nodes and sends nothing: each takes a file
 * descriptor of the process, and must not take those of shards.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Attack, mustHold } from './attack.ts';

/**
 * The number of unidentified connections that one address may have; see
 * `shared/platform/src/transport/strangers.ts`.
 */
const MOST = 64;
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

const WORDS = ['', 'G', 'GET / HTTP/1.1\r\nHost: localhost\r\n', '\x16\x03\x01'];

export const idleSockets: Attack = {
  name: 'idle_sockets',
  claim: 'connections that say nothing are let go, and shards are opened and written to meanwhile',
  round: async (ground, dice) => {
    const { url, transportPort } = await ground.node();
    const [count, words] = [dice.pick([100, 500, 2000]), dice.pick(WORDS)];
    const sockets = Array.from({ length: count }, () => opened(transportPort, words));
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => undefined)));
      const index = `idle-${dice.int(1_000_000)}`;
      const answer = await fetch(`${url}/${index}/_doc/1?refresh=true`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"n":1}',
      });
      mustHold(answer.status === 201, () => `beside ${count} idle sockets: ${answer.status}`);
      await fetch(`${url}/${index}`, { method: 'DELETE' });
      const endMs = performance.now() + PATIENCE_MS;
      while (openOf(sockets) > MOST && performance.now() < endMs) {
        await new Promise((later) => setTimeout(later, LOOK_MS));
      }
      const left = openOf(sockets);
      mustHold(left <= MOST, () => `${left} of ${count} connections with [${words}] are kept`);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

const openOf = (sockets: readonly Socket[]) =>
  sockets.filter(({ readyState }) => readyState === 'open').length;

function opened(port: number, words: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  if (words !== '') socket.write(words, 'latin1');
  return socket;
}
