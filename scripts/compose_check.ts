/**
 * Checks a running `docker compose up` as a user would: creates a client, a token, and an index
 * with a replica and documents, then kills a node and starts it again. If the profile `s3` is up,
 * the script takes a snapshot, removes all nodes with their volumes, and restores everything from
 * the snapshot on new nodes. Run `npm run compose-check` in the checkout; the script reads the same
 * variables as compose, such as `NODE1_PORT`.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './command_line.ts';
import { answeredJson, trustedJson } from './trusted_json.ts';

commandLine(import.meta, {});

const port = (name: string, fallback: string) => process.env[name] ?? fallback;
const AUTH = `http://127.0.0.1:${port('AUTH_PORT', '9280')}`;
const NODES = [
  `http://127.0.0.1:${port('NODE1_PORT', '9201')}`,
  `http://127.0.0.1:${port('NODE2_PORT', '9202')}`,
  `http://127.0.0.1:${port('NODE3_PORT', '9203')}`,
];
const SCOPE = 'cluster:monitor cluster:manage snapshots:manage indices:all:*';
const DOCUMENTS = 300;

function docker(...args: readonly string[]): string {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function compose(...args: readonly string[]): string {
  return docker('compose', ...args);
}

async function token(): Promise<string> {
  const name = `check-${Date.now()}`;
  const made = compose('exec', '-T', 'auth', 'skein', 'auth', 'add-client', name, '--scope', SCOPE);
  const { client_id, client_secret } = trustedJson<Record<string, string>>(made);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client_id ?? '',
    client_secret: client_secret ?? '',
  });
  const answer = await fetch(`${AUTH}/token`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return (await answeredJson<{ access_token: string }>(answer)).access_token;
}

type Json = { readonly [key: string]: unknown };

class Client {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  async call<T = Json>(node: string, method: string, path: string, body?: string): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` };
    if (body !== undefined) {
      headers['content-type'] = path.endsWith('/_bulk')
        ? 'application/x-ndjson'
        : 'application/json';
    }
    const answer = await fetch(`${node}${path}`, { method, headers, body: body ?? null });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return trustedJson<T>(text);
  }
}

async function refusedWithoutToken(): Promise<void> {
  const { status } = await fetch(`${NODES[0]}/_cat/nodes`);
  if (status !== 401) throw new Error(`a request without a token got ${status}`);
}

async function count(client: Client, node: string): Promise<number> {
  await client.call(node, 'POST', '/compose-check/_refresh');
  return Number((await client.call(node, 'GET', '/compose-check/_count')).count);
}

interface BulkBody {
  readonly items: readonly { readonly index: { readonly status: number } }[];
}

/** Sends bulk requests to a node; resolves with the number of acknowledged documents. */
async function write(client: Client, node: string, from: number): Promise<number> {
  const lines = Array.from(
    { length: DOCUMENTS },
    (_, at) => `{"index":{"_id":"${from + at}"}}\n{"n":${from + at}}\n`,
  );
  const path = '/compose-check/_bulk';
  const { items } = await client.call<BulkBody>(node, 'POST', path, lines.join(''));
  return items.filter(({ index }) => index.status < 300).length;
}

async function eventually<T>(what: string, seconds: number, step: () => Promise<T>): Promise<T> {
  const endMs = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (Date.now() > endMs) throw new Error(`${what}: ${String(error)}`);
      await sleep(250);
    }
  }
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)}, not ${String(expected)}`);
  console.log(`${what}: ${String(found)}`);
}

const INDEX_ON_ALL_NODES = '{"settings":{"number_of_shards":3,"number_of_replicas":1}}';
const REPOSITORY = '{"type":"s3","settings":{"bucket":"backups","base_path":"compose-check"}}';

/** A name that no earlier run has used: the snapshots of earlier runs are still in the bucket. */
const SNAPSHOT = `/_snapshot/backups/check-${Date.now()}`;

/** Removes all nodes and everything that they have on disk. */
function loseNodes(): void {
  const nodes = ['node1', 'node2', 'node3'];
  compose('rm', '--stop', '--force', ...nodes);
  const { name } = trustedJson<{ readonly name: string }>(compose('config', '--format', 'json'));
  docker('volume', 'rm', ...nodes.map((node) => `${name}_${node}`));
  compose('up', '--detach', '--wait', ...nodes);
}

async function disasterAndBack(client: Client, documents: number): Promise<void> {
  const [one = '', two = ''] = NODES;
  await client.call(one, 'PUT', '/_snapshot/backups', REPOSITORY);
  const path = `${SNAPSHOT}?wait_for_completion=true`;
  const { snapshot } = await client.call<{ snapshot: { state: string } }>(two, 'PUT', path);
  expectEqual('snapshot', snapshot.state, 'SUCCESS');
  loseNodes();
  // A kept connection to a removed node is found to be closed only when it is used.
  for (const node of NODES) {
    await eventually('a new cluster', 60, () =>
      client.call(node, 'GET', '/_cluster/health?wait_for_nodes=3&timeout=30s'),
    );
  }
  const { indices } = await client.call<{ indices: object }>(one, 'GET', '/_stats/docs');
  expectEqual('indices of the new cluster', Object.keys(indices).length, 0);
  await client.call(two, 'PUT', '/_snapshot/backups', REPOSITORY);
  const body = '{"include_global_state":true}';
  await client.call(one, 'POST', `${SNAPSHOT}/_restore?wait_for_completion=true`, body);
  expectEqual('documents after the disaster', await count(client, two), documents);
  await client.call(one, 'DELETE', SNAPSHOT);
}

async function main(): Promise<void> {
  const [one = '', two = '', three = ''] = NODES;
  await refusedWithoutToken();
  const client = new Client(await token());
  const health = await client.call(one, 'GET', '/_cluster/health?wait_for_nodes=3&timeout=30s');
  expectEqual('nodes', health.number_of_nodes, 3);
  await client.call(one, 'PUT', '/compose-check', INDEX_ON_ALL_NODES);
  const green = '/_cluster/health/compose-check?wait_for_status=green&timeout=60s';
  expectEqual('health', (await client.call(two, 'GET', green)).status, 'green');
  let acknowledged = await write(client, three, 0);
  expectEqual('documents on another node', await count(client, one), acknowledged);

  compose('kill', 'node2');
  acknowledged += await eventually('writes with a node down', 60, () =>
    write(client, one, DOCUMENTS),
  );
  const found = await eventually('a search with a node down', 60, () => count(client, three));
  expectEqual('documents with a node down', found, acknowledged);

  compose('start', 'node2');
  await eventually('green again', 120, async () => {
    const now = await client.call(one, 'GET', `${green}&wait_for_nodes=3`);
    if (now.status !== 'green' || now.number_of_nodes !== 3) throw new Error(JSON.stringify(now));
  });
  expectEqual('documents on the node that came back', await count(client, two), acknowledged);
  const services = compose('ps', '--services', '--status', 'running').split('\n');
  if (services.includes('s3')) await disasterAndBack(client, acknowledged);
  await client.call(one, 'DELETE', '/compose-check');
  console.log('compose: all well');
}

await main();
