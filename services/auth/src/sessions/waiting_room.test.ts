import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { authorizeUrl, postForm, REDIRECT } from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

let auth: TestAuth;
beforeEach(async () => {
  auth = await startTestAuth({ 'auth.waiting.limit': '100' });
  const device = 'urn:ietf:params:oauth:grant-type:device_code';
  const usual = { type: 'public', scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
  await auth.client({ ...usual, id: 'web', grants: ['authorization_code', device] });
});
afterEach(() => auth.close());

it('holds so many requests and devices together, whoever makes them, and has room again', async () => {
  const { search } = new URL(authorizeUrl(), auth.url);
  const fields = Object.fromEntries(new URLSearchParams(search));
  const browse = async () => (await new TestBrowser(auth).open(authorizeUrl())).status;
  const push = async () => (await postForm(auth, '/par', { fields })).status;
  const device = async () =>
    (await postForm(auth, '/device_authorization', { fields: { client_id: 'web' } })).status;
  for (let i = 0; i < 40; i++) expect(await browse()).toBe(200);
  for (let i = 0; i < 30; i++) expect([await push(), await device()]).toEqual([201, 200]);
  expect([await browse(), await push(), await device()]).toEqual([503, 503, 503]);
  // Counted by then, and once a second: none has gone yet.
  auth.time.nowMs += 1000;
  expect(await browse()).toBe(503);
  auth.time.nowMs += 600_000;
  while ((await auth.context.store.purge(auth.time.nowMs)) > 0);
  expect([await browse(), await push(), await device()]).toEqual([200, 201, 200]);
});

it('the service is not ready when its store is gone, and lives', async () => {
  const status = async (what: string) => (await fetch(`${auth.url}/health/${what}`)).status;
  expect([await status('live'), await status('ready')]).toEqual([200, 200]);
  jest.spyOn(auth.context.store, 'ping').mockRejectedValueOnce(new Error('gone'));
  expect([await status('live'), await status('ready')]).toEqual([200, 503]);
});
