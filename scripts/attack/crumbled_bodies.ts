/**
 * Sends bodies in chunks of one or a few bytes: each chunk costs the parser a turn, and must cost
 * no memory beyond its bytes.
 */
import { connect } from 'node:net';
import { answeredJson } from '../trusted_json.ts';
import { type Attack, mustHold } from './attack.ts';

const CHUNKS = 400_000;
const ANSWERED_MS = 60_000;
/**
 * An implementation with one object per chunk would take this much again for each connection, and
 * much more with the buffers read from the socket.
 */
const MOST_GROWTH_BYTES = 400 * 1024 * 1024;

export const crumbledBodies: Attack = {
  name: 'crumbled_bodies',
  claim: 'a body in crumbs is refused, and takes no more memory than its bytes',
  round: async (ground, dice) => {
    const { url, httpPort } = await ground.node();
    const beforeBytes = await residentBytes(url);
    const crumb = 'x'.repeat(dice.pick([1, 2, 7]));
    const path = dice.pick(['/_bulk', '/crumbs/_search', '/_msearch', '/crumbs/_doc']);
    const count = dice.pick([1, 4]);
    const answers = Array.from({ length: count }, () => crumbled(httpPort, path, crumb));
    const other = await fetch(url);
    mustHold(other.status === 200, () => `others are answered ${other.status}`);
    for (const answer of await Promise.all(answers)) {
      mustHold(
        / 4\d\d /.test(answer) || answer === '',
        () => `${count} bodies of [${crumb}] at ${path}: [${answer}]`,
      );
    }
    const growth = (await residentBytes(url)) - beforeBytes;
    mustHold(
      growth < MOST_GROWTH_BYTES,
      () => `${count} bodies of [${crumb}] took ${growth} bytes`,
    );
  },
};

/** Resolves with the first line of the answer; empty when the connection ends without one. */
function crumbled(port: number, path: string, crumb: string): Promise<string> {
  const chunk = `${crumb.length.toString(16)}\r\n${crumb}\r\n`;
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(ANSWERED_MS, () => {
      socket.destroy();
      reject(new Error(`a body in crumbs is not answered within ${ANSWERED_MS} ms`));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`);
    socket.write('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(chunk.repeat(CHUNKS));
    socket.write('0\r\n\r\n');
  });
}

/** The resident bytes that the node reports for its process. */
async function residentBytes(url: string): Promise<number> {
  const answer = await fetch(`${url}/_nodes/stats/process`);
  const { nodes } = await answeredJson<{
    nodes: Record<string, { process: { mem: { total_virtual_in_bytes: number } } }>;
  }>(answer);
  const [node] = Object.values(nodes);
  return node?.process.mem.total_virtual_in_bytes ?? 0;
}
