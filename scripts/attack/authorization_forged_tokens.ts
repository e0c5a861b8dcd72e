/**
 * Forges access tokens: without a signature, signed with public data, with keys that the token
 * carries itself, with key ids that lead elsewhere.
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Dice } from '../differential/dice.ts';
import { answeredJson, trustedJson } from '../trusted_json.ts';
import { type Attack, mustHold } from './attack.ts';
import { type Authorization, post } from './authorization.ts';

const FORGERIES = 8;
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

type Header = Readonly<Record<string, unknown>>;

export const authorizationForgedTokens: Attack = {
  name: 'authorization_forged_tokens',
  claim: 'nothing is a token of the service that it has not signed itself',
  round: async (ground, dice) => {
    const service = await ground.authorization();
    const good = { client_id: 'back', client_secret: service.secret };
    const issued = await post(service, '/token', { ...good, grant_type: 'client_credentials' });
    const real = String(issued.body.access_token);
    for (let i = 0; i < FORGERIES; i++) {
      const token = await forged(service, dice, real);
      const { status, body } = await post(service, '/introspect', { ...good, token });
      mustHold(status === 200 && body.active === false, () => `taken for a token: ${token}`);
      const headers = { authorization: `Bearer ${token}` };
      const admin = await fetch(`${service.url}/admin/v1/users`, { headers });
      mustHold(admin.status === 401, () => `status ${admin.status} for ${token}`);
    }
  },
};

async function forged({ url }: Authorization, dice: Dice, real: string): Promise<string> {
  const { keys } = await answeredJson<{ keys: Header[] }>(await fetch(`${url}/jwks.json`));
  const [known = {}] = keys;
  const [head = '', body = '', signature = ''] = real.split('.');
  const header = decoded(head);
  const claims = { ...decoded(body), aud: url, scope: 'security:manage' };
  const own = publicKey.export({ format: 'jwk' });
  const kind = dice.int(8);
  if (kind === 0) return `${encoded({ ...header, alg: pickNone(dice) })}.${encoded(claims)}.`;
  if (kind === 1) return `${head}.${encoded(claims)}.${signature}`;
  if (kind === 2) {
    const secret = dice.pick([JSON.stringify(known), String(known.x), '', String(known.kid)]);
    return byHmac({ ...header, alg: 'HS256' }, claims, secret);
  }
  if (kind === 3) return byOwnKey({ ...header, jwk: own }, claims);
  if (kind === 4) return byOwnKey({ ...header, jku: 'http://127.0.0.1:1/keys', x5u: url }, claims);
  if (kind === 5) return byOwnKey({ ...header, kid: dice.pick(KEY_IDS) }, claims);
  if (kind === 6) return byOwnKey({ ...header, typ: 'JWT', crit: ['x'], x: 1 }, claims);
  // A signature of zeros (some ECDSA implementations once accepted it), one with an added
  // character, and an empty one.
  return `${head}.${encoded(claims)}.${dice.pick([Buffer.alloc(64).toString('base64url'), `${signature}A`, ''])}`;
}

const KEY_IDS = ['../../../../dev/null', "' OR 1=1 --", '', '\0', '__proto__', 'constructor'];

function pickNone(dice: Dice): string {
  return dice.pick(['none', 'None', 'NONE', 'nOnE', '']);
}

function byHmac(header: Header, claims: object, secret: string): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function byOwnKey(header: Header, claims: object): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): Header {
  return trustedJson<Header>(Buffer.from(part, 'base64url').toString());
}
