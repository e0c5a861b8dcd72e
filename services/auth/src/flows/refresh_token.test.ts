import { decodeJwt } from 'jose';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import { authorized, postForm, REDIRECT, redeem, refresh } from '../testing/code_flow.js';

const DAY_MS = 24 * 3_600_000;
let auth: TestAuth;
let secret: string;

beforeEach(async () => {
  auth = await startTestAuth();
  const usual = { scopes: [SCOPE, 'cluster:monitor'], redirectUris: [REDIRECT] };
  const grants = ['authorization_code', 'refresh_token'];
  await auth.client({ ...usual, id: 'web', type: 'public', grants });
  await auth.client({ ...usual, id: 'plain', type: 'public', grants: ['authorization_code'] });
  secret = await auth.client({ ...usual, id: 'back', grants, rotation: 'stable' });
});
afterEach(() => auth.close());

const start = async (client: Record<string, string> = { client_id: 'web' }) => {
  const answer = await authorized(auth, { client_id: client.client_id });
  return (await redeem(auth, answer.get('code') ?? '', client)).body.refresh_token ?? '';
};

it('gives a new access token and a new refresh token of the same family', async () => {
  const first = await refresh(auth, await start());
  expect(first.status).toBe(200);
  const second = await refresh(auth, first.body.refresh_token ?? '');
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
  const family = (token = '') => decodeJwt(token).gid;
  expect(family(second.body.access_token)).toBe(family(first.body.access_token));
});

it('a second use ends the family', async () => {
  const token = await start();
  const next = (await refresh(auth, token)).body.refresh_token ?? '';
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
  expect((await refresh(auth, next)).body.error).toBe('invalid_grant');
});

it('fifty uses at once have one winner', async () => {
  const token = await start();
  const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(auth, token)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('narrows one access token, and a refused scope costs nothing', async () => {
  const token = await start();
  expect((await refresh(auth, token, { scope: 'cluster:all' })).body.error).toBe('invalid_scope');
  const narrow = await refresh(auth, token, { scope: 'cluster:monitor' });
  expect(narrow.body.scope).toBe('cluster:monitor');
  const wide = await refresh(auth, narrow.body.refresh_token ?? '');
  expect(wide.body.scope).toBe(`${SCOPE} cluster:monitor`);
});

it('stays the same for a client that registered it so', async () => {
  const client = { client_id: 'back', client_secret: secret };
  const token = await start(client);
  for (let i = 0; i < 3; i++) {
    const reply = await refresh(auth, token, client);
    expect(reply.status).toBe(200);
    expect(reply.body.refresh_token).toBeUndefined();
  }
});

it('ends when idle, and at an absolute age', async () => {
  const idle = await start();
  auth.time.nowMs += 30 * DAY_MS;
  expect((await refresh(auth, idle)).body.error).toBe('invalid_grant');
  let token = await start();
  for (let day = 0; day < 75; day += 25) {
    auth.time.nowMs += 25 * DAY_MS;
    token = (await refresh(auth, token)).body.refresh_token ?? '';
    expect(token).not.toBe('');
  }
  auth.time.nowMs += 15 * DAY_MS;
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
});

it('follows roles, passwords, users and clients as they change', async () => {
  const { users, clients } = auth.administration;
  const first = await refresh(auth, await start());
  await users.setRole({ name: 'readers', scopes: ['cluster:monitor'] });
  const less = await refresh(auth, first.body.refresh_token ?? '');
  expect(less.body.scope).toBe('cluster:monitor');
  await users.setPassword(USER.name, USER.password);
  expect((await refresh(auth, less.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  const token = await start();
  await clients.update('web', { disabled: true });
  expect((await refresh(auth, token)).body.error).toBe('invalid_client');
  await clients.update('web', { disabled: false });
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
});

it('is given to clients that registered for it alone', async () => {
  expect(await start({ client_id: 'plain' })).toBe('');
  const token = await start();
  const foreign = await refresh(auth, token, { client_id: 'plain' });
  expect(foreign.body.error).toBe('unauthorized_client');
  const other = await refresh(auth, token, { client_id: 'back', client_secret: secret });
  expect(other.body.error).toBe('invalid_grant');
  expect((await refresh(auth, token)).status).toBe(200);
});

it.each(['unknown', 'ü', `${'x'.repeat(2000)}`])('refuses %s', async (token) => {
  expect((await refresh(auth, token)).body.error).toBe('invalid_grant');
});

it('says what is missing', async () => {
  const fields = { grant_type: 'refresh_token', client_id: 'web' };
  expect((await postForm(auth, '/token', { fields })).body.error).toBe('invalid_request');
});
