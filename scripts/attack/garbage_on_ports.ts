/** Sends random bytes and truncated protocol openings to the ports for clients and for nodes. */
import type { Dice } from '../differential/dice.ts';
import { type Attack, mustHold } from './attack.ts';
import { sendRaw } from './raw_socket.ts';

const CONNECTIONS = 8;

/** Beginnings that bring a parser into a certain state. */
const OPENINGS: readonly string[] = [
  '',
  'GET / HTTP/1.1\r\nHost: localhost\r\n',
  'POST /_bulk HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
  'POST /_bulk HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'ES\x00\x00\x00\x10',
];

export const garbageOnPorts: Attack = {
  name: 'garbage_on_ports',
  claim: 'no bytes on any port end the node, and none but a request is answered as one',
  round: async (ground, dice) => {
    const { httpPort, transportPort } = await ground.node();
    const tries = Array.from({ length: CONNECTIONS }, async () => {
      const port = dice.pick([httpPort, transportPort]);
      const opening = dice.pick(OPENINGS);
      const { status } = await sendRaw(port, [opening + garbage(dice)], { quietMs: 300 });
      const isRefused = status === 0 || status >= 400;
      mustHold(isRefused, () => `${JSON.stringify(opening)} and garbage: status ${status}`);
    });
    await Promise.all(tries);
  },
};

/** Random bytes without a line end, so that no opening becomes a whole request. */
function garbage(dice: Dice): string {
  const bytes = Array.from({ length: dice.int(2_000) }, () => dice.int(256));
  return String.fromCharCode(...bytes.map((byte) => (byte === 10 ? 11 : byte)));
}
