import { generateKeyPairSync } from 'node:crypto';
import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { authorized, postForm, redeem } from '../testing/code_flow.js';

let auth: TestAuth;
let token: string;

beforeEach(async () => {
  auth = await startTestAuth({ 'auth.registration.enabled': 'true' });
  token = await newToken(20);
});
afterEach(() => auth.close());

const newToken = (uses: number) =>
  auth.administration.createInitialToken({ scopes: [SCOPE], uses, lifetimeMs: 60_000 });

const GOOD = {
  client_name: 'App',
  redirect_uris: ['https://app.example/cb'],
  token_endpoint_auth_method: 'none',
};

async function register(metadata: unknown, bearer: string | undefined = token) {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const response = await fetch(`${auth.url}/register`, {
    method: 'POST',
    body: JSON.stringify(metadata),
    headers: { 'content-type': 'application/json', ...authorization },
  });
  const body = (await response.json()) as Record<string, string>;
  return { status: response.status, headers: response.headers, body };
}

it('gives a client that works', async () => {
  const { status, body, headers } = await register(GOOD);
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    client_id: expect.any(String),
    client_id_issued_at: auth.time.nowMs / 1000,
    client_name: 'App',
    application_type: 'web',
    scope: SCOPE,
    redirect_uris: GOOD.redirect_uris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    registration_access_token: expect.stringMatching(/^[\w-]{43}$/),
    registration_client_uri: `${auth.url}/register/${body.client_id}`,
  });
  const { client_id } = body;
  const answer = await authorized(auth, { client_id });
  expect((await redeem(auth, answer.get('code') ?? '', { client_id })).status).toBe(200);
});

it('takes a name of 128 characters that are shown, and no longer one', async () => {
  const name = 'n'.repeat(128);
  expect((await register({ ...GOOD, client_name: name })).body.client_name).toBe(name);
  for (const client_name of [`${name}n`, 'a\u0007', 'a\u202eb']) {
    const { status, body } = await register({ ...GOOD, client_name });
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  }
});

it('gives a secret to a client that can keep one', async () => {
  const { body } = await register({ grant_types: ['client_credentials'], response_types: [] });
  expect(body.client_secret_expires_at).toBe(0);
  const { client_id, client_secret } = body;
  const fields = { grant_type: 'client_credentials', client_id, client_secret };
  expect((await postForm(auth, '/token', { fields })).status).toBe(200);
});

const KEY = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid: 'k1',
  alg: 'ES256',
};
const SIGNING = {
  ...GOOD,
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: 'private_key_jwt',
};

it('gives no secret to a client that signs, and shows its keys', async () => {
  const { status, body } = await register({ ...SIGNING, jwks: { keys: [KEY] } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [KEY] },
  });
  expect(body).not.toHaveProperty('client_secret');
});

it.each([
  undefined,
  null,
  'x',
  [],
  {},
  { keys: [] },
  { keys: [null] },
  { keys: ['x'] },
  { keys: {} },
])('refuses a client that signs with the keys %j', async (jwks) => {
  expect(await register({ ...SIGNING, jwks })).toMatchObject({
    status: 400,
    body: { error: 'invalid_client_metadata' },
  });
});

it.each<[string, unknown, string]>([
  ['the password grant', { ...GOOD, grant_types: ['password'] }, 'invalid_client_metadata'],
  ['the implicit grant', { ...GOOD, grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ['an unknown grant', { ...GOOD, grant_types: ['magic'] }, 'invalid_client_metadata'],
  ['the token response', { ...GOOD, response_types: ['token'] }, 'invalid_client_metadata'],
  ['more scope than the token', { ...GOOD, scope: 'cluster:all' }, 'invalid_client_metadata'],
  [
    'some scope that the token has not',
    { ...GOOD, scope: `${SCOPE} cluster:all` },
    'invalid_client_metadata',
  ],
  ['no scope', { ...GOOD, scope: ' ' }, 'invalid_client_metadata'],
  ['an unknown method', { ...GOOD, token_endpoint_auth_method: 'x' }, 'invalid_client_metadata'],
  ['a name of a wrong type', { ...GOOD, client_name: 5 }, 'invalid_client_metadata'],
  ['a list of a wrong type', { ...GOOD, redirect_uris: 'x' }, 'invalid_client_metadata'],
  ['no redirect URI', { ...GOOD, redirect_uris: [] }, 'invalid_client_metadata'],
  [
    'a script as redirect URI',
    { ...GOOD, redirect_uris: ['javascript:x'] },
    'invalid_redirect_uri',
  ],
  ['plain http', { ...GOOD, redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
  [
    'credentials without a secret',
    { ...GOOD, grant_types: ['client_credentials'] },
    'invalid_client_metadata',
  ],
  ['a list as body', [GOOD], 'invalid_client_metadata'],
])('refuses %s', async (_what, metadata, error) => {
  expect(await register(metadata)).toMatchObject({ status: 400, body: { error } });
  expect(await auth.administration.clients.list()).toEqual([]);
});

it('needs an initial access token that is good', async () => {
  const none = await register(GOOD, '');
  expect(none).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  expect(none.headers.get('www-authenticate')).toMatch(/^Bearer realm="skein-auth"/);
  expect((await register(GOOD, 'x')).status).toBe(401);
  const once = await newToken(1);
  expect((await register(GOOD, once)).status).toBe(201);
  expect((await register(GOOD, once)).status).toBe(401);
  auth.time.nowMs += 60_000;
  expect((await register(GOOD)).status).toBe(401);
});

it('is off by default, and then not in the metadata', async () => {
  const usual = await startTestAuth();
  try {
    const reply = await fetch(`${usual.url}/register`, { method: 'POST' });
    expect(reply.status).toBe(404);
    const metadata = await fetch(`${usual.url}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).not.toHaveProperty('registration_endpoint');
  } finally {
    await usual.close();
  }
});

describe('management (RFC 7592)', () => {
  const CHANGED = { ...GOOD, client_name: 'New', redirect_uris: ['https://app.example/other'] };

  async function manage(method: string, uri = '', bearer = '', body?: object) {
    const response = await fetch(uri, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, headers: response.headers, body: answer };
  }

  it('reads, replaces and removes a registration', async () => {
    const { body } = await register(GOOD);
    const { client_id, registration_client_uri: uri, registration_access_token: own } = body;
    const read = await manage('GET', uri, own);
    expect(read.status).toBe(200);
    expect(read.headers.get('cache-control')).toBe('no-store');
    expect(read.body).toEqual(body);
    const replaced = await manage('PUT', uri, own, { ...CHANGED, client_id });
    expect(replaced.body).toEqual({ ...body, ...CHANGED });
    expect((await manage('GET', uri, own)).body).toEqual(replaced.body);
    expect((await manage('DELETE', uri, own)).status).toBe(204);
    expect((await manage('GET', uri, own)).status).toBe(401);
    expect(await auth.context.store.clients.get(client_id ?? '')).toBeUndefined();
  });

  it('replaces the registration of a native application with what it was shown', async () => {
    const native = { ...GOOD, application_type: 'native', redirect_uris: ['com.example.app:/cb'] };
    const { body } = await register(native);
    const { registration_client_uri: uri, registration_access_token: own } = body;
    expect(body.application_type).toBe('native');
    const { status, body: replaced } = await manage('PUT', uri, own, body);
    expect([status, replaced]).toEqual([200, body]);
    const web = { ...GOOD, client_id: body.client_id };
    expect(await manage('PUT', uri, own, web)).toMatchObject({
      status: 400,
      body: { error_description: 'application_type is not acceptable' },
    });
  });

  it.each<[string, object, string]>([
    ['another client id', { client_id: 'other' }, 'invalid_client_metadata'],
    ['no client id', { client_id: undefined }, 'invalid_client_metadata'],
    ['a secret of its own choice', { client_secret: 'chosen' }, 'invalid_client_metadata'],
    ['more scope', { scope: 'cluster:all' }, 'invalid_client_metadata'],
    [
      'another way to authenticate',
      { token_endpoint_auth_method: 'client_secret_basic' },
      'invalid_client_metadata',
    ],
    ['the password grant', { grant_types: ['password'] }, 'invalid_client_metadata'],
    ['a bad redirect URI', { redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
  ])('refuses to replace with %s', async (_what, change, error) => {
    const { body } = await register(GOOD);
    const { client_id, registration_client_uri: uri, registration_access_token: own } = body;
    const reply = await manage('PUT', uri, own, { ...GOOD, client_id, ...change });
    expect([reply.status, reply.body.error]).toEqual([400, error]);
    expect((await manage('GET', uri, own)).body).toEqual(body);
  });

  it('tells the token of another client, of nobody and of a disabled one alike', async () => {
    const [one, two] = [(await register(GOOD)).body, (await register(GOOD)).body];
    const uri = one.registration_client_uri;
    const replies = [
      await manage('GET', uri, two.registration_access_token),
      await manage('GET', uri, token),
      await manage('DELETE', uri, 'x'),
      await manage('GET', `${auth.url}/register/nobody`, one.registration_access_token),
    ];
    await auth.administration.clients.update(one.client_id ?? '', { disabled: true });
    replies.push(await manage('GET', uri, one.registration_access_token));
    for (const { status, headers, body } of replies) {
      expect([status, body]).toEqual([401, replies[0]?.body]);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });
});
