import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import { authorizeUrl, REDIRECT } from '../testing/code_flow.js';
import { TestBrowser } from '../testing/test_browser.js';

const HOUR_MS = 3_600_000;

let auth: TestAuth;
let browser: TestBrowser;

const isSignedIn = async () =>
  !(await browser.open(authorizeUrl())).text.includes('<h1>Sign in</h1>');

beforeEach(async () => {
  auth = await startTestAuth();
  const client = { id: 'web', type: 'public', grants: ['authorization_code'] } as const;
  await auth.client({ ...client, scopes: [SCOPE], redirectUris: [REDIRECT] });
  browser = new TestBrowser(auth);
  await browser.signIn(await browser.open(authorizeUrl()));
});
afterEach(() => auth.close());

it('ends an hour after its last use', async () => {
  auth.time.nowMs += HOUR_MS - 1;
  expect(await isSignedIn()).toBe(true);
  auth.time.nowMs += HOUR_MS;
  expect(await isSignedIn()).toBe(false);
});

it('ends 12 hours after the password was given, however much it is used', async () => {
  const endMs = auth.time.nowMs + 12 * HOUR_MS;
  for (let i = 0; i < 23; i++) {
    auth.time.nowMs += HOUR_MS / 2;
    expect(await isSignedIn()).toBe(true);
  }
  auth.time.nowMs = endMs - 1;
  expect(await isSignedIn()).toBe(true);
  auth.time.nowMs = endMs;
  expect(await isSignedIn()).toBe(false);
});

it('ends for good when its user is disabled', async () => {
  const { users } = auth.administration;
  await users.setDisabled(USER.name, true);
  expect(await isSignedIn()).toBe(false);
  await users.setDisabled(USER.name, false);
  expect(await isSignedIn()).toBe(false);
});
