/**
 * Up to a thousand clients send their bodies one byte at a time: new clients are still accepted and
 * answered.
 */
import { connect, type Socket } from 'node:net';
import type { Dice } from '../differential/dice.ts';
import { type Attack, mustHold } from './attack.ts';

/** An attempt that the backlog has no place for is repeated after 1, 3, 7 and 15 seconds. */
const ANSWERED_MS = 20_000;
const BYTE_EVERY_MS = 250;

export const slowBodies: Attack = {
  name: 'slow_bodies',
  claim: 'a thousand clients that send their bodies slowly keep nobody out',
  round: async (ground, dice: Dice) => {
    const { url, httpPort } = await ground.node();
    const count = dice.pick([200, 600, 1000]);
    const head = `POST /slow/_search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${dice.pick([1000, 1_000_000])}\r\n\r\n{`;
    const sockets = Array.from({ length: count }, () => opened(httpPort, head));
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write(' ');
    }, BYTE_EVERY_MS);
    try {
      for (let asked = 0; asked < 5; asked++) {
        const startMs = performance.now();
        const signal = AbortSignal.timeout(ANSWERED_MS);
        const headers = { connection: 'close' };
        const answer = await fetch(url, { signal, headers }).catch((failure: Error) => failure);
        const tookMs = Math.round(performance.now() - startMs);
        mustHold(
          !(answer instanceof Error) && answer.status === 200,
          () => `beside ${count} slow bodies nobody is answered within ${tookMs} ms`,
        );
      }
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    }
  },
};

function opened(port: number, head: string): Socket {
  const socket = connect(port, '127.0.0.1');
  // The node may end the connection: it has waited long enough.
  socket.on('error', () => undefined);
  socket.write(head);
  return socket;
}
