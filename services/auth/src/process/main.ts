/** The authorization service as a process: its folder, its database, its socket. */
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CloseStack, type Log } from '@skein/base';
import { ApiError } from '@skein/errors';
import { createLogWriter, lockDataDirectory, systemClock, TlsCertificate } from '@skein/platform';
import type { Settings } from '@skein/settings';
import { Administration } from '../administration/administration.js';
import { type AuthConfig, readAuthConfig } from '../config.js';
import type { AuthContext } from '../context.js';
import { KeyStore } from '../keys/keystore.js';
import { deriveSecrets, loadMasterKey } from '../keys/master_key.js';
import { Metrics } from '../metrics/metrics.js';
import { PasswordChecker } from '../passwords/password_checker.js';
import { authApplication } from '../server.js';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import type { Store } from '../store/store.js';
import { metricsServer } from './metrics_server.js';
import { returnMemory } from './return_memory.js';

export interface RunningAuth {
  /** Where it listens, such as `http://127.0.0.1:9280`. */
  readonly url: string;
  readonly issuer: string;
  /** The one line that says it is ready. */
  readonly readyLine: string;
  /** Stops taking requests, finishes those under way, closes the database. */
  stop(): Promise<void>;
}

/** Time a client has to send its request, and to use a kept connection again, milliseconds. */
const REQUEST_MS = 10_000;
const IDLE_MS = 60_000;
const MOST_CONNECTIONS = 10_000;

/** Throws an ApiError that says why it cannot start: a bad setting, a locked folder, a port that is taken. */
export async function startAuth(settings: Settings): Promise<RunningAuth> {
  const config = readAuthConfig(settings);
  const closing = new CloseStack();
  try {
    makeFolder(config.dataPath);
    const lock = lockDataDirectory(config.dataPath);
    closing.add('lock', () => lock.release());
    const store = await openStore(config);
    closing.add('store', () => store.close());
    const running = await serve(config, store, closing);
    returnMemory();
    return running;
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** For the command line: works beside a running service too. */
export async function administer<T>(
  settings: Settings,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const config = readAuthConfig(settings);
  makeFolder(config.dataPath);
  const store = await openStore(config);
  try {
    const keys = await openKeys(config, store);
    const passwords = new PasswordChecker(store, systemClock, { name: config.passwordHash });
    const actor = 'command line';
    return await work(new Administration({ store, keys, clock: systemClock, passwords, actor }));
  } finally {
    await store.close();
  }
}

async function serve(config: AuthConfig, store: Store, closing: CloseStack): Promise<RunningAuth> {
  const keys = await openKeys(config, store);
  const log = logOf(config);
  const server = makeServer(config, log);
  server.maxConnections = MOST_CONNECTIONS;
  const url = await listen(server, config);
  closing.add('server', () => closeServer(server));
  const issuer = config.issuer || url;
  const passwords = new PasswordChecker(store, systemClock, { name: config.passwordHash });
  const secrets = deriveSecrets(masterKeyOf(config));
  const metrics = new Metrics();
  metrics.gauge('skein_auth_sign_ins_waiting', () => passwords.waiting);
  const made = { config, issuer, store, keys, passwords, secrets, metrics };
  const context: AuthContext = { ...made, clock: systemClock, log };
  server.on('request', authApplication(context));
  await serveMetrics(context, closing);
  const stop = startHousekeeping(context);
  closing.add('housekeeping', stop);
  const readyLine = `skein auth ready on ${url} (issuer ${issuer}, data ${config.dataPath})`;
  return { url, issuer, readyLine, stop: () => closing.close() };
}

/** HTTPS where there is a certificate, and then nothing but HTTPS. */
function makeServer({ tls: files }: AuthConfig, log: Log): Server {
  const options = { requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS };
  if (files === undefined) return createServer(options);
  const tls = new TlsCertificate(files, log);
  const server = createSecureServer({ ...options, ...tls.options, handshakeTimeout: REQUEST_MS });
  tls.follow(server);
  return server;
}

async function serveMetrics({ config, metrics, log }: AuthContext, closing: CloseStack) {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === undefined) return;
  const server = metricsServer(metrics);
  const url = await listen(server, { host, port });
  closing.add('metrics', () => closeServer(server));
  log.info('metrics', { url: `${url}/metrics` });
}

const HOUSEKEEPING_MS = 60_000;

/** Follows the keys, forgets what has expired. A failure is tried again a minute later. */
function startHousekeeping({ config, keys, store, clock, log }: AuthContext): () => void {
  const timer = setInterval(() => {
    const failed = (error: unknown) => log.error('housekeeping failed', { error: String(error) });
    void keys.maintain().catch(failed);
    void store.purge(clock.nowMs()).catch(failed);
    void store.audit.drop(clock.nowMs() - config.auditRetentionMs).catch(failed);
  }, HOUSEKEEPING_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function openKeys(config: AuthConfig, store: Store): Promise<KeyStore> {
  return KeyStore.open({
    store,
    masterKey: masterKeyOf(config),
    algorithm: config.algorithm,
    clock: systemClock,
    rotationMs: config.keyRotationMs,
    leadMs: config.keyLeadMs,
  });
}

function masterKeyOf({ masterKeyFile, dataPath }: AuthConfig): Uint8Array {
  return loadMasterKey(masterKeyFile || join(dataPath, 'master.key'));
}

/** Nobody but the owner looks into the folder: it holds hashes and keys. */
function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}

async function openStore(config: AuthConfig): Promise<Store> {
  const { databaseUrl: url, databasePoolSize: poolSize } = config;
  if (url === '') return openSqliteStore(join(config.dataPath, 'auth.sqlite'));
  // Loaded where it is used: most have no such database.
  const { openPostgresStore } = await import('../store/postgres/postgres_store.js');
  return openPostgresStore({ url, poolSize, log: logOf(config) });
}

function logOf(config: AuthConfig): Log {
  const { logLevel: level, logFormat } = config;
  const suited = process.stderr.isTTY ? 'text' : 'json';
  const format = logFormat === 'auto' ? suited : logFormat;
  return createLogWriter({ level, format, fields: { 'service.name': 'skein-auth' } });
}

function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'address already in use' : error.message;
      reject(new ApiError('illegal_state_exception', `cannot listen on [${host}:${port}]: ${why}`));
    });
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const shown = host.includes(':') ? `[${host}]` : host;
      const scheme = server instanceof SecureServer ? 'https' : 'http';
      resolve(`${scheme}://${shown}:${address.port}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
