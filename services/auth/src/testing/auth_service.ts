/**
 * An authorization service for tests: real sockets, an in-memory store, a manual clock, cheap
 * password hashes.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, silentLog } from '@skein/base';
import { BACKLOG, IDLE_LIMITS } from '@skein/platform';
import { Administration } from '../administration/administration.js';
import type { NewClient } from '../administration/clients.js';
import { readAuthConfig } from '../config.js';
import type { AuthContext } from '../context.js';
import { KeyStore } from '../keys/keystore.js';
import { deriveSecrets } from '../keys/master_key.js';
import { Metrics } from '../metrics/metrics.js';
import { PasswordChecker } from '../passwords/password_checker.js';
import { authApplication } from '../server.js';
import { WaitingRoom } from '../sessions/waiting_room.js';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import type { Store } from '../store/store.js';

export interface TestAuth {
  readonly url: string;
  readonly context: AuthContext;
  readonly administration: Administration;
  /** Milliseconds since the epoch; set by tests. */
  readonly time: { nowMs: number };
  /** Registers a client; returns its secret, if it has one. */
  client(client: NewClient): Promise<string>;
  close(): Promise<void>;
}

export const USER = { name: 'ada', password: 'correct horse battery' };
export const SCOPE = 'indices:read:logs-*';

const START_MS = 1_800_000_000_000;
const CHEAP = { name: 'scrypt', parameters: 'ln=4,r=1,p=1' } as const;

export interface TestOptions {
  /** The user to create, unless another instance with the same store has. */
  readonly user?: typeof USER | 'there already';
  /** A real clock, for clients that compare it with their own; by default it is manual. */
  readonly clock?: Clock;
}

/**
 * Starts the service with the user `ada` (unless another instance created her), whose role
 * `readers` has `indices:read:logs-*` and `cluster:monitor`.
 */
export async function startTestAuth(
  settings: Readonly<Record<string, string>> = {},
  store: Store = openSqliteStore(':memory:'),
  { user = USER, clock: real }: TestOptions = {},
): Promise<TestAuth> {
  const time = { nowMs: START_MS };
  const clock = real ?? { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs };
  const config = readAuthConfig(new Map(Object.entries(settings)));
  const masterKey = new Uint8Array(32);
  const keys = await KeyStore.open({ store, masterKey, algorithm: config.algorithm, clock });
  const passwords = new PasswordChecker({
    store,
    clock,
    cost: CHEAP,
    throttleByAddress: config.throttleByAddress,
  });
  const administration = new Administration({ store, keys, clock, passwords, actor: 'test' });
  await administration.users.setRole({ name: 'readers', scopes: [SCOPE, 'cluster:monitor'] });
  if (user !== 'there already')
    await administration.users.add(user.name, user.password, ['readers']);
  const server = createServer(IDLE_LIMITS);
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, resolve),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = config.issuer || url;
  const secrets = deriveSecrets(masterKey);
  const metrics = new Metrics();
  const waitingRoom = new WaitingRoom(config.waitingLimit);
  const made = { config, issuer, store, keys, passwords, secrets, waitingRoom, metrics };
  const context = { ...made, clock, log: silentLog };
  server.on('request', authApplication(context));
  return {
    url,
    context,
    administration,
    time,
    client: async (client) => (await administration.clients.add(client)).client_secret ?? '',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    },
  };
}
