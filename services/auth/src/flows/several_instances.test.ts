/** Two instances over one PostgreSQL database act as one authorization server. */
import { silentLog } from '@skein/base';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { openPostgresStore } from '../store/postgres/postgres_store.js';
import { SCOPE, startTestAuth, type TestAuth, USER } from '../testing/auth_service.js';
import { authorized, REDIRECT, redeem, refresh } from '../testing/code_flow.js';
import {
  hasPostgres,
  PATIENT,
  startPostgres,
  type TestPostgres,
} from '../testing/postgres_server.js';

/** 1,000 in the full run: docs/OAUTH_CONFORMANCE.md. */
const ROUNDS = Number(process.env.FULL_ROUNDS ?? 10);
const PARALLEL = 50;
const SETTINGS = { 'auth.issuer': 'https://auth.example' };

(hasPostgres() ? describe : describe.skip)('two instances', () => {
  let server: TestPostgres;
  let first: TestAuth;
  let second: TestAuth;
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.schema();
    const open = () => openPostgresStore({ url, poolSize: 10, log: silentLog, limits: PATIENT });
    first = await startTestAuth(SETTINGS, await open());
    second = await startTestAuth(SETTINGS, await open(), { user: 'there already' });
    const grants = ['authorization_code', 'refresh_token'];
    const usual = { scopes: [SCOPE], redirectUris: [REDIRECT] };
    await first.client({ ...usual, id: 'web', type: 'public', grants });
  });
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await server.stop();
  });

  const codeOf = async () => (await authorized(first)).get('code') ?? '';
  const either = (i: number) => (i % 2 === 0 ? first : second);

  it('know one key, and each verifies what the other signed', async () => {
    const jwks = async ({ url }: TestAuth) =>
      (await (await fetch(`${url}/jwks.json`)).json()) as JSONWebKeySet;
    expect(await jwks(first)).toEqual(await jwks(second));
    const reply = await redeem(first, await codeOf());
    const keys = createLocalJWKSet(await jwks(second));
    const options = { issuer: 'https://auth.example', currentDate: new Date(first.time.nowMs) };
    const { payload } = await jwtVerify(reply.body.access_token ?? '', keys, options);
    expect(payload.client_id).toBe('web');
  });

  it('publish a key that the other made before any node can meet it', async () => {
    await first.context.keys.rotate({ atOnce: true });
    second.time.nowMs += 5000;
    const reply = await fetch(`${second.url}/jwks.json`);
    expect(((await reply.json()) as JSONWebKeySet).keys).toHaveLength(2);
  });

  it('have one winner of fifty at once, in every round, and the family ends on both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const code = await codeOf();
      const replies = await Promise.all(
        Array.from({ length: PARALLEL }, (_, i) => redeem(either(i), code)),
      );
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      const later = await refresh(either(round), won[0]?.body.refresh_token ?? '');
      expect(later.body.error).toBe('invalid_grant');
    }
  }, 1_800_000);

  it('count wrong passwords together', async () => {
    const guess = (i: number) => either(i).context.passwords.check(USER.name, `wrong ${i}`);
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => guess(i)));
    const counted = guesses.filter(({ status }) => status === 'fulfilled');
    expect(counted).toHaveLength(10);
  });
});
