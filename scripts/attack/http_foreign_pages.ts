/**
 * Acts as a web page that sends requests to an open node: under a name of its own that it resolves
 * to the node, or to the node's address from another origin.
 */
import type { Dice } from '../differential/dice.ts';
import { answeredJson } from '../trusted_json.ts';
import { type Attack, mustHold } from './attack.ts';
import { sendRaw } from './raw_socket.ts';

const FOREIGN_HOSTS: readonly string[] = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example:80',
  '0.0.0.0',
  '[::]',
  'xlocalhost',
  'localhost.',
];
const ORIGINS: readonly string[] = [
  'http://evil.example',
  'https://evil.example',
  'http://localhost:1',
  'http://localhost.evil.example',
  'null',
  'file://',
  'chrome-extension://abcdefgh',
];
/**
 * Requests that a form, a beacon or an image can send: without a body that has a content type of
 * its own.
 */
const CHANGES: readonly string[] = [
  'POST /kept/_delete_by_query?q=*',
  'POST /kept/_close',
  'POST /kept/_forcemerge',
  'POST /_flush',
  'GET /_flush',
  'GET /_refresh',
  'POST /kept/_update/1',
  'POST /_bulk',
  'POST /_aliases',
  'POST /_cluster/reroute',
  'POST /_tasks/_cancel',
  'POST /_reindex',
  'POST /kept/_doc',
  'POST /kept/_search/point_in_time?keep_alive=1h',
  'DELETE /kept',
  'DELETE /_search/scroll/_all',
  'PUT /_cluster/settings',
];
const READS: readonly string[] = ['GET /', 'GET /_search', 'GET /_cat/indices', 'POST /_search'];

export const httpForeignPages: Attack = {
  name: 'http_foreign_pages',
  claim:
    'no page of another origin or name changes anything in an open node, nor reads it by a name that it made lead here',
  round: async (ground, dice) => {
    const { url, httpPort } = await ground.node();
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/kept/_doc/1?refresh=true`, { method: 'PUT', headers, body: '{"a":1}' });
    const request = dice.chance(40) ? byName(dice) : byOrigin(dice, httpPort);
    const { status } = await sendRaw(httpPort, [request], { until: (text) => text !== '' });
    mustHold(status === 403, () => `${JSON.stringify(request)}: status ${status}`);
    const counted = await answeredJson<{ count: number }>(await fetch(`${url}/kept/_count`));
    mustHold(counted.count === 1, () => `${JSON.stringify(request)} changed the index`);
  },
};

function byName(dice: Dice): string {
  const [method, target] = dice.pick([...CHANGES, ...READS]).split(' ');
  const host = dice.pick(FOREIGN_HOSTS);
  const origin = dice.chance(50) ? [`Origin: http://${host}`] : [];
  if (dice.chance(20)) {
    return lines([`${method} http://${host}${target} HTTP/1.1`, 'Host: localhost', ...origin]);
  }
  return lines([`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...origin]);
}

function byOrigin(dice: Dice, port: number): string {
  const change = dice.pick(CHANGES);
  const host = `Host: ${dice.pick(['localhost', '127.0.0.1', '[::1]'])}:${port}`;
  // A browser sends no `Origin` header with a GET, but names the relation in `Sec-Fetch-Site`.
  const isPlainGet = change.startsWith('GET') && dice.chance(50);
  const mark = isPlainGet
    ? `Sec-Fetch-Site: ${dice.pick(['cross-site', 'same-site'])}`
    : `${dice.pick(['Origin', 'origin'])}: ${dice.pick(ORIGINS)}`;
  return lines([`${change} HTTP/1.1`, host, mark]);
}

function lines(head: readonly string[]): string {
  return [...head, 'Content-Length: 0', '', ''].join('\r\n');
}
