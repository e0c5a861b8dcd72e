/**
 * Request smuggling: a request whose end two servers would find in different places (RFC 9112,
 * 11.2), with another request hidden behind it. The node must refuse it, or read the body to its
 * one end; it must never execute the hidden request.
 */
import type { Dice } from '../differential/dice.ts';
import { type Attack, mustHold } from './attack.ts';
import { sendRaw } from './raw_socket.ts';

const BODY = '{"query":{"match_all":{}}}';
const HEX = BODY.length.toString(16);
const CHUNKED = `${HEX}\r\n${BODY}\r\n0\r\n\r\n`;
const GOOD_LENGTH = `Content-Length: ${BODY.length}`;

/** Framings that the node must refuse, whatever follows. */
const FRAMINGS: readonly { readonly headers: readonly string[]; readonly body: string }[] = [
  ...[
    'xchunked, chunked',
    'gzip, chunked',
    'chunked, chunked',
    'chunked, identity',
    'identity',
    'xchunked',
    'chunkedx',
    'chunked;a=b',
    '"chunked"',
    ',chunked',
    'chunked,',
    '\x0bchunked',
    'chun\tked',
    '',
  ].map((coding) => ({ headers: [`Transfer-Encoding: ${coding}`], body: CHUNKED })),
  ...[
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: x', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
    ['Transfer-Encoding: chunked', GOOD_LENGTH],
    [GOOD_LENGTH, 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding : chunked'],
    ['Transfer-Encoding\t: chunked'],
    ['Transfer-Encoding:\r\n chunked'],
    ['X: y\nTransfer-Encoding: chunked'],
    ['X: y\rTransfer-Encoding: chunked'],
  ].map((headers) => ({ headers, body: CHUNKED })),
  ...[
    [GOOD_LENGTH, GOOD_LENGTH],
    [GOOD_LENGTH, 'Content-Length: 3'],
    [`Content-Length: ${BODY.length}, ${BODY.length}`],
    [`Content-Length: +${BODY.length}`],
    ['Content-Length: 0x1a'],
    ['Content-Length: -1'],
    ['Content-Length: 2 6'],
    ['Content-Length:'],
    ['Content-Length: 99999999999999999999999'],
    [`Content-Length : ${BODY.length}`],
  ].map((headers) => ({ headers, body: BODY })),
  ...[
    `0x${HEX}\r\n${BODY}\r\n0\r\n\r\n`,
    `-1\r\n${BODY}\r\n0\r\n\r\n`,
    `${HEX} \r\n${BODY}\r\n0\r\n\r\n`,
    `${HEX}\n${BODY}\n0\n\n`,
    `${HEX};a\n${BODY}\r\n0\r\n\r\n`,
    `${HEX}\r\n${BODY}0\r\n\r\n`,
    `fffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`,
  ].map((body) => ({ headers: ['Transfer-Encoding: chunked'], body })),
];

export const httpFraming: Attack = {
  name: 'http_framing',
  claim:
    'a request that two servers could cut at different places is refused, and nothing behind it is obeyed',
  round: async (ground, dice) => {
    const { url, httpPort } = await ground.node();
    await fetch(`${url}/hidden`, { method: 'DELETE' });
    const request = hiding(dice);
    const { status, statuses } = await sendRaw(httpPort, request, { quietMs: 500 });
    const isRefused = status >= 400 && status < 500;
    mustHold(isRefused, () => `${JSON.stringify(request)}: statuses [${statuses}]`);
    const { status: hidden } = await fetch(`${url}/hidden`);
    mustHold(hidden === 404, () => `${JSON.stringify(request)} hid a request that was obeyed`);
  },
};

/**
 * The request in one piece or in two, so that the parser meets the hidden request in the same turn
 * or in a later one.
 */
function hiding(dice: Dice): readonly string[] {
  const { headers, body } = dice.pick(FRAMINGS);
  const common = ['Host: localhost', 'Content-Type: application/json'];
  const all = dice.chance(50) ? [...common, ...headers] : [...headers, ...common];
  const first = ['POST /_search HTTP/1.1', ...all, '', body].join('\r\n');
  const second = 'PUT /hidden HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  return dice.chance(50) ? [first + second] : [first, second];
}
