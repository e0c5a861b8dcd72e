/**
 * Sends authorization requests that try to redirect elsewhere: addresses that some parser takes for
 * a registered one, duplicate parameters, line ends.
 */
import type { Dice } from '../differential/dice.ts';
import { type Attack, mustHold } from './attack.ts';
import { REDIRECTS } from './authorization.ts';

const REQUESTS = 20;

const INSERTS: readonly string[] = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '/..',
  '/../',
  '@',
  '@evil.example',
  '.evil.example',
  ':80',
  '?',
  '&',
  '#',
  '#@evil',
  '%0d%0aLocation:%20http://evil.example',
  '\r\nSet-Cookie: a=b',
  '\0',
  '%00',
  '\t',
  ' ',
  'é',
  '\u202e',
  '%2e',
  ';',
  "'",
  '*',
  '|',
];
const FOREIGN: readonly string[] = [
  'https://evil.example/cb',
  '//evil.example/cb',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1.evil.example/cb',
  'http://localhost/cb',
  'https:app.example/cb',
  'HTTPS://APP.EXAMPLE/cb',
];

export const authorizationRedirects: Attack = {
  name: 'authorization_redirects',
  claim: 'no authorization request leads a browser to an address that its client did not register',
  round: async (ground, dice) => {
    const { url, cookies } = await ground.authorization();
    for (let i = 0; i < REQUESTS; i++) {
      const client = dice.pick(['web', 'back', 'native'] as const);
      const query = bentRequest(dice, client);
      const headers = dice.chance(50) ? { cookie: cookies } : {};
      const response = await fetch(`${url}/authorize?${query}`, { headers, redirect: 'manual' });
      await response.arrayBuffer();
      mustHold(response.status < 500, () => `${query}: status ${response.status}`);
      const location = response.headers.get('location') ?? '';
      mustHold(isOurs(location, client), () => `${query}: leads to ${location}`);
    }
  },
};

function bentRequest(dice: Dice, client: keyof typeof REDIRECTS): string {
  const registered = REDIRECTS[client];
  // The end is chosen more often: it is the only place that deceives a comparison of prefixes.
  const at = dice.chance(50) ? registered.length : dice.int(registered.length + 1);
  const bent = registered.slice(0, at) + dice.pick(INSERTS) + registered.slice(at);
  const redirect = dice.pick([bent, bent, dice.pick(FOREIGN), registered]);
  const parameters: [string, string][] = [
    ['response_type', dice.pick(['code', 'code', 'token', 'code token', ''])],
    ['client_id', client],
    ['redirect_uri', redirect],
    ['state', dice.pick(['s', '\r\nLocation: http://evil.example', '&code=x', '#', '"><script>'])],
    ['scope', dice.pick(['indices:read:*', 'x\r\ny', ''])],
  ];
  if (dice.chance(20)) parameters.push(['redirect_uri', dice.pick(FOREIGN)]);
  if (dice.chance(20)) parameters.push(['request_uri', dice.pick(FOREIGN)]);
  if (dice.chance(20)) parameters.push(['response_mode', dice.pick(['fragment', 'form_post'])]);
  return new URLSearchParams(parameters).toString();
}

/**
 * True when the location is the registered address with parameters behind it, a page of the
 * service, or empty. A native client may choose its port.
 */
function isOurs(location: string, client: keyof typeof REDIRECTS): boolean {
  if (location === '' || /^\/interaction\/[\w-]{43}$/.test(location)) return true;
  const registered = REDIRECTS[client];
  if (client === 'native') return /^http:\/\/127\.0\.0\.1(:\d{1,5})?\/cb[?#&]/.test(location);
  return location.startsWith(registered) && /[?#&]/.test(location.charAt(registered.length));
}
