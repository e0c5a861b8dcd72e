import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import {
  authorized,
  postForm,
  REDIRECT,
  redeem,
  refresh,
  type TokenReply,
} from '../testing/code_flow.js';

let auth: TestAuth;
let guard: Record<string, string>;
let job: Record<string, string>;

beforeEach(async () => {
  auth = await startTestAuth();
  const web = {
    id: 'web',
    type: 'public',
    grants: ['authorization_code', 'refresh_token'],
  } as const;
  await auth.client({
    ...web,
    scopes: [SCOPE],
    redirectUris: [REDIRECT],
    origins: ['https://spa.example'],
  });
  const scopes = ['security:read'];
  guard = { client_id: 'guard', client_secret: await auth.client({ id: 'guard', scopes }) };
  job = { client_id: 'job', client_secret: await auth.client({ id: 'job', scopes: [SCOPE] }) };
});
afterEach(() => auth.close());

const tokens = async () => (await redeem(auth, (await authorized(auth)).get('code') ?? '')).body;
const inspect = (token: string | undefined, by = guard): Promise<TokenReply> =>
  postForm(auth, '/introspect', { fields: { ...by, token } });
const revoke = (token: string | undefined, by: Record<string, string> = { client_id: 'web' }) =>
  postForm(auth, '/revoke', { fields: { ...by, token } });
const ownToken = async () => {
  const fields = { grant_type: 'client_credentials', ...job };
  return (await postForm(auth, '/token', { fields })).body.access_token ?? '';
};

describe('introspection', () => {
  it('describes access and refresh tokens', async () => {
    const { access_token, refresh_token } = await tokens();
    const access = await inspect(access_token);
    expect(access.headers.get('cache-control')).toBe('no-store');
    expect(access.body).toMatchObject({
      active: true,
      token_type: 'Bearer',
      iss: auth.url,
      aud: 'skein',
      client_id: 'web',
      scope: SCOPE,
      sub: expect.stringMatching(/^u_/),
      exp: auth.time.nowMs / 1000 + 900,
    });
    const seconds = auth.time.nowMs / 1000;
    auth.time.nowMs += 5400;
    expect((await inspect(refresh_token)).body).toEqual({
      active: true,
      iss: auth.url,
      sub: access.body.sub,
      client_id: 'web',
      scope: SCOPE,
      iat: seconds,
      exp: expect.any(Number),
    });
    const { exp } = (await inspect(refresh_token)).body;
    expect(Number(exp) - seconds).toBeGreaterThanOrEqual(86_400);
    expect(Number(exp) - seconds).toBeLessThanOrEqual(366 * 86_400);
  });

  it('says no more than inactive', async () => {
    const { access_token = '', refresh_token } = await tokens();
    const inactive = { status: 200, body: { active: false } };
    for (const wrong of ['x', 'a.b.c', `${access_token.slice(0, -4)}AAAA`]) {
      const { status, body } = await inspect(wrong);
      expect({ status, body }).toEqual(inactive);
    }
    expect((await inspect(access_token, job)).body).toEqual({ active: false });
    expect((await inspect(await ownToken(), job)).body).toMatchObject({ active: true });
    await refresh(auth, refresh_token ?? '');
    expect((await inspect(refresh_token)).body).toEqual({ active: false });
    auth.time.nowMs += 900_000;
    expect((await inspect(access_token)).body).toEqual({ active: false });
  });

  it('needs a client with a secret, and a token', async () => {
    expect((await inspect('x', { client_id: 'web' })).body.error).toBe('invalid_client');
    expect((await inspect('x', { client_id: 'guard' })).status).toBe(401);
    expect((await inspect(undefined)).body.error).toBe('invalid_request');
  });

  it('follows users and clients', async () => {
    const { access_token } = await tokens();
    await auth.administration.users.setDisabled(USER.name, true);
    expect((await inspect(access_token)).body).toEqual({ active: false });
    const own = await ownToken();
    await auth.administration.clients.remove('job');
    expect((await inspect(own)).body).toEqual({ active: false });
  });

  it('knows no token of a revoked key', async () => {
    const own = await ownToken();
    await auth.administration.keys.revoke(auth.context.keys.signingKey.kid);
    expect((await inspect(own)).body).toEqual({ active: false });
    expect((await inspect(await ownToken())).body).toMatchObject({ active: true });
  });
});

describe('revocation', () => {
  it('of a refresh token ends its family', async () => {
    const { access_token, refresh_token } = await tokens();
    const reply = await revoke(refresh_token);
    expect(reply).toMatchObject({ status: 200, body: {} });
    expect((await refresh(auth, refresh_token ?? '')).body.error).toBe('invalid_grant');
    expect((await inspect(access_token)).body).toEqual({ active: false });
  });

  it('of an access token ends that token alone', async () => {
    const { access_token, refresh_token } = await tokens();
    expect((await revoke(access_token)).status).toBe(200);
    expect((await inspect(access_token)).body).toEqual({ active: false });
    expect((await refresh(auth, refresh_token ?? '')).status).toBe(200);
  });

  it('of something unknown is done already, whatever the hint', async () => {
    const fields = { client_id: 'web', token: 'x', token_type_hint: 'magic' };
    expect((await postForm(auth, '/revoke', { fields })).status).toBe(200);
    const { refresh_token } = await tokens();
    expect((await revoke(refresh_token)).status).toBe(200);
    expect((await revoke(refresh_token)).status).toBe(200);
  });

  it("of another client's token is refused", async () => {
    const { refresh_token } = await tokens();
    expect((await revoke(refresh_token, job)).body.error).toBe('unauthorized_client');
    expect((await refresh(auth, refresh_token ?? '')).status).toBe(200);
  });

  it('needs the client and a token', async () => {
    expect((await revoke('x', { client_id: 'job', client_secret: 'x' })).status).toBe(401);
    expect((await revoke(undefined)).body.error).toBe('invalid_request');
  });

  it('by the administrator ends what a user has allowed', async () => {
    const { refresh_token } = await tokens();
    expect(await auth.administration.revokeTokens({ user: USER.name })).toBe(1);
    expect((await refresh(auth, refresh_token ?? '')).body.error).toBe('invalid_grant');
    await expect(auth.administration.revokeTokens({})).rejects.toThrow('name a user');
  });
});

describe('wrong secrets', () => {
  it('are throttled; the right one still works', async () => {
    const ask = (client_secret: string | undefined) =>
      postForm(auth, '/token', {
        fields: { grant_type: 'client_credentials', client_id: 'job', client_secret },
      });
    for (let i = 0; i < 10; i++) expect((await ask(`x${i}`)).status).toBe(401);
    const late = await ask('x');
    expect(late.status).toBe(429);
    expect(late.headers.get('retry-after')).toBe('1');
    expect((await ask(job.client_secret)).status).toBe(200);
  });

  it('do not tell a client that there is from one that there is not', async () => {
    const ask = (client_id: string) =>
      postForm(auth, '/token', {
        fields: { grant_type: 'client_credentials', client_id, client_secret: 'x' },
      });
    const failures = async () => (await auth.context.store.audit.tail(1000)).length;
    const answersTo = async (id: string) => {
      const before = await failures();
      const replies: unknown[] = [];
      for (let i = 0; i < 11; i++) {
        const { status, body } = await ask(id);
        replies.push({ status, body });
      }
      return [...replies, (await failures()) - before];
    };
    const known = await answersTo('guard');
    expect(await answersTo('nobody')).toEqual(known);
    expect(await answersTo('somebody')).toEqual(known);
  });
});

describe('scripts of other origins', () => {
  const preflight = (origin: string) =>
    fetch(`${auth.url}/token`, { method: 'OPTIONS', headers: { origin } });

  it('may call when a client registered theirs, without credentials', async () => {
    const known = await preflight('https://spa.example');
    expect(known.status).toBe(204);
    expect(known.headers.get('access-control-allow-origin')).toBe('https://spa.example');
    expect(known.headers.get('access-control-allow-credentials')).toBeNull();
    const unknown = await preflight('https://evil.example');
    expect(unknown.headers.get('access-control-allow-origin')).toBeNull();
    const page = await fetch(`${auth.url}/authorize`, {
      headers: { origin: 'https://spa.example' },
    });
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });
});
