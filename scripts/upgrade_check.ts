/**
 * `npm run upgrade-check -- --from OLD`: runs a rolling upgrade under load. Three nodes of the old
 * version are filled, then stopped one after the other and started again as this version, which
 * must be built, while clients write and search. In between, the mixed cluster must work as a
 * cluster. OLD is a folder, an archive of one (`npm run ship`) or a git revision. No acknowledged
 * write may be lost, and no request may fail that another node could answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, ServiceProcess } from '../shared/testkit/dist/mod.js';
import { commandLine } from './command_line.ts';
import { answersOf, ask, fillNode } from './upgrade_check/contents.ts';
import { Load } from './upgrade_check/load.ts';
import { oldVersion } from './upgrade_check/old_version.ts';

const { values } = commandLine(import.meta, { options: { from: { type: 'string' } } });
if (values.from === undefined) {
  console.error('upgrade_check: --from OLD is missing');
  process.exit(2);
}
const ROOT = resolve(import.meta.dirname, '..');
const INDEX = 'written';
const NAMES = ['n1', 'n2', 'n3'];
const PATIENCE_MS = 300_000;
const work = mkdtempSync(join(tmpdir(), 'skein-upgrade-'));
const ports = await freePorts(NAMES.length);
const nodes = new Map<string, ServiceProcess>();
const old = oldVersion(values.from, ROOT, work);

try {
  await Promise.all(NAMES.map((name) => start(name, old.root)));
  await green();
  const [first = ''] = urls();
  await fillNode(first);
  await ask(first, 'PUT', `/${INDEX}`, {
    settings: { number_of_shards: 3, number_of_replicas: 1 },
  });
  await green(INDEX);
  const before = JSON.stringify(await answersOf(first));
  const load = new Load(urls, INDEX);
  await moved(load);
  for (const name of NAMES) {
    const leaving = nodes.get(name);
    nodes.delete(name);
    await leaving?.stop();
    await start(name, ROOT);
    await green(INDEX);
    await mixed(name);
    await moved(load);
    console.log(
      `${name} runs this version: ${load.acknowledged.length} writes, ${load.searches} searches`,
    );
  }
  await load.stop();
  const problems = [...load.failures, ...(await lost(load.acknowledged))];
  for (const url of urls()) {
    if (JSON.stringify(await answersOf(url)) !== before) problems.push(`${url} answers otherwise`);
  }
  for (const problem of problems.slice(0, 20)) console.error(problem);
  console.log(`${load.acknowledged.length} documents, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await Promise.all([...nodes.values()].map((node) => node.kill()));
  old.end();
  rmSync(work, { recursive: true, force: true });
}

function urls(): readonly string[] {
  return [...nodes.values()].map(({ url }) => url);
}

async function start(name: string, root: string): Promise<void> {
  const node = await ServiceProcess.start(root, 'node', {
    'node.name': name,
    'cluster.name': 'upgraded',
    'path.data': join(work, name),
    'http.port': '0',
    'transport.port': String(ports[NAMES.indexOf(name)]),
    'transport.secret': 'nodes of an upgrade',
    'discovery.seed_hosts': ports.map((port) => `127.0.0.1:${port}`).join(','),
    'cluster.initial_master_nodes': NAMES.join(','),
    'cluster.routing.allocation.disk.threshold_enabled': 'false',
  });
  nodes.set(name, node);
}

/**
 * Waits until `index` (by default every index) is green. With a name, the indices that the fixture
 * closes and those without a replica are not waited for.
 */
async function green(index = ''): Promise<void> {
  const path = `/_cluster/health/${index}?wait_for_status=green&wait_for_nodes=${NAMES.length}&timeout=1s`;
  await until('green', async () => {
    const [url = ''] = urls();
    return (await fetch(url + path).catch(() => undefined))?.status === 200;
  });
}

/** Waits until the clients have made progress. */
async function moved(load: Load): Promise<void> {
  const writes = load.acknowledged.length + 50;
  const searches = load.searches + 10;
  await until(
    'clients go on',
    async () => load.acknowledged.length >= writes && load.searches >= searches,
  );
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error(`not in time: ${what}`);
}

/** Checks the mixed cluster: the cluster state changes, and every node searches every shard. */
async function mixed(name: string): Promise<void> {
  for (const url of urls()) {
    const index = `made-${name}-${urls().indexOf(url)}`;
    await ask(url, 'PUT', `/${index}`, { settings: { number_of_replicas: 1 } });
    await ask(url, 'PUT', `/${index}/_doc/1?refresh=true`, { name });
    for (const other of urls()) {
      const { hits } = await ask(other, 'POST', `/${index}/_search`, {
        query: { match: { name } },
      });
      if (hits.total.value !== 1) throw new Error(`${other} does not find what ${url} wrote`);
    }
  }
}

async function lost(ids: readonly string[]): Promise<readonly string[]> {
  const [url = ''] = urls();
  const missing: string[] = [];
  for (let from = 0; from < ids.length; from += 500) {
    const { docs } = await ask(url, 'POST', `/${INDEX}/_mget`, {
      ids: ids.slice(from, from + 500),
    });
    for (const { _id, found } of docs)
      if (!found) missing.push(`${_id} was acknowledged and is lost`);
  }
  return missing;
}
