/**
 * A guesser has to wait; the owner of the password does not, in a browser that has signed in before
 * or at another address.
 */
import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import { authorizeUrl, postForm, REDIRECT } from '../testing/code_flow.js';
import { type Shown, TestBrowser } from '../testing/test_browser.js';

let auth: TestAuth;

beforeEach(async () => {
  auth = await startTestAuth({ 'http.trusted_proxies': '127.0.0.1' });
  const usual = { type: 'public', scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
  await auth.client({ ...usual, id: 'web', grants: ['authorization_code', 'password'] });
});
afterEach(() => auth.close());

const from = (address: string) => new TestBrowser(auth, { 'x-forwarded-for': address });
const OFFICE = '192.0.2.1';
const HOME = '198.51.100.7';

async function signIn(browser: TestBrowser, password = USER.password): Promise<Shown> {
  browser.cookies.delete('skein_session');
  const page = await browser.open(authorizeUrl());
  return browser.submit(page, { username: USER.name, password });
}

async function guess(address: string, times = 10): Promise<void> {
  const browser = from(address);
  for (let i = 0; i < times; i++) expect((await signIn(browser, `wrong ${i}`)).status).toBe(400);
}

it('from another address, a sign-in goes on while the guesser waits', async () => {
  await guess(OFFICE);
  const there = await signIn(from(OFFICE));
  expect([there.status, there.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await signIn(from(HOME))).status).toBe(200);
});

it('in a browser that has signed in before, it goes on at the address of the guesser', async () => {
  const mine = from(OFFICE);
  expect((await signIn(mine)).status).toBe(200);
  await guess(OFFICE);
  expect((await signIn(from(OFFICE))).status).toBe(429);
  expect((await signIn(mine)).status).toBe(200);
});

it('a browser that was known is known no longer after ten wrong passwords, or half a year', async () => {
  const mine = from(OFFICE);
  await signIn(mine);
  for (let i = 0; i < 20; i++) expect((await signIn(mine, 'wrong')).status).toBe(400);
  expect((await signIn(mine)).status).toBe(429);
  auth.time.nowMs += 181 * 86_400_000;
  await guess(OFFICE);
  expect((await signIn(mine)).status).toBe(429);
});

it('what a browser says of itself is sealed, and good for the name alone', async () => {
  const mine = from(OFFICE);
  await signIn(mine);
  const cookie = mine.cookies.get('skein_device') ?? '';
  const changed = (at: number) =>
    `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`;
  await guess(OFFICE);
  // The last character contains two unused bits, so the one before it is changed.
  for (const forged of [changed(0), changed(30), changed(cookie.length - 2), 'x', `${cookie}x`]) {
    const other = from(OFFICE);
    other.cookies.set('skein_device', forged);
    expect((await signIn(other)).status).toBe(429);
  }
  await auth.administration.users.add('bob', USER.password, []);
  for (let i = 0; i < 10; i++) {
    await auth.context.passwords.check('bob', 'wrong', { address: OFFICE });
  }
  const bob = from(OFFICE);
  bob.cookies.set('skein_device', cookie);
  const page = await bob.open(authorizeUrl());
  expect((await bob.submit(page, { username: 'bob', password: USER.password })).status).toBe(429);
});

it('several people who share a browser are all known to it', async () => {
  await auth.administration.users.add('bob', USER.password, ['readers']);
  const shared = from(OFFICE);
  await signIn(shared);
  shared.cookies.delete('skein_session');
  await shared.submit(await shared.open(authorizeUrl()), {
    username: 'bob',
    password: USER.password,
  });
  await guess(OFFICE);
  expect((await signIn(shared)).status).toBe(200);
});

it('the password grant is counted by address too, where a proxy tells it and where none does', async () => {
  const ask = async (headers: Record<string, string>, password = 'wrong') => {
    const fields = { grant_type: 'password', client_id: 'web', username: USER.name, password };
    return (await postForm(auth, '/token', { fields, headers })).status;
  };
  for (const headers of [{}, { 'x-forwarded-for': OFFICE }]) {
    for (let i = 0; i < 10; i++) expect(await ask(headers)).toBe(400);
    expect(await ask(headers, USER.password)).toBe(429);
  }
  expect(await ask({ 'x-forwarded-for': HOME }, USER.password)).toBe(200);
});
