/**
 * kill -9 of the whole service while it redeems codes, refreshes and revokes. Every acknowledged
 * result stays: a redeemed code is used, a revoked family is dead. Others are complete or not
 * begun: of each code at most one family lives.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { silentLog } from '@skein/base';
import { ServiceProcess } from '@skein/testkit';
import { CLIENT_DEFAULTS } from '../src/models/client.js';
import { hashOpaque } from '../src/opaque.js';
import { openPostgresStore } from '../src/store/postgres/postgres_store.js';
import { openSqliteStore } from '../src/store/sqlite/sqlite_store.js';
import type { Store } from '../src/store/store.js';
import {
  hasPostgres,
  PATIENT,
  startPostgres,
  type TestPostgres,
} from '../src/testing/postgres_server.js';

/** 200 over each database in the full run: docs/OAUTH_CONFORMANCE.md. */
const KILLS = Number(process.env.FULL_KILLS ?? 3);
const CODES = 24;
const SCOPE = 'indices:read:*';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'skein-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The database under the service, with direct access for the test. */
interface Database {
  readonly settings: Readonly<Record<string, string>>;
  open(): Promise<Store>;
}

function start({ settings }: Database): Promise<ServiceProcess> {
  return ServiceProcess.start(ROOT, 'auth', { 'http.port': '0', ...settings });
}

interface Reply {
  readonly error?: string;
  readonly active?: boolean;
  readonly refresh_token?: string;
}

/** Undefined if the service was killed before it answered. */
async function post(url: string, fields: Record<string, string>): Promise<Reply | undefined> {
  try {
    const body = new URLSearchParams({ client_id: 'web', ...fields });
    const response = await fetch(url, { method: 'POST', body });
    const text = await response.text();
    return text === '' ? {} : (JSON.parse(text) as Reply);
  } catch {
    return undefined;
  }
}

const redeem = (url: string, code: string) =>
  post(`${url}/token`, { grant_type: 'authorization_code', code });
const refresh = (url: string, token: string) =>
  post(`${url}/token`, { grant_type: 'refresh_token', refresh_token: token });

async function prepare(database: Database): Promise<void> {
  const store = await database.open();
  const nowMs = Date.now();
  await store.users.setRole({ name: 'readers', scopes: [SCOPE] });
  await store.users.add({
    id: 'u_1',
    name: 'ada',
    passwordHash: '$scrypt$ln=4,r=1,p=1$AAAA$AAAA',
    roles: ['readers'],
    disabled: false,
    createdMs: nowMs,
  });
  await store.clients.add({
    ...CLIENT_DEFAULTS,
    id: 'web',
    name: 'Web',
    type: 'public',
    grants: ['authorization_code', 'refresh_token'],
    scopes: [SCOPE],
    redirectUris: ['https://app.example/cb'],
    createdMs: nowMs,
  });
  await store.close();
}

async function newCodes(database: Database, kill: number): Promise<readonly string[]> {
  const store = await database.open();
  const nowMs = Date.now();
  const codes = Array.from({ length: CODES }, (_, i) => `code-${kill}-${i}`);
  for (const code of codes) {
    const [grantId, clientId] = [`grant-${code}`, 'web'];
    const expiresMs = nowMs + 600_000;
    const family = { clientId, userId: 'u_1', scopes: [SCOPE], authMs: nowMs, createdMs: nowMs };
    await store.grants.add({ ...family, id: grantId, expiresMs, revokedMs: undefined });
    await store.grants.addCode({
      hash: hashOpaque(code),
      grantId,
      clientId,
      redirectUri: undefined,
      codeChallenge: undefined,
      challengeMethod: undefined,
      dpopThumbprint: undefined,
      expiresMs,
      usedMs: undefined,
    });
  }
  await store.close();
  return codes;
}

interface Seen {
  readonly code: string;
  /** The last refresh token received. */
  token?: string;
  /** True if a pending request may have used up the token. */
  unsure?: boolean;
  revoked?: boolean;
}

/** Redeems, refreshes and, for every third code, revokes, until the service is killed. */
async function live(url: string, seen: Seen, at: number, done: () => void): Promise<void> {
  const first = await redeem(url, seen.code);
  if (first?.refresh_token === undefined) return;
  seen.token = first.refresh_token;
  done();
  seen.unsure = true;
  const next = await refresh(url, seen.token);
  if (next?.refresh_token === undefined) return;
  seen.token = next.refresh_token;
  seen.unsure = at % 3 === 0;
  done();
  if (at % 3 !== 0) return;
  const gone = await post(`${url}/revoke`, { token: seen.token });
  if (gone !== undefined) seen.revoked = true;
  done();
}

async function killAgainAndAgain(database: Database): Promise<void> {
  await prepare(database);
  let service = await start(database);
  for (let kill = 0; kill < KILLS; kill++) {
    const codes = await newCodes(database, kill);
    let answers = 0;
    const enough = 1 + ((kill * 11) % (2 * CODES));
    const url = service.url;
    let killing: Promise<void> | undefined;
    const done = () => {
      if (++answers >= enough) killing ??= service.kill();
    };
    const all = codes.map((code): Seen => ({ code }));
    await Promise.all(all.map((seen, at) => live(url, seen, at, done)));
    await (killing ?? service.kill());
    service = await start(database);
    for (const seen of all) await check(service.url, seen);
  }
  await service.stop();
}

describe('over SQLite', () => {
  it('loses nothing that was answered, and nothing lives twice', async () => {
    const path = join(folder, 'sqlite');
    await killAgainAndAgain({
      settings: { 'path.data': path },
      open: async () => {
        mkdirSync(path, { recursive: true });
        return openSqliteStore(join(path, 'auth.sqlite'));
      },
    });
  }, 3_600_000);
});

(hasPostgres() ? describe : describe.skip)('over PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it('loses nothing that was answered there either', async () => {
    const url = await server.schema();
    await killAgainAndAgain({
      settings: { 'path.data': join(folder, 'postgres'), 'auth.database.url': url },
      open: () => openPostgresStore({ url, poolSize: 2, log: silentLog, limits: PATIENT }),
    });
  }, 3_600_000);
});

async function check(url: string, { code, token, unsure, revoked }: Seen): Promise<void> {
  if (revoked && token) {
    expect((await refresh(url, token))?.error).toBe('invalid_grant');
    return;
  }
  if (token === undefined) {
    // If unanswered, the code still works once, or it is used up and its tokens were never
    // received.
    const [one, two] = [await redeem(url, code), await redeem(url, code)];
    expect(two?.error).toBe('invalid_grant');
    if (one?.refresh_token !== undefined) {
      expect((await refresh(url, one.refresh_token))?.error).toBe('invalid_grant');
    }
    return;
  }
  if (!unsure) expect((await refresh(url, token))?.refresh_token).toBeDefined();
  expect((await redeem(url, code))?.error).toBe('invalid_grant');
  // The second use of the code has ended the family, if it existed.
  expect((await refresh(url, token))?.error).toBe('invalid_grant');
}
