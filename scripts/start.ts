/**
 * Builds, starts the authorization service and three search nodes, loads real documents the first
 * time, searches them, and stays up until Ctrl-C.
 *
 *     npm start -- [--exit] [--no-documents] [--nodes 3] [--port 9200] [--transport-port 9300] [--auth-port 9280] [--data FOLDER]
 *
 *   --exit            stop the services and end after the search
 *   --no-documents    start the services without loading documents
 *   --port, --transport-port   ports of the first node; each further node uses the next port
 *
 * If a step fails, the script prints the reason and ends with a status other than 0.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ServiceProcess } from '../shared/testkit/src/service_process.ts';
import { commandLine } from './command_line.ts';
import { ensureBuilt } from './start/build.ts';
import { type Credentials, fetchToken, SearchClient } from './start/client.ts';
import { type ConsoleUser, consoleUser } from './start/console.ts';
import { DATASETS } from './start/datasets.ts';
import { load, loadedCount } from './start/load.ts';
import { runTour } from './start/tour.ts';
import { fileJson, trustedJson } from './trusted_json.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SCOPE = 'cluster:monitor cluster:manage indices:all:*';

const { values: options } = commandLine(import.meta, {
  allowNegative: true,
  options: {
    exit: false,
    documents: true,
    port: 9200,
    'transport-port': 9300,
    nodes: 3,
    'auth-port': 9280,
    data: join(ROOT, 'data'),
  },
});

const running: ServiceProcess[] = [];
/** One for each service that is starting; aborting it ends the service. */
const starting = new Set<AbortController>();
let stopping = false;

async function stopAll(): Promise<void> {
  stopping = true;
  for (const start of starting) start.abort();
  await Promise.all(running.splice(0).map((service) => service.stop()));
}

interface TourClient {
  readonly credentials: Credentials;
  /** True if this start made it: its secret is then shown. */
  readonly isNew: boolean;
}

/** The tour's own client, made at the first start and kept beside the data for the next. */
async function tourClient(dataPath: string): Promise<TourClient> {
  const file = join(dataPath, 'tour-client.json');
  if (existsSync(file)) {
    const credentials = fileJson<Credentials>(file);
    return { credentials, isNew: false };
  }
  const cli = join(ROOT, 'services/cli/bin/skein.js');
  const authData = `path.data=${join(dataPath, 'auth')}`;
  const command = [cli, 'auth', 'add-client', 'tour', '--scope', SCOPE, '-E', authData];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  const { client_id, client_secret } = trustedJson<Credentials>(stdout);
  writeFileSync(file, JSON.stringify({ client_id, client_secret }), { mode: 0o600 });
  return { credentials: { client_id, client_secret }, isNew: true };
}

async function startService(
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const service = await started(name, settings);
  service.onDeath((code) => {
    if (stopping) return;
    console.error(`${name} exited unexpectedly with ${code}`);
    void stopAll().then(() => process.exit(1));
  });
  running.push(service);
  return service;
}

async function started(
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const start = new AbortController();
  starting.add(start);
  try {
    return await ServiceProcess.start(ROOT, name, settings, undefined, start.signal);
  } finally {
    starting.delete(start);
  }
}

/**
 * Starts the authorization service, after its client and user are registered. The nodes start
 * meanwhile: they fetch its keys with the first token.
 */
async function startAuthorization(
  dataPath: string,
): Promise<TourClient & { readonly user: ConsoleUser }> {
  const client = await tourClient(dataPath);
  const ports = Array.from({ length: options.nodes }, (_, i) => options.port + i);
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const user = await consoleUser({ root: ROOT, dataPath, origins });
  await startService('auth', {
    'http.port': String(options['auth-port']),
    'path.data': join(dataPath, 'auth'),
    ...EVERY_FLOW,
  });
  return { ...client, user };
}

/** The settings of the nodes of one cluster on this machine, which share a secret. */
function nodeSettings(dataPath: string, authUrl: string): readonly Record<string, string>[] {
  const count = options.nodes;
  const names = Array.from({ length: count }, (_, i) => `node-${i + 1}`);
  const portOf = (first: number, i: number) => String(first + i);
  const seeds = names.map((_, i) => `127.0.0.1:${portOf(options['transport-port'], i)}`);
  const secretFile = join(dataPath, 'transport-secret');
  if (!existsSync(secretFile)) {
    writeFileSync(secretFile, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  }
  return names.map((name, i) => ({
    'node.name': name,
    'http.port': portOf(options.port, i),
    'transport.port': portOf(options['transport-port'], i),
    'transport.secret_file': secretFile,
    'discovery.seed_hosts': seeds.join(','),
    'cluster.initial_master_nodes': names.join(','),
    'path.data': join(dataPath, name),
    'security.oauth2.issuers.local.url': authUrl,
  }));
}

/**
 * Dynamic registration, which is off by default, is on for trying it out: only holders of an
 * initial access token can use it.
 */
const EVERY_FLOW = { 'auth.registration.enabled': 'true' };

async function run(): Promise<void> {
  ensureBuilt(ROOT);
  const startedMs = performance.now();
  const dataPath = resolve(options.data);
  mkdirSync(dataPath, { recursive: true, mode: 0o700 });
  const authUrl = `http://127.0.0.1:${options['auth-port']}`;
  const url = `http://127.0.0.1:${options.port}`;
  const [{ credentials, isNew, user }] = await Promise.all([
    startAuthorization(dataPath),
    ...nodeSettings(dataPath, authUrl).map((settings) => startService('node', settings)),
  ]);
  const client = new SearchClient(url, await fetchToken(authUrl, credentials));
  const whole = `wait_for_nodes=${options.nodes}&wait_for_status=green`;
  await client.call('GET', `/_cluster/health?${whole}&timeout=2m`);
  console.log(`Console: ${url}/_console/ (user ${user.name}, password ${user.password})`);
  if (isNew) {
    const { client_id: id, client_secret: secret } = credentials;
    console.log(
      `Created the client [${id}] with the secret [${secret}], which is shown only once.`,
    );
  }
  console.log(
    `${options.nodes} nodes green in ${Math.round(performance.now() - startedMs)} ms: search on ${url}, authorization on ${authUrl}`,
  );
  if (!options.documents) return;
  for (const dataset of DATASETS) {
    if ((await loadedCount(client, dataset.index)) === dataset.count) continue;
    const { documents, seconds } = await load(client, dataset);
    console.log(
      `  ${documents} documents in ${seconds.toFixed(1)} s: ${Math.round(documents / seconds)} documents/s`,
    );
  }
  await runTour(client);
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log('\nStopping …');
      void stopAll().then(() => process.exit(0));
    });
  }
  try {
    await run();
  } catch (error) {
    await stopAll();
    throw error;
  }
  if (!options.exit) {
    console.log('\nPress Ctrl-C to stop the services.');
    return;
  }
  await stopAll();
}

main().catch((error: Error) => {
  console.error(`npm start failed: ${error.message}`);
  process.exit(1);
});
