import { decodeJwt } from 'jose';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import { authorized, authorizeUrl, postForm, REDIRECT, refresh } from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

const OFF = { 'auth.password.enabled': 'false', 'auth.implicit.enabled': 'false' };
let auth: TestAuth;

async function start(settings: Record<string, string> = {}): Promise<void> {
  auth = await startTestAuth(settings);
  const usual = { type: 'public', scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
  const grants = ['password', 'refresh_token', 'implicit'];
  await auth.client({ ...usual, id: 'old', grants });
  await auth.client({ ...usual, id: 'web', grants: ['authorization_code'] });
}
afterEach(() => auth.close());

const ask = (changes: Record<string, string | undefined> = {}) => {
  const { name: username, password } = USER;
  const fields = { grant_type: 'password', client_id: 'old', username, password, ...changes };
  return postForm(auth, '/token', { fields });
};

const IMPLICIT = {
  response_type: 'token',
  client_id: 'old',
  code_challenge: undefined,
  code_challenge_method: undefined,
};

async function metadata(): Promise<Record<string, unknown>> {
  const response = await fetch(`${auth.url}/.well-known/oauth-authorization-server`);
  return (await response.json()) as Record<string, unknown>;
}

describe('both grants', () => {
  it('are in the metadata, unless they are off', async () => {
    await start();
    expect(await metadata()).toMatchObject({
      grant_types_supported: expect.arrayContaining(['password', 'implicit']),
      response_types_supported: ['code', 'token'],
      response_modes_supported: ['query', 'fragment'],
    });
  });

  it('have one gate, the registration, which does not list them by itself', async () => {
    await start();
    await auth.client({ id: 'plain', scopes: [SCOPE], redirectUris: [REDIRECT] });
    const { grants } = (await auth.context.store.clients.get('plain')) ?? {};
    expect(grants).toEqual(['client_credentials']);
  });
});

describe('the password grant', () => {
  it('is off for all where the server says so', async () => {
    await start(OFF);
    expect((await ask()).body.error).toBe('unsupported_grant_type');
    expect((await metadata()).grant_types_supported).not.toContain('password');
  });

  it('is off for clients that do not list it', async () => {
    await start();
    expect((await ask({ client_id: 'web' })).body.error).toBe('unauthorized_client');
  });

  it('gives tokens of the user', async () => {
    await start();
    const reply = await ask();
    expect(reply.body).toMatchObject({ token_type: 'Bearer', scope: SCOPE });
    expect(decodeJwt(reply.body.access_token ?? '').sub).toMatch(/^u_/);
    expect((await refresh(auth, reply.body.refresh_token ?? '', { client_id: 'old' })).status).toBe(
      200,
    );
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['a wrong password', { password: 'x' }, 'invalid_grant'],
    ['an unknown name', { username: 'nobody' }, 'invalid_grant'],
    ['no name', { username: undefined }, 'invalid_request'],
    ['no password', { password: undefined }, 'invalid_request'],
    ['a scope beyond the client', { scope: 'cluster:all' }, 'invalid_scope'],
  ])('refuses %s', async (_what, changes, error) => {
    await start();
    expect((await ask(changes)).body.error).toBe(error);
  });

  it('does not tell an unknown name from a wrong password, and throttles both', async () => {
    await start();
    const wrong = await ask({ password: 'x' });
    const unknown = await ask({ username: 'nobody' });
    expect(wrong.body).toEqual(unknown.body);
    for (let i = 0; i < 9; i++) await ask({ username: 'nobody' });
    const late = await ask({ username: 'nobody' });
    expect(late.status).toBe(429);
    expect(late.headers.get('retry-after')).toBe('30');
    expect((await ask()).status).toBe(200);
  });
});

describe('the implicit grant', () => {
  it('is off for all where the server says so', async () => {
    await start(OFF);
    const page = await new TestBrowser(auth).open(authorizeUrl(IMPLICIT));
    expect(page.location).toContain(`${REDIRECT}#error=unsupported_response_type`);
    expect(await metadata()).toMatchObject({
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: expect.not.arrayContaining(['implicit']),
    });
  });

  it('ends when the registration loses it, while the user decides too', async () => {
    await start();
    const browser = new TestBrowser(auth);
    const page = await browser.signIn(await browser.open(authorizeUrl(IMPLICIT)));
    await auth.administration.clients.update('old', { grants: ['password'] });
    const { status, location } = await browser.submit(page, { decision: 'allow' });
    expect([status, location]).toEqual([400, expect.stringMatching(/^\/interaction\//)]);
    expect(await auth.context.store.grants.live({ clientId: 'old' }, auth.time.nowMs)).toEqual([]);
  });

  it('is off for clients that do not list it', async () => {
    await start();
    const page = await new TestBrowser(auth).open(authorizeUrl({ ...IMPLICIT, client_id: 'web' }));
    expect(page.location).toContain(`${REDIRECT}#error=unauthorized_client`);
  });

  it('gives a token in the fragment, with iss and state, and no refresh token', async () => {
    await start();
    const answer = await authorized(auth, IMPLICIT);
    expect([...answer.keys()].sort()).toEqual([
      'access_token',
      'expires_in',
      'iss',
      'scope',
      'state',
      'token_type',
    ]);
    expect(decodeJwt(answer.get('access_token') ?? '').client_id).toBe('old');
  });

  it('asks every time, also for a client with a secret, which has no use for it here', async () => {
    await start();
    const grants = ['implicit', 'authorization_code'];
    await auth.client({ id: 'back', grants, scopes: [SCOPE], redirectUris: [REDIRECT] });
    const browser = new TestBrowser(auth);
    await authorized(auth, { client_id: 'back' }, browser);
    const again = await browser.open(authorizeUrl({ ...IMPLICIT, client_id: 'back' }));
    expect(again.text).toContain('<h1>Allow back?</h1>');
  });

  it('never puts a token into a query', async () => {
    await start();
    const url = authorizeUrl({ ...IMPLICIT, response_mode: 'query' });
    const { location } = await new TestBrowser(auth).open(url);
    expect(location).toContain(`${REDIRECT}#error=invalid_request`);
  });

  it('knows no implicit at the token endpoint', async () => {
    await start();
    expect((await ask({ grant_type: 'implicit' })).body.error).toBe('unsupported_grant_type');
  });
});
