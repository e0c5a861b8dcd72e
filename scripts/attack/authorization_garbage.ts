/**
 * Sends bodies of every kind to every endpoint: truncated forms, duplicate parameters, other
 * content types, and keys and names with a special meaning in other places.
 */
import type { Dice } from '../differential/dice.ts';
import { type Attack, mustHold } from './attack.ts';

const REQUESTS = 20;

const PATHS: readonly string[] = [
  '/token',
  '/oauth/token',
  '/revoke',
  '/introspect',
  '/par',
  '/device_authorization',
  '/authorize',
  '/device',
  '/register',
  '/register/x',
  '/interaction/x/login',
  '/interaction/x/consent',
  '/admin/v1/clients',
  '/admin/v1/users/__proto__',
  '/revocations',
  '/jwks.json',
  '/.well-known/oauth-authorization-server',
  '/%2e%2e/token',
  '/token/',
  '/TOKEN',
  '//token',
];
const METHODS: readonly string[] = [
  'POST',
  'POST',
  'GET',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'HEAD',
];
const TYPES: readonly string[] = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;charset=utf-16',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded, application/json',
  '',
];
const NAMES: readonly string[] = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'refresh_token',
  'token',
  'scope',
  'redirect_uri',
  '__proto__',
  'constructor',
  'username',
  'password',
  'device_code',
  'client_assertion',
  'client_assertion_type',
  'resource',
  'toString',
  '',
];
const VALUES: readonly string[] = [
  'authorization_code',
  'password',
  'client_credentials',
  'refresh_token',
  'web',
  'back',
  'native',
  '__proto__',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '+',
  '\u0000',
  'é',
  '{"a":1}',
  'a.b.c',
  '..',
  'x'.repeat(9_000),
  "' OR 1=1 --",
  '[]',
  'urn:ietf:params:oauth:request_uri:x',
];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { authorization: 'Basic Og==' },
  { authorization: 'Basic YmFjazp4' },
  { authorization: 'Bearer a.b.c' },
  { authorization: 'DPoP x' },
  { dpop: 'a.b.c' },
  { origin: 'http://evil.example' },
  { cookie: 'skein_session=x; skein_session=y; skein_browser=' },
  { 'content-encoding': 'gzip' },
];

export const authorizationGarbage: Attack = {
  name: 'authorization_garbage',
  claim: 'no request makes the authorization service fail, whatever is in it',
  round: async (ground, dice) => {
    const { url } = await ground.authorization();
    const requests = Array.from({ length: REQUESTS }, () => bentRequest(dice));
    for (const { path, init } of requests) {
      const { status } = await fetch(url + path, init);
      mustHold(
        status < 500,
        () => `${path} ${JSON.stringify(init).slice(0, 2000)}: status ${status}`,
      );
    }
  },
};

function bentRequest(dice: Dice): { readonly path: string; readonly init: RequestInit } {
  const method = dice.pick(METHODS);
  const type = dice.pick(TYPES);
  const pairs = Array.from(
    { length: dice.int(8) },
    () => `${dice.pick(NAMES)}=${dice.pick(VALUES)}`,
  );
  const text = pairs.join(dice.pick(['&', '&', ';', '&&']));
  const query = dice.chance(20) ? `?${encodeURI(text).slice(0, 8_000)}` : '';
  const headers = { ...(type === '' ? {} : { 'content-type': type }), ...dice.pick(HEADERS) };
  const withBody = method !== 'GET' && method !== 'HEAD';
  const init = {
    method,
    headers,
    redirect: 'manual',
    ...(withBody ? { body: text } : {}),
  } as const;
  return { path: dice.pick(PATHS) + query, init };
}
