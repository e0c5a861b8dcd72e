/** The same flows over the store used in production: a file, with every response on disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import { SCOPE, startTestAuth, type TestAuth } from '../testing/auth_service.js';
import { authorized, postForm, REDIRECT, redeem, refresh } from '../testing/code_flow.js';

/** 1,000 in the full run: docs/OAUTH_CONFORMANCE.md. */
const ROUNDS = Number(process.env.FULL_ROUNDS ?? 10);
const PARALLEL = 50;
const folder = mkdtempSync(join(tmpdir(), 'skein-flows-'));
let auth: TestAuth;

beforeAll(async () => {
  auth = await startTestAuth({}, openSqliteStore(join(folder, 'auth.sqlite')));
  const grants = ['authorization_code', 'refresh_token'];
  const usual = { scopes: [SCOPE], redirectUris: [REDIRECT] };
  await auth.client({ ...usual, id: 'web', type: 'public', grants });
});
afterAll(async () => {
  await auth.close();
  rmSync(folder, { recursive: true });
});

const codeOf = async () => (await authorized(auth)).get('code') ?? '';

it('signs in, refreshes and revokes', async () => {
  const first = await redeem(auth, await codeOf());
  const second = await refresh(auth, first.body.refresh_token ?? '');
  expect(second.status).toBe(200);
  const token = second.body.refresh_token;
  const fields = { client_id: 'web', token };
  expect((await postForm(auth, '/revoke', { fields })).status).toBe(200);
  expect((await refresh(auth, token ?? '')).body.error).toBe('invalid_grant');
});

it('has one winner of fifty at once, in every round, and the family ends', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const code = await codeOf();
    const replies = await Promise.all(Array.from({ length: PARALLEL }, () => redeem(auth, code)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const later = await refresh(auth, won[0]?.body.refresh_token ?? '');
    expect(later.body.error).toBe('invalid_grant');
  }
}, 1_800_000);
