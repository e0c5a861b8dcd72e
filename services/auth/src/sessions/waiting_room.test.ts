import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { authorizeUrl, postForm, REDIRECT } from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

let auth: TestAuth;
beforeEach(async () => {
  auth = await startTestAuth({ 'auth.waiting.limit': '100', 'http.trusted_proxies': '127.0.0.1' });
  const device = 'urn:ietf:params:oauth:grant-type:device_code';
  const usual = { type: 'public', scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
  await auth.client({ ...usual, id: 'web', grants: ['authorization_code', device] });
});
afterEach(() => auth.close());

it('holds so many requests and devices together, whoever makes them, and has room again', async () => {
  const { search } = new URL(authorizeUrl(), auth.url);
  const fields = Object.fromEntries(new URLSearchParams(search));
  // Each from its own address.
  let guests = 0;
  const guest = () => ({ 'x-forwarded-for': `10.0.0.${++guests}` });
  const browse = async () => (await new TestBrowser(auth, guest()).open(authorizeUrl())).status;
  const push = async () => (await postForm(auth, '/par', { fields, headers: guest() })).status;
  const device = async () => {
    const form = { fields: { client_id: 'web' }, headers: guest() };
    return (await postForm(auth, '/device_authorization', form)).status;
  };
  for (let i = 0; i < 40; i++) expect(await browse()).toBe(200);
  for (let i = 0; i < 30; i++) expect([await push(), await device()]).toEqual([201, 200]);
  expect([await browse(), await push(), await device()]).toEqual([503, 503, 503]);
  // Counted by then, once a second; none has expired yet.
  auth.time.nowMs += 1000;
  expect(await browse()).toBe(503);
  auth.time.nowMs += 600_000;
  while ((await auth.context.store.purge(auth.time.nowMs)) > 0);
  expect([await browse(), await push(), await device()]).toEqual([200, 201, 200]);
});

it('one address cannot fill it: from half on, those that came for a tenth wait, whatever they ask for', async () => {
  const { search } = new URL(authorizeUrl(), auth.url);
  const fields = Object.fromEntries(new URLSearchParams(search));
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const device = async (address: string) => {
    const form = { fields: { client_id: 'web' }, headers: from(address) };
    return (await postForm(auth, '/device_authorization', form)).status;
  };
  const push = async (address: string) =>
    (await postForm(auth, '/par', { fields, headers: from(address) })).status;
  const browse = async (address: string) =>
    (await new TestBrowser(auth, from(address)).open(authorizeUrl())).status;
  const greedy = (i: number) => `2001:db8::${i.toString(16)}`;
  for (let i = 0; i < 50; i++) expect([i, await device(greedy(i))]).toEqual([i, 200]);
  expect([await device(greedy(50)), await push(greedy(51)), await browse(greedy(52))]).toEqual([
    503, 503, 503,
  ]);
  for (let i = 0; i < 10; i++) expect(await device('10.0.0.1')).toBe(200);
  expect(await device('10.0.0.1')).toBe(503);
  expect([await push('10.0.0.2'), await browse('10.0.0.3')]).toEqual([201, 200]);
  auth.time.nowMs += 1_200_000;
  while ((await auth.context.store.purge(auth.time.nowMs)) > 0);
  expect(await device(greedy(0))).toBe(200);
});

it('the service is not ready when its store is gone, and lives', async () => {
  const status = async (what: string) => (await fetch(`${auth.url}/health/${what}`)).status;
  expect([await status('live'), await status('ready')]).toEqual([200, 200]);
  jest.spyOn(auth.context.store, 'ping').mockRejectedValueOnce(new Error('gone'));
  expect([await status('live'), await status('ready')]).toEqual([200, 503]);
});
