/** The authorization service as a process: its folder, database and socket. */
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import { setImmediate as immediately } from 'node:timers/promises';
import { CloseStack, type Log } from '@skein/base';
import { ApiError } from '@skein/errors';
import {
  addressOf,
  addressText,
  BACKLOG,
  garbageCollector,
  IDLE_LIMITS,
  lockDataDirectory,
  startMetricsServer,
  systemClock,
  TlsCertificate,
} from '@skein/platform';
import type { Settings } from '@skein/settings';
import { type AuthConfig, readAuthConfig } from '../config.js';
import type { AuthContext } from '../context.js';
import { deriveSecrets } from '../keys/master_key.js';
import { Metrics } from '../metrics/metrics.js';
import { authApplication } from '../server.js';
import { WaitingRoom } from '../sessions/waiting_room.js';
import type { Store } from '../store/store.js';
import { closeServer } from './close_server.js';
import { logOf, makeFolder, masterKeyOf, openKeys, openStore, passwordsOf } from './opening.js';

export interface RunningAuth {
  /** Address such as `http://127.0.0.1:9280`. */
  readonly url: string;
  readonly issuer: string;
  /** The line that reports readiness. */
  readonly readyLine: string;
  /** Stops accepting requests, finishes the running ones, and closes the database. */
  stop(): Promise<void>;
}

/** Time for a client to send its request, and for the last responses when the service stops. */
const REQUEST_MS = 10_000;
const MOST_CONNECTIONS = 10_000;

/** `startAuth` documents it. Whatever was opened is closed again if a later step fails. */
export async function runAuth(settings: Settings): Promise<RunningAuth> {
  const config = readAuthConfig(settings);
  const closing = new CloseStack();
  try {
    await makeFolder(config.dataPath);
    const lock = lockDataDirectory(config.dataPath);
    closing.add('lock', () => lock.release());
    const store = await openStore(config, { thorough: true });
    closing.add('store', () => store.close());
    const running = await serve(config, store, closing);
    // Loading and compiling fill a young heap of many megabytes that an idle service does not need.
    garbageCollector('last-resort')();
    return running;
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function serve(config: AuthConfig, store: Store, closing: CloseStack): Promise<RunningAuth> {
  const masterKey = await masterKeyOf(config);
  const keys = await openKeys(config, store, masterKey);
  const log = logOf(config);
  const server = makeServer(config, log);
  server.maxConnections = MOST_CONNECTIONS;
  const url = await listen(server, config);
  closing.add('server', () => closeServer(server, REQUEST_MS));
  const issuer = config.issuer || url;
  const passwords = passwordsOf(config, store);
  const secrets = deriveSecrets(masterKey);
  const metrics = new Metrics();
  metrics.gauge(
    ['skein_auth_sign_ins_waiting', 'Number of sign-ins whose password waits to be checked.'],
    () => passwords.waiting,
  );
  const waitingRoom = new WaitingRoom(config.waitingLimit);
  const made = { config, issuer, store, keys, passwords, secrets, waitingRoom, metrics };
  const context: AuthContext = { ...made, clock: systemClock, log };
  // The issuer's default is the address, so the server listens before it has a handler. No request
  // is lost, since nothing is awaited in between.
  server.on('request', authApplication(context));
  await serveMetrics(context, closing);
  const stop = startHousekeeping(context);
  closing.add('housekeeping', stop);
  const readyLine = `skein auth ready on ${url} (issuer ${issuer}, data ${config.dataPath})`;
  return { url, issuer, readyLine, stop: () => closing.close() };
}

/** HTTPS if there is a certificate, and then no plain HTTP. */
function makeServer({ tls: files }: AuthConfig, log: Log): Server {
  const options = {
    requestTimeout: REQUEST_MS,
    ...IDLE_LIMITS,
  };
  if (files === undefined) return createServer(options);
  const tls = new TlsCertificate(files, log);
  const server = createSecureServer({ ...options, ...tls.options, handshakeTimeout: REQUEST_MS });
  tls.follow(server);
  return server;
}

async function serveMetrics({ config, metrics, log }: AuthContext, closing: CloseStack) {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === undefined) return;
  const server = await startMetricsServer({ host, port, text: () => metrics.text() });
  closing.add('metrics', () => server.stop());
  log.info('metrics port opened', { url: server.url });
}

/** Interval of purges. */
const HOUSEKEEPING_MS = 60_000;
/**
 * Interval of key checks: how long a key change by another process, or the expiry of a key, may go
 * unnoticed.
 */
const KEYS_MS = 2000;

/**
 * Follows changes of the keys and purges expired records and old audit events, at intervals. What
 * fails is done again in the next interval. Returns the function that stops both.
 */
function startHousekeeping({ config, keys, store, clock, log }: AuthContext): () => void {
  const failed = (error: unknown) => log.error('housekeeping failed', { error: String(error) });
  const following = setInterval(() => void keys.maintain().catch(failed), KEYS_MS);
  const forget = async () => {
    // Purges in slices, between which requests get their turn.
    while ((await store.purge(clock.nowMs())) > 0) await immediately();
    const oldMs = clock.nowMs() - config.auditRetentionMs;
    while ((await store.audit.drop(oldMs)) > 0) await immediately();
  };
  let forgotten = Promise.resolve();
  const forgetting = setInterval(() => {
    forgotten = forgotten.then(forget).catch(failed);
  }, HOUSEKEEPING_MS);
  following.unref();
  forgetting.unref();
  return () => {
    clearInterval(following);
    clearInterval(forgetting);
  };
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
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const scheme = server instanceof SecureServer ? 'https' : 'http';
      resolve(`${scheme}://${addressText(host, addressOf(server).port)}`);
    });
  });
}
