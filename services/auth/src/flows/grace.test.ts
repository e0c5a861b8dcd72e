/** A client with a grace period gets the same successor again if its response was lost. */
import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { authorized, REDIRECT, redeem, refresh } from '../testing/code_flow.js';

let auth: TestAuth;
beforeEach(async () => {
  auth = await startTestAuth();
  const grants = ['authorization_code', 'refresh_token'];
  const usual = { type: 'public', grants, scopes: [SCOPE], redirectUris: [REDIRECT] } as const;
  await auth.client({ ...usual, id: 'web', graceSeconds: 10 });
});
afterEach(() => auth.close());

async function firstToken(): Promise<string> {
  const code = (await authorized(auth)).get('code') ?? '';
  return (await redeem(auth, code)).body.refresh_token ?? '';
}

it('gives the same successor again, and another access token', async () => {
  const token = await firstToken();
  const once = await refresh(auth, token);
  auth.time.nowMs += 10_000;
  const again = await refresh(auth, token);
  expect(again.status).toBe(200);
  expect(again.body.refresh_token).toBe(once.body.refresh_token);
  expect(again.body.access_token).not.toBe(once.body.access_token);
  expect((await refresh(auth, again.body.refresh_token ?? '')).status).toBe(200);
});

it('a second use after the time ends the family', async () => {
  const token = await firstToken();
  const once = await refresh(auth, token);
  auth.time.nowMs += 10_001;
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
  expect((await refresh(auth, once.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
});

it('a second use after the successor was used ends the family', async () => {
  const token = await firstToken();
  const once = await refresh(auth, token);
  const twice = await refresh(auth, once.body.refresh_token ?? '');
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
  expect((await refresh(auth, twice.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
});

it('a thousand at once have one successor', async () => {
  const token = await firstToken();
  const replies = await Promise.all(Array.from({ length: 1000 }, () => refresh(auth, token)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1);
});

it('is at most a minute', async () => {
  const { clients } = auth.administration;
  await expect(clients.update('web', { graceSeconds: 61 })).rejects.toThrow('grace of [61s]');
  await expect(clients.update('web', { graceSeconds: -1 })).rejects.toThrow('grace of [-1s]');
});
