/**
 * Acts as a web page that opens a WebSocket to the port for nodes: by an address, or by a name of
 * its own that it resolves to the node.
 */
import type { Dice } from '../differential/dice.ts';
import { type Attack, mustHold } from './attack.ts';
import { sendRaw } from './raw_socket.ts';

const ORIGINS: readonly string[] = [
  'http://evil.example',
  'https://localhost',
  'http://127.0.0.1:9200',
  'null',
  'file://',
  '',
];
const HOSTS: readonly string[] = [
  'localhost',
  '127.0.0.1',
  '[::1]',
  'node.skein.invalid',
  'LOCALHOST',
];
const FOREIGN_HOSTS: readonly string[] = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example#localhost',
  'evil.example@localhost',
  'localhost, evil.example',
  'x.node.skein.invalid',
  '0.0.0.0',
  '',
];

export const transportFromPages: Attack = {
  name: 'transport_from_pages',
  claim: 'no page of a browser gets a WebSocket to the port for nodes',
  round: async (ground, dice) => {
    const { transportPort } = await ground.node();
    const request = upgrade(dice, transportPort);
    const { text } = await sendRaw(transportPort, [request], { until: (said) => said !== '' });
    const isTaken = text.startsWith('HTTP/1.1 101');
    mustHold(!isTaken, () => `${JSON.stringify(request)} became a WebSocket`);
  },
};

function upgrade(dice: Dice, port: number): string {
  const isForeign = dice.chance(50);
  const host = dice.pick(isForeign ? FOREIGN_HOSTS : HOSTS);
  const headers = [
    `${dice.pick(['Host', 'host', 'HOST'])}: ${host}${dice.chance(70) ? `:${port}` : ''}`,
    'Upgrade: websocket',
    `Connection: ${dice.pick(['Upgrade', 'keep-alive, Upgrade'])}`,
    `Sec-WebSocket-Version: ${dice.pick(['13', '8'])}`,
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  if (!isForeign || dice.chance(50)) {
    const name = dice.pick(['Origin', 'origin', 'ORIGIN', 'Sec-WebSocket-Origin']);
    headers.splice(dice.int(headers.length + 1), 0, `${name}: ${dice.pick(ORIGINS)}`);
  }
  return ['GET / HTTP/1.1', ...headers, '', ''].join('\r\n');
}
