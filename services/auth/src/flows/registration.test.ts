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
    scope: SCOPE,
    redirect_uris: GOOD.redirect_uris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
  const { client_id } = body;
  const answer = await authorized(auth, { client_id });
  expect((await redeem(auth, answer.get('code') ?? '', { client_id })).status).toBe(200);
});

it('gives a secret to a client that can keep one', async () => {
  const { body } = await register({ grant_types: ['client_credentials'], response_types: [] });
  expect(body.client_secret_expires_at).toBe(0);
  const { client_id, client_secret } = body;
  const fields = { grant_type: 'client_credentials', client_id, client_secret };
  expect((await postForm(auth, '/token', { fields })).status).toBe(200);
});

it.each<[string, unknown, string]>([
  ['the password grant', { ...GOOD, grant_types: ['password'] }, 'invalid_client_metadata'],
  ['the implicit grant', { ...GOOD, grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ['an unknown grant', { ...GOOD, grant_types: ['magic'] }, 'invalid_client_metadata'],
  ['the token response', { ...GOOD, response_types: ['token'] }, 'invalid_client_metadata'],
  ['more scope than the token', { ...GOOD, scope: 'cluster:all' }, 'invalid_client_metadata'],
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
