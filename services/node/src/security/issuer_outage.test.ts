/**
 * The issuer is unreachable for an hour of clock time: a running node, and one started meanwhile
 * over the same folder, continue with known keys.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloseStack, silentLog } from '@skein/base';
import { CORS_OFF } from '@skein/http';
import { DurableFile } from '@skein/platform';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Security } from './contract.js';
import { startSecurity } from './start_security.js';

const START_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'skein-outage-'));
const time = { elapsedMs: 0, fetches: 0, isAway: false };
const clock = { nowMs: () => START_MS + time.elapsedMs, monotonicMs: () => time.elapsedMs };
let url = '';
let key: CryptoKey;
let keys: object[] = [];
const server = createServer((request, response) => {
  time.fetches++;
  if (time.isAway) {
    response.destroy();
    return;
  }
  const metadata = { issuer: url, jwks_uri: `${url}/jwks.json` };
  response.end(JSON.stringify(request.url === '/jwks.json' ? { keys } : metadata));
});

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  key = privateKey;
  keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }];
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

/** As after a node's start: its monotonic clock restarts, its files stay. */
function start(issuer = url): Security {
  const startedMs = time.elapsedMs;
  return startSecurity('tokens', {
    config: {
      settings: new Map([['security.oauth2.issuers.own.url', issuer]]),
      http: { cors: CORS_OFF },
    },
    ports: {
      clock: { ...clock, monotonicMs: () => time.elapsedMs - startedMs },
      timers: { after: () => ({ cancel: () => undefined }) },
      random: { bytes: (count) => new Uint8Array(count), next: () => 0 },
      log: silentLog,
      smallFile: (name) => new DurableFile(join(folder, name)),
    },
    scheme: 'http',
    stack: new CloseStack(),
  });
}

let serial = 0;

function sign(privateKey = key, kid = 'k1', issuer = url): Promise<string> {
  const nowSeconds = Math.floor(clock.nowMs() / 1000);
  return new SignJWT({
    iss: issuer,
    aud: 'skein',
    sub: 'c_job',
    client_id: 'job',
    scope: 'cluster:monitor',
    jti: `t${serial++}`,
    iat: nowSeconds,
    exp: nowSeconds + 900,
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
    .sign(privateKey);
}

async function statusOf(security: Security, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    await security.authenticate({ method: 'GET', target: '/', headers }, 'cluster:monitor');
    return 200;
  } catch (refusal) {
    return (refusal as { status: number }).status;
  }
}

it('tokens of known keys are taken all the time, by those who start meanwhile too', async () => {
  const node = start();
  expect(await statusOf(node, await sign())).toBe(200);
  time.isAway = true;
  const before = time.fetches;
  for (let minute = 1; minute <= 60; minute++) {
    time.elapsedMs += MINUTE_MS;
    expect(await statusOf(node, await sign())).toBe(200);
    if (minute % 20 === 0) expect(await statusOf(start(), await sign())).toBe(200);
  }
  // The issuer was asked and did not answer.
  expect(time.fetches).toBeGreaterThan(before);
});

it('tokens of other keys, forged and expired ones are not', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  const old = await sign();
  time.elapsedMs += 16 * MINUTE_MS;
  for (const security of [start(), start()]) {
    expect(await statusOf(security, await sign(privateKey))).toBe(401);
    expect(await statusOf(security, await sign(privateKey, 'k2'))).toBe(401);
    expect(await statusOf(security, old)).toBe(401);
    expect(await statusOf(security, await sign())).toBe(200);
  }
});

it('a node without any keys asks clients to come again', async () => {
  const other = `${url}/other`;
  const security = start(other);
  const token = await sign(key, 'k1', other);
  const headers = { authorization: `Bearer ${token}` };
  const asked = security.authenticate({ method: 'GET', target: '/', headers }, 'cluster:monitor');
  await expect(asked).rejects.toMatchObject({
    type: 'security_exception',
    status: 503,
    headers: { 'Retry-After': '1' },
  });
});

it('and when it is back, so is everything: a new key is known with its first token', async () => {
  const node = start();
  expect(await statusOf(node, await sign())).toBe(200);
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  keys = [...keys, { ...(await exportJWK(publicKey)), kid: 'k2', alg: 'ES256', use: 'sig' }];
  time.isAway = false;
  time.elapsedMs += MINUTE_MS;
  expect(await statusOf(node, await sign(privateKey, 'k2'))).toBe(200);
});
