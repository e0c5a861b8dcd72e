import { decodeJwt } from 'jose';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import {
  authorized,
  authorizeUrl,
  CHALLENGE,
  postForm,
  REDIRECT,
  redeem,
  refresh,
  VERIFIER,
} from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

let auth: TestAuth;
let secret: string;

beforeEach(async () => {
  auth = await startTestAuth();
  const scopes = [SCOPE, 'cluster:all'];
  const grants = ['authorization_code', 'refresh_token'];
  const redirectUris = [REDIRECT, 'https://app.example/cb?tenant=a'];
  await auth.client({ id: 'web', name: 'Web <App>', type: 'public', grants, scopes, redirectUris });
  secret = await auth.client({ id: 'back', grants, scopes, redirectUris: [REDIRECT] });
  const native = ['http://127.0.0.1/cb', 'com.example.app:/cb'];
  await auth.client({ id: 'native', type: 'native', grants, scopes, redirectUris: native });
});
afterEach(() => auth.close());

const NO_PKCE = { code_challenge: undefined, code_challenge_method: undefined };
const codeOf = async () => (await authorized(auth)).get('code') ?? '';

describe('a sign-in', () => {
  it('goes from request to tokens, with the scope that client and roles allow', async () => {
    const answer = await authorized(auth);
    expect([...answer.keys()].sort()).toEqual(['code', 'iss', 'state']);
    expect(answer.get('state')).toBe('st4te');
    expect(answer.get('iss')).toBe(auth.url);
    const reply = await redeem(auth, answer.get('code') ?? '');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: `${SCOPE} cluster:monitor`,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(decodeJwt(reply.body.access_token ?? '')).toMatchObject({
      sub: expect.stringMatching(/^u_/),
      client_id: 'web',
      auth_time: auth.time.nowMs / 1000,
    });
  });

  it('works at /oauth/authorize and by POST', async () => {
    const get = await new TestBrowser(auth).open(authorizeUrl({}, '/oauth/authorize'));
    expect(get.text).toContain('<h1>Sign in</h1>');
    const body = authorizeUrl().split('?')[1] ?? '';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = await new TestBrowser(auth).send('/authorize', { method: 'POST', body, headers });
    expect(post.status).toBe(303);
    expect(post.headers.get('location')).toMatch(/^\/interaction\//);
  });

  it('keeps the query a registered address has', async () => {
    const browser = new TestBrowser(auth);
    const url = authorizeUrl({ redirect_uri: 'https://app.example/cb?tenant=a' });
    const consent = await browser.signIn(await browser.open(url));
    const { location } = await browser.submit(consent, { decision: 'deny' });
    expect(location).toMatch(/^https:\/\/app\.example\/cb\?tenant=a&error=access_denied&/);
    expect(new URL(location).searchParams.get('iss')).toBe(auth.url);
  });

  it('lets a native application pick its port, on the loopback address alone', async () => {
    const open = (redirect_uri: string) =>
      new TestBrowser(auth).open(authorizeUrl({ client_id: 'native', redirect_uri }));
    expect((await open('http://127.0.0.1:54321/cb')).status).toBe(200);
    expect((await open('com.example.app:/cb')).status).toBe(200);
    for (const wrong of [
      'http://127.0.0.1:54321/other',
      'http://127.0.0.1:70000/cb',
      'http://127.0.0.1:54321@evil.example/cb',
      'http://127.0.0.2/cb',
      'http://localhost:54321/cb',
      'https://127.0.0.1:54321/cb',
    ]) {
      expect((await open(wrong)).status).toBe(400);
    }
  });

  it('gives a bearer of a wrong password another try, and says no more', async () => {
    const browser = new TestBrowser(auth);
    const login = await browser.open(authorizeUrl());
    const wrong = await browser.signIn(login, { name: USER.name, password: 'nope' });
    const unknown = await browser.signIn(wrong, { name: 'nobody', password: 'nope' });
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect(wrong.text).toContain('<p role="alert" id="problem">');
    const problem = (text: string) => /role="alert"[^>]*>([^<]+)/.exec(text)?.[1];
    expect(problem(wrong.text)).toBe(problem(unknown.text));
    expect((await browser.signIn(unknown)).text).toContain('Allow Web &lt;App&gt;?');
  });

  it('locks a name after ten failures for a while, the right password too', async () => {
    const browser = new TestBrowser(auth);
    const page = await browser.open(authorizeUrl());
    for (let i = 0; i < 10; i++) await browser.signIn(page, { ...USER, password: `no${i}` });
    const locked = await browser.signIn(page);
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('30');
    auth.time.nowMs += 30_000;
    expect((await browser.signIn(page)).status).toBe(200);
  });

  it('asks a user of a public client every time, of a confidential one once', async () => {
    for (const [client_id, asks] of [
      ['web', true],
      ['back', false],
    ] as const) {
      const browser = new TestBrowser(auth);
      await authorized(auth, { client_id }, browser);
      const again = await browser.open(authorizeUrl({ client_id }));
      expect(again.location.startsWith(REDIRECT)).toBe(!asks);
      const forced = await browser.open(authorizeUrl({ client_id, prompt: 'consent' }));
      expect(forced.text).toContain('Allow');
    }
  });

  it('never asks a user of a first-party client, unless the client wants it', async () => {
    await auth.administration.clients.update('web', { firstParty: true });
    const browser = new TestBrowser(auth);
    const signedIn = await browser.signIn(await browser.open(authorizeUrl()));
    expect(signedIn.location.startsWith(`${REDIRECT}?code=`)).toBe(true);
    const quiet = await browser.open(authorizeUrl({ prompt: 'none' }));
    expect(quiet.location.startsWith(`${REDIRECT}?code=`)).toBe(true);
    const forced = await browser.open(authorizeUrl({ prompt: 'consent' }));
    expect(forced.text).toContain('Allow');
  });

  it('honours prompt and max_age', async () => {
    const browser = new TestBrowser(auth);
    const quiet = () => browser.open(authorizeUrl({ client_id: 'back', prompt: 'none' }));
    expect((await quiet()).location).toContain('error=login_required');
    await browser.signIn(await browser.open(authorizeUrl({ client_id: 'back' })));
    expect((await quiet()).location).toContain('error=consent_required');
    auth.time.nowMs += 1000;
    const login = await browser.open(authorizeUrl({ client_id: 'back', prompt: 'login' }));
    expect(login.text).toContain('Sign in');
    expect((await browser.signIn(login)).text).toContain('Allow');
    auth.time.nowMs += 5000;
    const old = await browser.open(authorizeUrl({ client_id: 'back', max_age: '4' }));
    expect(old.text).toContain('<h1>Sign in</h1>');
    const young = await browser.open(authorizeUrl({ client_id: 'back', max_age: '60' }));
    expect(young.text).toContain('Allow');
  });

  it('lets somebody else sign in', async () => {
    const browser = new TestBrowser(auth);
    const consent = await browser.signIn(await browser.open(authorizeUrl()));
    const next = await browser.submit(consent, { decision: 'switch' });
    expect(next.text).toContain('<h1>Sign in</h1>');
  });

  it('gives a user without fitting roles nothing', async () => {
    await auth.administration.users.add('bob', 'correct horse battery', []);
    const browser = new TestBrowser(auth);
    const page = await browser.open(authorizeUrl());
    const { location } = await browser.signIn(page, { ...USER, name: 'bob' });
    expect(new URL(location).searchParams.get('error')).toBe('access_denied');
  });
});

describe('a bad request', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'nobody' }],
    ['another address', { redirect_uri: 'https://evil.example/cb' }],
    ['a longer address', { redirect_uri: `${REDIRECT}/x` }],
    ['another case', { redirect_uri: 'https://APP.example/cb' }],
    ['a dot segment', { redirect_uri: 'https://app.example/x/../cb' }],
    ['a user in the address', { redirect_uri: 'https://app.example@evil.example/cb' }],
    ['a fragment', { redirect_uri: `${REDIRECT}#x` }],
    ['a port', { redirect_uri: 'https://app.example:443/cb' }],
    ['a scheme', { redirect_uri: 'javascript:alert(1)' }],
    ['no address where two are registered', { redirect_uri: undefined }],
    ['a request_uri of nobody', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
  ])('with %s is shown and never redirected', async (_what, changes) => {
    const { status, text, headers } = await new TestBrowser(auth).open(authorizeUrl(changes));
    expect(status).toBe(400);
    expect(headers.get('location')).toBeNull();
    expect(text).toContain('<h1>The request failed</h1>');
    expect(text).not.toContain('evil');
  });

  it('does not tell a client that no browser comes from from one that there is not', async () => {
    await auth.client({ id: 'service', scopes: [SCOPE] });
    const page = async (client_id: string) =>
      (await new TestBrowser(auth).open(authorizeUrl({ client_id }))).text;
    expect(await page('service')).toBe(await page('nobody'));
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['an unknown response type', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['the implicit type, not registered', { response_type: 'token' }, 'unauthorized_client'],
    ['a mode that does not suit', { response_mode: 'fragment' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['neither challenge nor method', NO_PKCE, 'invalid_request'],
    ['plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge too short', { code_challenge: 'abc' }, 'invalid_request'],
    ['a challenge with padding', { code_challenge: `${CHALLENGE}=` }, 'invalid_request'],
    ['a scope beyond the client', { scope: 'indices:read:*' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['a malformed scope', { scope: 'a"b' }, 'invalid_scope'],
    ['a malformed state', { state: 'ü' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['prompt none and more', { prompt: 'none login' }, 'invalid_request'],
    ['a malformed max_age', { max_age: '-1' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'invalid_request'],
    ['a request_uri elsewhere', { request_uri: 'https://app.example/r' }, 'invalid_request'],
    ['a malformed key thumbprint', { dpop_jkt: 'x' }, 'invalid_request'],
  ])('with %s is told to the client, with state and iss', async (_what, changes, error) => {
    const { location } = await new TestBrowser(auth).open(authorizeUrl(changes));
    expect(location[REDIRECT.length]).toBe(changes.response_type === 'token' ? '#' : '?');
    const answer = new URLSearchParams(location.slice(REDIRECT.length + 1));
    expect(answer.get('error')).toBe(error);
    expect(answer.get('iss')).toBe(auth.url);
    expect(answer.get('state')).toBe('state' in changes ? changes.state : 'st4te');
    expect(answer.has('code')).toBe(false);
  });

  it('with a parameter twice is refused', async () => {
    const { status } = await new TestBrowser(auth).open(`${authorizeUrl()}&scope=a&scope=b`);
    expect(status).toBe(400);
  });
});

describe('redeeming a code', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['no verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['the challenge as verifier', { code_verifier: CHALLENGE }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'v' }, 'invalid_grant'],
    ['no address', { redirect_uri: undefined }, 'invalid_grant'],
    ['another address', { redirect_uri: 'https://app.example/other' }, 'invalid_grant'],
  ])('with %s fails and uses the code up', async (_what, changes, error) => {
    const code = await codeOf();
    expect(await redeem(auth, code, changes)).toMatchObject({ status: 400, body: { error } });
    expect(await redeem(auth, code)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('with another client, or without a code, fails and leaves the code alone', async () => {
    const code = await codeOf();
    const other = await redeem(auth, code, { client_id: 'native' });
    expect(other).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const none = await redeem(auth, '');
    expect(none).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect((await redeem(auth, code)).status).toBe(200);
  });

  it('needs the secret of a client that has one, verifier or not', async () => {
    const answer = await authorized(auth, { client_id: 'back' });
    const code = answer.get('code') ?? '';
    const bare = await redeem(auth, code, { client_id: 'back' });
    expect(bare).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const good = await redeem(auth, code, { client_id: 'back', client_secret: secret });
    expect(good.status).toBe(200);
  });

  it('is too late after a minute', async () => {
    const code = await codeOf();
    auth.time.nowMs += 60_000;
    expect(await redeem(auth, code)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('needs no address when the request had none', async () => {
    const answer = await authorized(auth, { client_id: 'back', redirect_uri: undefined });
    const fields = { client_id: 'back', client_secret: secret, redirect_uri: undefined };
    expect((await redeem(auth, answer.get('code') ?? '', fields)).status).toBe(200);
  });

  it('a second time ends the family', async () => {
    const code = await codeOf();
    const first = await redeem(auth, code);
    expect(await redeem(auth, code)).toMatchObject({ body: { error: 'invalid_grant' } });
    const later = await refresh(auth, first.body.refresh_token ?? '');
    expect(later).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const events = (await auth.context.store.audit.tail(1)).map(({ event }) => event);
    expect(events).toEqual(['code_reused']);
  });

  it('fifty times at once has one winner', async () => {
    const code = await codeOf();
    const replies = await Promise.all(Array.from({ length: 50 }, () => redeem(auth, code)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 400)]);
  });

  it('takes a disabled user, client or a removed role into account', async () => {
    const code = await codeOf();
    await auth.administration.users.setRoles(USER.name, []);
    expect(await redeem(auth, code)).toMatchObject({ body: { error: 'invalid_scope' } });
    const other = await redeem(auth, await codeOfBob());
    expect(other).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  async function codeOfBob(): Promise<string> {
    await auth.administration.users.add('bob', USER.password, ['readers']);
    const browser = new TestBrowser(auth);
    const page = await browser.signIn(await browser.open(authorizeUrl()), { ...USER, name: 'bob' });
    const { location } = await browser.submit(page, { decision: 'allow' });
    await auth.administration.users.setDisabled('bob', true);
    return new URL(location).searchParams.get('code') ?? '';
  }
});

describe('PKCE of a client with a secret', () => {
  const back = { client_id: 'back' };
  const proven = () => ({ ...back, client_secret: secret });
  const refusal = async (changes: Record<string, string | undefined>) =>
    (await new TestBrowser(auth).open(authorizeUrl({ ...back, ...changes }))).location;

  it('is its own choice', async () => {
    const answer = await authorized(auth, { ...back, ...NO_PKCE });
    const without = { ...proven(), code_verifier: undefined };
    expect((await redeem(auth, answer.get('code') ?? '', without)).status).toBe(200);
  });

  it.each([undefined, 'w'.repeat(43)])(
    'binds the code where it was chosen: verifier %s',
    async (code_verifier) => {
      const code = (await authorized(auth, back)).get('code') ?? '';
      const reply = await redeem(auth, code, { ...proven(), code_verifier });
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    },
  );

  it('is not had by a verifier alone: a challenge that was taken out is noticed', async () => {
    const code = (await authorized(auth, { ...back, ...NO_PKCE })).get('code') ?? '';
    const reply = await redeem(auth, code, proven());
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const again = await redeem(auth, code, { ...proven(), code_verifier: undefined });
    expect(again.body.error).toBe('invalid_grant');
  });

  it('is not had by a method alone', async () => {
    expect(await refusal({ code_challenge: undefined })).toContain('error=invalid_request');
  });

  it.each(['plain', undefined])('is S256 where it is chosen: method %s', async (method) => {
    const changes = { code_challenge: VERIFIER, code_challenge_method: method };
    expect(await refusal(changes)).toContain('error=invalid_request');
  });

  it('is required where the registration says so', async () => {
    await auth.administration.clients.update('back', { pkceRequired: true });
    expect(await refusal(NO_PKCE)).toContain('error=invalid_request');
    const code = (await authorized(auth, back)).get('code') ?? '';
    expect((await redeem(auth, code, proven())).status).toBe(200);
  });

  it('is required where the server says so', async () => {
    const strict = await startTestAuth({ 'auth.pkce.required': 'all' });
    try {
      const rest = { scopes: [SCOPE], redirectUris: [REDIRECT] };
      await strict.client({ id: 'back', grants: ['authorization_code'], ...rest });
      const url = authorizeUrl({ ...back, ...NO_PKCE });
      const { location } = await new TestBrowser(strict).open(url);
      expect(location).toContain('error=invalid_request');
    } finally {
      await strict.close();
    }
  });

  it('is pushed, or not, as it is sent', async () => {
    const fields = { response_type: 'code', redirect_uri: REDIRECT, ...proven() };
    expect((await postForm(auth, '/par', { fields })).status).toBe(201);
    await auth.administration.clients.update('back', { pkceRequired: true });
    expect((await postForm(auth, '/par', { fields })).body.error).toBe('invalid_request');
  });
});

describe('plain PKCE', () => {
  it('needs the switch and the registration', async () => {
    const plain = await startTestAuth({ 'auth.pkce.plain.enabled': 'true' });
    try {
      const web = { id: 'web', type: 'public', grants: ['authorization_code'] } as const;
      const rest = { scopes: [SCOPE], redirectUris: [REDIRECT] };
      await plain.client({ ...web, ...rest });
      const request = { code_challenge: VERIFIER, code_challenge_method: undefined };
      const refused = await new TestBrowser(plain).open(authorizeUrl(request));
      expect(refused.location).toContain('error=invalid_request');
      await plain.administration.clients.update('web', { plainPkce: true });
      const answer = await authorized(plain, request);
      expect((await redeem(plain, answer.get('code') ?? '')).status).toBe(200);
    } finally {
      await plain.close();
    }
  });
});

describe('pages', () => {
  it('run no scripts, cannot be framed and are not kept', async () => {
    const { headers, text } = await new TestBrowser(auth).open(authorizeUrl());
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/app\.example; /,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(text).toContain('Web &lt;App&gt;');
    for (const id of ['username', 'password']) expect(text).toContain(`<label for="${id}">`);
  });

  it('set cookies scripts cannot read, and a new session at each sign-in', async () => {
    const browser = new TestBrowser(auth);
    const first = await browser.send(authorizeUrl(), {});
    expect(first.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax$/);
    const page = await browser.open(authorizeUrl());
    await browser.signIn(page);
    const session = browser.cookies.get('skein_session');
    await browser.signIn(page);
    expect(browser.cookies.get('skein_session')).not.toBe(session);
  });

  it('over https, cookies have the prefix __Host- and are Secure', async () => {
    const secure = await startTestAuth({ 'auth.issuer': 'https://auth.example' });
    try {
      const web = { id: 'web', type: 'public', grants: ['authorization_code'] } as const;
      await secure.client({ ...web, scopes: [SCOPE], redirectUris: [REDIRECT] });
      const { headers } = await new TestBrowser(secure).send(authorizeUrl(), {});
      expect(headers.getSetCookie()[0]).toMatch(
        /^__Host-skein_browser=[\w-]{43}; .*Path=\/; .*Secure; /,
      );
    } finally {
      await secure.close();
    }
  });

  it('stay under the path of an issuer behind a proxy', async () => {
    const behind = await startTestAuth({ 'auth.issuer': 'https://example.com/auth' });
    try {
      const web = { id: 'web', type: 'public', grants: ['authorization_code'] } as const;
      await behind.client({ ...web, scopes: [SCOPE], redirectUris: [REDIRECT] });
      const browser = new TestBrowser(behind);
      const location = (await browser.send(authorizeUrl(), {})).headers.get('location') ?? '';
      expect(location).toMatch(/^\/auth\/interaction\//);
      const page = await browser.send(location.slice('/auth'.length), {});
      expect(await page.text()).toContain(`action="${location}/login"`);
      const path = '/.well-known/oauth-authorization-server/auth';
      const metadata = (await (await fetch(behind.url + path)).json()) as { issuer: string };
      expect(metadata.issuer).toBe('https://example.com/auth');
    } finally {
      await behind.close();
    }
  });

  it('take forms from themselves alone', async () => {
    const browser = new TestBrowser(auth);
    const page = await browser.open(authorizeUrl());
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const send = (form_token: string, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams({ form_token, username: 'ada', password: USER.password });
      return browser.send(action, { method: 'POST', body, headers });
    };
    expect((await send('')).status).toBe(403);
    expect((await send('x'.repeat(43))).status).toBe(403);
    expect((await send(token, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(token)).status).toBe(303);
  });

  it('belong to the browser they were shown in, and are answered once', async () => {
    const browser = new TestBrowser(auth);
    const consent = await browser.signIn(await browser.open(authorizeUrl()));
    expect((await new TestBrowser(auth).open(consent.location)).status).toBe(400);
    const [one, two] = await Promise.all([
      browser.submit(consent, { decision: 'allow' }),
      browser.submit(consent, { decision: 'allow' }),
    ]);
    const answered = [one, two].filter(({ location }) => location.startsWith(REDIRECT));
    expect(answered).toHaveLength(1);
  });

  it('expire after ten minutes', async () => {
    const browser = new TestBrowser(auth);
    const login = await browser.open(authorizeUrl());
    auth.time.nowMs += 600_000;
    expect((await browser.open(login.location)).text).toContain('expired');
  });
});

describe('pushed requests', () => {
  const push = (fields: Record<string, string | undefined>) =>
    postForm(auth, '/par', { fields: { client_id: 'back', client_secret: secret, ...fields } });
  const parameters = () =>
    Object.fromEntries(new URLSearchParams(authorizeUrl({ client_id: 'back' }).split('?')[1]));

  it('are used once, by their client, within a minute', async () => {
    const use = (request_uri: string | undefined, client_id = 'back') =>
      new TestBrowser(auth).open(
        `/authorize?${new URLSearchParams({ client_id, request_uri: request_uri ?? '' })}`,
      );
    const pushed = await push(parameters());
    expect(pushed).toMatchObject({ status: 201, body: { expires_in: 60 } });
    expect((await use(pushed.body.request_uri)).text).toContain('<h1>Sign in</h1>');
    expect((await use(pushed.body.request_uri)).status).toBe(400);
    expect((await use((await push(parameters())).body.request_uri, 'web')).status).toBe(400);
    const late = await push(parameters());
    auth.time.nowMs += 60_000;
    expect((await use(late.body.request_uri)).status).toBe(400);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['a bad secret', { client_secret: 'x' }, 'invalid_client'],
    ['another address', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a request_uri', { request_uri: 'urn:x' }, 'invalid_request'],
  ])('with %s are refused at once', async (_what, changes, error) => {
    expect((await push({ ...parameters(), ...changes })).body.error).toBe(error);
  });
});
