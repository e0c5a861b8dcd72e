import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { postForm, REDIRECT, refresh } from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
let auth: TestAuth;

beforeEach(async () => {
  auth = await startTestAuth();
  const usual = { type: 'public', scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
  await auth.client({ ...usual, id: 'tv', name: 'Television', grants: [GRANT, 'refresh_token'] });
  await auth.client({ ...usual, id: 'web', grants: ['authorization_code'] });
});
afterEach(() => auth.close());

const ask = async (client_id = 'tv') =>
  postForm(auth, '/device_authorization', { fields: { client_id } });
const poll = (device_code: string | undefined, client_id = 'tv') =>
  postForm(auth, '/token', { fields: { grant_type: GRANT, client_id, device_code } });
const wait = (seconds: number) => {
  auth.time.nowMs += seconds * 1000;
};

async function decide(userCode: string | undefined, decision: string) {
  const browser = new TestBrowser(auth);
  const form = await browser.open(`/device?user_code=${userCode}`);
  expect(form.text).toContain(`value="${userCode}"`);
  const login = await browser.submit(form, { user_code: userCode?.toLowerCase() ?? '' });
  const consent = await browser.signIn(login);
  expect(consent.text).toContain(`>${userCode}<`);
  return browser.submit(consent, { decision });
}

it('gives the device its codes', async () => {
  const { body, headers } = await ask();
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${auth.url}/device`,
    verification_uri_complete: `${auth.url}/device?user_code=${body.user_code}`,
    expires_in: 600,
    interval: 5,
  });
});

it('gives tokens after the user has allowed it, once', async () => {
  const { body } = await ask();
  expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
  expect((await decide(body.user_code, 'allow')).text).toContain('Device connected');
  wait(5);
  const reply = await poll(body.device_code);
  expect(reply.body).toMatchObject({ token_type: 'Bearer', scope: SCOPE });
  expect((await refresh(auth, reply.body.refresh_token ?? '', { client_id: 'tv' })).status).toBe(
    200,
  );
  wait(5);
  expect((await poll(body.device_code)).body.error).toBe('invalid_grant');
});

it('tells the device when the user says no', async () => {
  const { body } = await ask();
  await decide(body.user_code, 'deny');
  expect((await poll(body.device_code)).body.error).toBe('access_denied');
});

it('slows down a device that asks too often', async () => {
  const { body } = await ask();
  await poll(body.device_code);
  wait(4);
  expect((await poll(body.device_code)).body.error).toBe('slow_down');
  wait(9);
  expect((await poll(body.device_code)).body.error).toBe('slow_down');
  wait(15);
  expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
});

it('ends after ten minutes', async () => {
  const { body } = await ask();
  wait(600);
  expect((await poll(body.device_code)).body.error).toBe('expired_token');
  const browser = new TestBrowser(auth);
  const form = await browser.open('/device');
  const late = await browser.submit(form, { user_code: body.user_code ?? '' });
  expect(late.text).toContain('not known or has expired');
});

it('refuses other clients and unknown codes', async () => {
  const { body } = await ask();
  expect((await ask('web')).body.error).toBe('unauthorized_client');
  expect((await poll(body.device_code, 'web')).body.error).toBe('unauthorized_client');
  expect((await poll('x')).body.error).toBe('invalid_grant');
  expect((await poll(undefined)).body.error).toBe('invalid_request');
});

describe('typing codes', () => {
  const WRONG = 'BBBB-BBBB';
  const typedFrom = async (address: string, user_code: string | undefined) => {
    const browser = new TestBrowser(auth, { 'x-forwarded-for': address });
    return browser.submit(await browser.open('/device'), { user_code: user_code ?? '' });
  };

  beforeEach(async () => {
    await auth.close();
    auth = await startTestAuth({ 'http.trusted_proxies': '127.0.0.1' });
    const usual = { type: 'public', scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
    await auth.client({ ...usual, id: 'tv', name: 'Television', grants: [GRANT, 'refresh_token'] });
  });

  it('has ten guesses from an address, and then not even a right one', async () => {
    const { body } = await ask();
    for (let i = 0; i < 10; i++) expect((await typedFrom('192.0.2.1', WRONG)).status).toBe(400);
    expect((await typedFrom('192.0.2.1', WRONG)).status).toBe(429);
    expect((await typedFrom('192.0.2.1', body.user_code)).status).toBe(429);
    expect((await typedFrom('192.0.2.2', body.user_code)).text).toContain('Television');
    wait(5);
    expect((await typedFrom('192.0.2.1', body.user_code)).text).toContain('Television');
  });

  it('does not make up for wrong ones by right ones', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await typedFrom('192.0.2.1', (await ask()).body.user_code)).status).toBe(200);
      expect((await typedFrom('192.0.2.1', WRONG)).status).toBe(400);
    }
    expect((await typedFrom('192.0.2.1', (await ask()).body.user_code)).status).toBe(429);
  });

  it('of one code is counted too, wherever it is typed', async () => {
    const { body } = await ask();
    for (let i = 0; i < 10; i++) {
      expect((await typedFrom(`192.0.2.${i}`, body.user_code)).status).toBe(200);
    }
    expect((await typedFrom('198.51.100.1', body.user_code)).status).toBe(429);
  });
});
