import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { postForm } from '../testing/code_flow.js';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
let auth: TestAuth;
let key: { readonly privateKey: CryptoKey; readonly jwk: JWK };
let secret: string;

beforeAll(async () => {
  auth = await startTestAuth();
  key = await makeKey('ES256');
  await auth.client({ id: 'signer', scopes: [SCOPE], jwks: [{ ...key.jwk, kid: 'own' }] });
  secret = await auth.client({ id: 'job', scopes: [SCOPE] });
});
afterAll(() => auth.close());
// Failures are counted, and forgotten after an hour.
afterEach(() => {
  auth.time.nowMs += 3_600_000;
});

async function makeKey(algorithm: string) {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateKey, jwk: await exportJWK(publicKey) };
}

const nowSeconds = () => Math.floor(auth.time.nowMs / 1000);

function assertion(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  by: CryptoKey | Uint8Array = key.privateKey,
): Promise<string> {
  const usual = { iss: 'signer', sub: 'signer', aud: auth.url, jti: randomUUID() };
  return new SignJWT({ ...usual, exp: nowSeconds() + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(by);
}

async function ask(value: string, more: Record<string, string | undefined> = {}) {
  const fields = { client_assertion: value, client_assertion_type: TYPE, ...more };
  return postForm(auth, '/token', { fields: { grant_type: 'client_credentials', ...fields } });
}

it('stands in for a secret, with the issuer or the endpoint as audience', async () => {
  expect((await ask(await assertion())).status).toBe(200);
  expect((await ask(await assertion({ aud: `${auth.url}/token` }))).status).toBe(200);
  expect((await ask(await assertion({ aud: [auth.url] }))).status).toBe(200);
  expect((await ask(await assertion(), { client_id: 'signer' })).status).toBe(200);
});

it('is used once, of fifty at once by one', async () => {
  const value = await assertion();
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask(value)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('works at revocation and introspection too', async () => {
  const issued = await ask(await assertion());
  const token = issued.body.access_token;
  const fields = async () => ({
    token,
    client_assertion: await assertion(),
    client_assertion_type: TYPE,
  });
  const read = await postForm(auth, '/introspect', { fields: await fields() });
  expect(read.body.active).toBe(true);
  expect((await postForm(auth, '/revoke', { fields: await fields() })).status).toBe(200);
  const after = await postForm(auth, '/introspect', { fields: await fields() });
  expect(after.body).toEqual({ active: false });
});

it.each<[string, () => Promise<string>]>([
  ['another subject', () => assertion({ sub: 'job' })],
  ['another issuer', () => assertion({ iss: 'job' })],
  ['no issuer', () => assertion({ iss: undefined })],
  ['no subject', () => assertion({ sub: undefined })],
  ['another audience', () => assertion({ aud: 'https://other.example' })],
  ['another audience beside ours', () => assertion({ aud: ['https://other.example', auth.url] })],
  ['no audience', () => assertion({ aud: undefined })],
  ['no end', () => assertion({ exp: undefined })],
  ['an end in the past', () => assertion({ exp: nowSeconds() - 10 })],
  ['an end far away', () => assertion({ exp: nowSeconds() + 3600 })],
  ['a beginning in the future', () => assertion({ nbf: nowSeconds() + 60 })],
  ['no jti', () => assertion({ jti: undefined })],
  ['a jti that is no text', () => assertion({ jti: 5 as unknown as string })],
  ['an unknown key', async () => assertion({}, {}, (await makeKey('ES256')).privateKey)],
  ['an unknown key id', () => assertion({}, { kid: 'other' })],
  [
    'another algorithm',
    async () => assertion({}, { alg: 'ES384' }, (await makeKey('ES384')).privateKey),
  ],
  [
    'a symmetric algorithm',
    () => assertion({}, { alg: 'HS256' }, Buffer.from(JSON.stringify(key.jwk))),
  ],
  ['no signature', async () => `${(await assertion()).split('.').slice(0, 2).join('.')}.`],
  ['critical extensions', () => assertion({}, { crit: ['x'], x: 1 }).catch(() => 'a.b.c')],
  ['a client without keys', () => assertion({ iss: 'job', sub: 'job' })],
  ['an unknown client', () => assertion({ iss: 'nobody', sub: 'nobody' })],
  ['no JWT', async () => 'x'],
  ['a long one', () => assertion({ more: 'x'.repeat(5000) })],
])('is refused with %s', async (_what, made) => {
  const reply = await ask(await made());
  expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client']);
});

it.each<[string, () => Promise<Record<string, string | undefined>>, number]>([
  ['another type', async () => ({ client_assertion_type: 'x' }), 401],
  ['no type', async () => ({ client_assertion_type: undefined }), 401],
  ['no assertion', async () => ({ client_assertion: undefined, client_id: 'signer' }), 401],
  ['a secret beside it', async () => ({ client_id: 'job', client_secret: secret }), 400],
  ['another client id beside it', async () => ({ client_id: 'job' }), 400],
])('is refused with %s', async (_what, change, status) => {
  expect((await ask(await assertion(), await change())).status).toBe(status);
});

it('cannot be got around without the key', async () => {
  const fields = { grant_type: 'client_credentials', client_id: 'signer' };
  expect((await postForm(auth, '/token', { fields })).status).toBe(401);
  const withSecret = { ...fields, client_secret: 'x' };
  expect((await postForm(auth, '/token', { fields: withSecret })).status).toBe(401);
});

it('needs public keys in the registration', async () => {
  const { clients } = auth.administration;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const add = (id: string, jwks: object[], type?: 'public') =>
    clients.add({
      id,
      scopes: [SCOPE],
      jwks: jwks as Record<string, unknown>[],
      ...(type ? { type } : {}),
    });
  await expect(add('a', [{ ...(await exportJWK(privateKey)) }])).rejects.toThrow(
    'not an asymmetric',
  );
  await expect(add('b', [{ kty: 'oct', k: 'x' }])).rejects.toThrow('not an asymmetric public key');
  for (const bent of [{ kty: 'EC' }, { ...key.jwk, x: 'AA' }, { ...key.jwk, crv: 'P-999' }]) {
    await expect(add('d', [key.jwk, bent])).rejects.toThrow('key [1] of client [d] cannot be read');
  }
  await expect(add('c', [])).rejects.toThrow('1 to 10 keys');
  await expect(clients.rotateSecret('signer')).rejects.toThrow('secret of client [signer]');
});
