/**
 * A running service follows changes in its folder by commands within seconds, and does not serve
 * foreign changes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { administer } from './administer.js';
import { type RunningAuth, runAuth } from './main.js';

/** Shorter than a service that checks once a minute would need. */
const WITHIN_MS = 30_000;

let folder: string;
let settings: ReadonlyMap<string, string>;
let service: RunningAuth;
let secret: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-auth-'));
  const fixed = { 'http.port': '0', 'path.data': join(folder, 'auth'), 'logger.level': 'error' };
  settings = new Map(Object.entries(fixed));
  service = await runAuth(settings);
  secret = await administer(settings, async ({ clients }) => {
    const client = await clients.add({ id: 'ops', scopes: ['cluster:monitor'] });
    return client.client_secret ?? '';
  });
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function signedWith(): Promise<string | undefined> {
  const fields = { grant_type: 'client_credentials', client_id: 'ops', client_secret: secret };
  const response = await fetch(`${service.url}/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return decodeProtectedHeader(access_token).kid;
}

async function published(): Promise<(string | undefined)[]> {
  const response = await fetch(`${service.url}/jwks.json`);
  const { keys } = (await response.json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = AbortSignal.timeout(WITHIN_MS);
  while (!(await condition())) {
    if (end.aborted) throw new Error('the service has not followed');
    await pause(50);
  }
}

it('does not start where it cannot listen, says why, and leaves its folder free', async () => {
  const { port } = new URL(service.url);
  const other = new Map(settings).set('path.data', join(folder, 'other'));
  const start = (more: readonly (readonly [string, string])[]) =>
    runAuth(new Map([...other, ...more]));
  await expect(start([['http.port', port]])).rejects.toThrow(
    `cannot listen on [127.0.0.1:${port}]: address already in use`,
  );
  await expect(start([['http.host', '203.0.113.1']])).rejects.toThrow(
    /cannot listen on \[203\.0\.113\.1:0\]: (?!address already)/,
  );
  await expect(start([['auth.metrics.port', port]])).rejects.toThrow('in use');
  const second = await start([]);
  await second.stop();
});

it('does not start over files that were changed, and says which', async () => {
  await service.stop();
  const path = join(folder, 'auth', 'auth.sqlite');
  const bytes = await readFile(path);
  const at = bytes.indexOf('cluster:monitor');
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
  await expect(runAuth(settings)).rejects.toThrow(
    `file [${path}] is damaged: table [clients] is not what was written into it`,
  );
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
  service = await runAuth(settings);
  expect(await signedWith()).toBeDefined();
});

it('signs with a key of `keys rotate --now`, which is published by then', async () => {
  const kid = await administer(settings, ({ keys }) => keys.rotate({ atOnce: true }));
  await until(async () => (await signedWith()) === kid);
  expect(await published()).toContain(kid);
});

it('signs no more with a key of `keys revoke`, and does not publish it', async () => {
  const old = (await signedWith()) ?? '';
  await administer(settings, ({ keys }) => keys.revoke(old));
  await until(async () => (await signedWith()) !== old);
  expect(await published()).not.toContain(old);
});
