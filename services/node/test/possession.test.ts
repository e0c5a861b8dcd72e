/**
 * Tokens bound to a key (RFC 9449), the identity of the caller, the discovery of the token endpoint
 * (RFC 9728), and a node that starts while its issuer is unavailable.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWK,
  SignJWT,
} from 'jose';
import { EVERYTHING, SecuredNode } from './secured_node.js';

const RESOURCE = 'https://search.example';
let node: SecuredNode;
let named: SecuredNode;
let key: { readonly privateKey: CryptoKey; readonly jwk: JWK; readonly jkt: string };
let other: typeof key;

beforeAll(async () => {
  [node, named] = await Promise.all([
    SecuredNode.start(),
    SecuredNode.start({ 'security.oauth2.resource': `${RESOURCE}/` }),
  ]);
  [key, other] = [await makeKey(), await makeKey()];
});
afterAll(async () => {
  await Promise.all([node?.stop(), named?.stop()]);
});

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, jkt: await calculateJwkThumbprint(jwk) };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1000);

function proof(token: string, claims: object = {}, header: object = {}, by = key): Promise<string> {
  const usual = { htm: 'GET', htu: `${node.url}/pub-1/_search`, ath: hashOf(token) };
  return new SignJWT({ ...usual, jti: randomUUID(), iat: nowSeconds(), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: by.jwk, ...header })
    .sign(by.privateKey);
}

async function ask(token: string, dpop: string | undefined, scheme = 'DPoP', to = node) {
  const response = await fetch(`${to.url}/pub-1/_search?size=1`, {
    headers: { authorization: `${scheme} ${token}`, ...(dpop === undefined ? {} : { dpop }) },
  });
  await response.arrayBuffer();
  return { status: response.status, challenge: response.headers.get('www-authenticate') ?? '' };
}

const bound = () => node.forge({ cnf: { jkt: key.jkt } });

describe('a bound token', () => {
  it('works with a proof, again and again with new ones', async () => {
    const token = await bound();
    for (let i = 0; i < 3; i++) expect((await ask(token, await proof(token))).status).toBe(200);
    const withQuery = `${node.url}/pub-1/_search?x=1#y`;
    expect((await ask(token, await proof(token, { htu: withQuery }))).status).toBe(200);
  });

  it('is no bearer token', async () => {
    const token = await bound();
    for (const dpop of [undefined, await proof(token)]) {
      const refused = await ask(token, dpop, 'Bearer');
      expect(refused.status).toBe(401);
      expect(refused.challenge).toContain('error="invalid_token"');
    }
  });

  it('takes a proof once, of thirty at once', async () => {
    const token = await bound();
    const dpop = await proof(token);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(token, dpop)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each<[string, (token: string) => Promise<string | undefined>]>([
    ['no proof', async () => undefined],
    ['another method', (token) => proof(token, { htm: 'POST' })],
    ['no method', (token) => proof(token, { htm: undefined })],
    ['another path', (token) => proof(token, { htu: `${node.url}/sec-1/_search` })],
    ['another host', (token) => proof(token, { htu: 'http://other.example/pub-1/_search' })],
    ['no address', (token) => proof(token, { htu: undefined })],
    ['no hash of the token', (token) => proof(token, { ath: undefined })],
    ['the hash of another token', (token) => proof(token, { ath: hashOf('x') })],
    ['a proof of long ago', (token) => proof(token, { iat: nowSeconds() - 120 })],
    ['a proof of tomorrow', (token) => proof(token, { iat: nowSeconds() + 120 })],
    ['no time', (token) => proof(token, { iat: undefined })],
    ['no jti', (token) => proof(token, { jti: undefined })],
    ['an endless jti', (token) => proof(token, { jti: 'x'.repeat(300) })],
    ['another type', (token) => proof(token, {}, { typ: 'jwt' })],
    ['no type', (token) => proof(token, {}, { typ: undefined })],
    ['no key', (token) => proof(token, {}, { jwk: undefined })],
    ['a key that did not sign', (token) => proof(token, {}, { jwk: other.jwk })],
    ['another key', (token) => proof(token, {}, {}, other)],
    ['a proof that is none', async () => 'x.y.z'],
    ['an empty proof', async () => ''],
    ['two proofs', async (token) => `${await proof(token)}, ${await proof(token)}`],
    ['a proof without signature', async (token) => `${(await proof(token)).replace(/[^.]+$/, '')}`],
  ])('is refused with %s', async (_what, made) => {
    const token = await bound();
    const refused = await ask(token, await made(token));
    expect(refused.status).toBe(401);
    expect(refused.challenge).toMatch(/^DPoP realm="skein", error="invalid_(dpop_proof|token)"/);
    expect(refused.challenge).toContain('algs="');
  });

  it('and a proof for a token that is not bound is refused', async () => {
    const token = await node.forge();
    expect((await ask(token, await proof(token))).status).toBe(401);
  });

  it('is proven for the address that is configured, whatever the request says', async () => {
    const token = await named.forge({ cnf: { jkt: key.jkt } });
    const good = await proof(token, { htu: `${RESOURCE}/pub-1/_search` });
    expect((await ask(token, good, 'DPoP', named)).status).toBe(200);
    const local = await proof(token, { htu: `${named.url}/pub-1/_search` });
    expect((await ask(token, local, 'DPoP', named)).status).toBe(401);
  });
});

it('tells who one is', async () => {
  const answer = await node.ask(await node.forge(), 'GET', '/_security/_authenticate');
  expect(JSON.parse(answer.text)).toMatchObject({
    username: 'c_tester',
    enabled: true,
    authentication_type: 'token',
    authentication_realm: { name: node.issuer.url, type: 'oauth2' },
    client_id: 'tester',
    scope: EVERYTHING,
  });
});

it('tells anybody where to get a token', async () => {
  const path = '/.well-known/oauth-protected-resource';
  const answer = await named.ask(undefined, 'GET', path);
  expect(JSON.parse(answer.text)).toMatchObject({
    resource: RESOURCE,
    authorization_servers: [named.issuer.url],
    bearer_methods_supported: ['header'],
  });
  expect((await node.ask(undefined, 'GET', path)).status).toBe(404);
  const refused = await named.ask(undefined, 'GET', '/pub-1/_search');
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer realm="skein", resource_metadata="${RESOURCE}${path}"`,
  );
});

it('a node that starts while its issuer is away knows the keys of before', async () => {
  const token = await node.forge();
  expect((await node.ask(token, 'GET', '/_security/_authenticate')).status).toBe(200);
  node.issuer.server.closeAllConnections();
  await new Promise((resolve) => node.issuer.server.close(resolve));
  await node.restart();
  expect((await node.ask(await node.forge(), 'GET', '/_security/_authenticate')).status).toBe(200);
  const { privateKey } = await makeKey();
  const forged = await node.forge({}, {}, privateKey);
  expect((await node.ask(forged, 'GET', '/_security/_authenticate')).status).toBe(401);
});
