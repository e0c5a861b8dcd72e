import { createHash, randomUUID } from 'node:crypto';
import { checkDpopProof, KeyCache, TokenVerifier } from '@skein/oauth';
import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWK,
  SignJWT,
} from 'jose';
import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import {
  authorized,
  authorizeUrl,
  postForm,
  REDIRECT,
  redeem,
  refresh,
  VERIFIER,
} from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

type Key = Awaited<ReturnType<typeof makeKey>>;
let auth: TestAuth;
let key: Key;
let other: Key;
let secret: string;

beforeAll(async () => {
  auth = await startTestAuth();
  secret = await auth.client({ id: 'job', scopes: [SCOPE] });
  const grants = ['authorization_code', 'refresh_token'];
  await auth.client({
    id: 'web',
    type: 'public',
    grants,
    scopes: [SCOPE],
    redirectUris: [REDIRECT],
  });
  [key, other] = [await makeKey(), await makeKey()];
});
afterAll(() => auth.close());

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

interface ProofChanges {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly jwk?: JWK;
}

function proof(by: Key = key, { claims = {}, header = {}, jwk = by.jwk }: ProofChanges = {}) {
  const usual = { htm: 'POST', htu: `${auth.url}/token`, jti: randomUUID() };
  const iat = Math.floor(auth.time.nowMs / 1000);
  return new SignJWT({ ...usual, iat, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(by.privateKey);
}

const ask = async (dpop: string) =>
  postForm(auth, '/token', {
    fields: { grant_type: 'client_credentials', client_id: 'job', client_secret: secret },
    headers: { dpop },
  });

it('binds the access token to the key, and the verifier wants the key', async () => {
  const reply = await ask(await proof());
  expect(reply.body.token_type).toBe('DPoP');
  const token = reply.body.access_token ?? '';
  expect(decodeJwt(token).cnf).toEqual({ jkt: key.thumbprint });
  const { clock, keys: store } = auth.context;
  const keys = new KeyCache({ fetch: async () => store.jwks, clock, algorithms: ['ES256'] });
  const issuer = { issuer: auth.url, audience: 'skein', algorithms: ['ES256'], keys };
  const verifier = new TokenVerifier({ clock, issuers: [issuer] });
  await expect(verifier.verify(token)).rejects.toThrow('bound to a key');
  await expect(verifier.verify(token, other.thumbprint)).rejects.toThrow('bound to a key');
  expect(await verifier.verify(token, key.thumbprint)).toMatchObject({ clientId: 'job' });
  expect(verifier.known(token)).toBeUndefined();
  expect(verifier.known(token, key.thumbprint)).toBeDefined();
  const bearer = await postForm(auth, '/token', {
    fields: { grant_type: 'client_credentials', client_id: 'job', client_secret: secret },
  });
  await expect(verifier.verify(bearer.body.access_token ?? '', key.thumbprint)).rejects.toThrow();
});

it.each<[string, () => Promise<string>]>([
  ['another method', () => proof(key, { claims: { htm: 'GET' } })],
  ['another address', () => proof(key, { claims: { htu: 'https://evil.example/token' } })],
  ['no address', () => proof(key, { claims: { htu: undefined } })],
  ['no jti', () => proof(key, { claims: { jti: undefined } })],
  ['an empty jti', () => proof(key, { claims: { jti: '' } })],
  ['a huge jti', () => proof(key, { claims: { jti: 'x'.repeat(300) } })],
  ['no time', () => proof(key, { claims: { iat: undefined } })],
  ['an old proof', () => proof(key, { claims: { iat: auth.time.nowMs / 1000 - 61 } })],
  ['a proof of the future', () => proof(key, { claims: { iat: auth.time.nowMs / 1000 + 61 } })],
  ['another type', () => proof(key, { header: { typ: 'JWT' } })],
  ['no key', () => proof(key, { header: { jwk: undefined } })],
  ['another key', () => proof(key, { jwk: other.jwk })],
  ['a private key', async () => proof(key, { jwk: await exportJWK(key.privateKey) })],
  ['two proofs', async () => `${await proof()}, ${await proof()}`],
  ['no JWT', async () => 'nonsense'],
  ['a huge proof', async () => 'x'.repeat(5000)],
])('refuses %s', async (_what, make) => {
  expect(await ask(await make())).toMatchObject({
    status: 400,
    body: { error: 'invalid_dpop_proof' },
  });
});

it('takes a proof once', async () => {
  const once = await proof();
  expect((await ask(once)).status).toBe(200);
  expect((await ask(once)).body.error).toBe('invalid_dpop_proof');
});

it("binds a public client's code and refresh token", async () => {
  const answer = await authorized(auth, { dpop_jkt: key.thumbprint });
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'web',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    code: answer.get('code') ?? '',
  };
  const headers = { dpop: await proof() };
  const reply = await postForm(auth, '/token', { fields, headers });
  expect(reply.body.token_type).toBe('DPoP');
  const token = reply.body.refresh_token ?? '';
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
  const again = { grant_type: 'refresh_token', client_id: 'web', refresh_token: token };
  const by = async (holder: Key) =>
    postForm(auth, '/token', { fields: again, headers: { dpop: await proof(holder) } });
  expect((await by(other)).body.error).toBe('invalid_grant');
  expect((await by(key)).status).toBe(200);
  const second = await authorized(auth, { dpop_jkt: key.thumbprint });
  expect((await redeem(auth, second.get('code') ?? '')).body.error).toBe('invalid_grant');
});

describe('a proof with a pushed request', () => {
  const pushed = async (headers: Record<string, string>, dpop_jkt?: string) => {
    const { search } = new URL(authorizeUrl({ dpop_jkt }), auth.url);
    const fields = Object.fromEntries(new URLSearchParams(search));
    return postForm(auth, '/par', { fields, headers });
  };
  const parProof = async (by?: Key) =>
    ({ dpop: await proof(by, { claims: { htu: `${auth.url}/par` } }) }) as const;

  it('binds the code to its key', async () => {
    const { request_uri } = (await pushed(await parProof())).body;
    const browser = new TestBrowser(auth);
    const consent = await browser.signIn(
      await browser.open(
        `/authorize?${new URLSearchParams({ client_id: 'web', request_uri: request_uri ?? '' })}`,
      ),
    );
    const { location } = await browser.submit(consent, { decision: 'allow' });
    const code = new URL(location).searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', client_id: 'web', code };
    const whole = { ...fields, redirect_uri: REDIRECT, code_verifier: VERIFIER };
    const headers = { dpop: await proof(other) };
    const stolen = await postForm(auth, '/token', { fields: whole, headers });
    expect(stolen.body.error).toBe('invalid_grant');
  });

  it('names the key of dpop_jkt, where that is there', async () => {
    expect((await pushed(await parProof(), key.thumbprint)).status).toBe(201);
    const reply = await pushed(await parProof(other), key.thumbprint);
    expect(reply.body.error).toBe('invalid_dpop_proof');
  });

  it('is one for that endpoint', async () => {
    expect((await pushed({ dpop: await proof() })).body.error).toBe('invalid_dpop_proof');
  });
});

it('covers the access token at a resource server', async () => {
  const token = 'an.access.token';
  const accessTokenHash = createHash('sha256').update(token).digest('base64url');
  const htu = 'https://search.example/logs/_search';
  const request = { method: 'GET', addresses: [htu], nowMs: auth.time.nowMs, accessTokenHash };
  const claims = { htm: 'GET', htu: `${htu}?q=1`, ath: accessTokenHash };
  const good = await checkDpopProof(await proof(key, { claims }), request);
  expect(good.thumbprint).toBe(key.thumbprint);
  for (const ath of [undefined, 'x']) {
    const bad = await proof(key, { claims: { ...claims, ath } });
    await expect(checkDpopProof(bad, request)).rejects.toThrow('DPoP proof');
  }
});

describe('nonces', () => {
  let strict: TestAuth;
  let strictSecret: string;
  beforeAll(async () => {
    strict = await startTestAuth({ 'auth.dpop.nonce.required': 'true' });
    strictSecret = await strict.client({ id: 'job', scopes: [SCOPE] });
  });
  afterAll(() => strict.close());

  const askStrict = async (claims: Record<string, unknown>) => {
    const htu = `${strict.url}/token`;
    const iat = Math.floor(strict.time.nowMs / 1000);
    const client = { client_id: 'job', client_secret: strictSecret };
    return postForm(strict, '/token', {
      fields: { grant_type: 'client_credentials', ...client },
      headers: { dpop: await proof(key, { claims: { htu, iat, ...claims } }) },
    });
  };

  it('are asked for, given and taken', async () => {
    const refused = await askStrict({});
    expect([refused.status, refused.body.error]).toEqual([400, 'use_dpop_nonce']);
    const nonce = refused.headers.get('dpop-nonce');
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect((await askStrict({ nonce })).status).toBe(200);
    expect((await askStrict({ nonce })).status).toBe(200);
  });

  it('of another server or of long ago are answered with a new one', async () => {
    const nonce = (await askStrict({})).headers.get('dpop-nonce');
    expect((await askStrict({ nonce: 'x'.repeat(43) })).body.error).toBe('use_dpop_nonce');
    strict.time.nowMs += 10 * 60_000;
    const late = await askStrict({ nonce });
    expect(late.body.error).toBe('use_dpop_nonce');
    expect(late.headers.get('dpop-nonce')).not.toBe(nonce);
  });
});
