/**
 * Runs real nodes under load and faults: kills, freezes, partitions, orderly restarts, disks that
 * are full or fail. After each fault the cluster must become green again; at the end every
 * acknowledged write must be on every copy, the copies must be equal, and the histories of
 * conditional writes linearizable. Snapshots are taken and removed throughout: each one that was
 * reported successful must hold what was acknowledged before it, both restored and searched in the
 * repository.
 *
 *     npm run nemesis -- --minutes 10 [--rounds 20] [--nodes 3] [--seed 1] [--faults kill] [--replication SEGMENT] [--remote] [--folder DIR] [--port 19500]
 *
 * If `--replication` (DOCUMENT or SEGMENT) is absent, replicas copy segments in every other seed.
 *
 * With `--remote` the indices are in a remote store, and one more fault is the loss of all disks: a
 * new cluster begins with what the store has. That happens at least once: the first fault after a
 * third of the run is such a loss if there was none before.
 *
 * On a violation the script says what is wrong, exits with status 1 and keeps the folder, which
 * then holds the acknowledged writes (`acknowledged.json`, the number in each document). Partitions
 * need root rights (network namespaces); without them only processes and disks are hurt.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../shared/base/src/seeded_random.ts';
import { nodeNetwork } from '../shared/testkit/src/node_network.ts';
import { median } from './cluster_load/median.ts';
import { commandLine } from './command_line.ts';
import { request } from './nemesis/client.ts';
import { FAULTS, type Scene } from './nemesis/faults.ts';
import { DOCUMENTS, Load, REGISTERS } from './nemesis/load.ts';
import { nodeDisks } from './nemesis/node_disks.ts';
import { NodeProcesses } from './nemesis/node_processes.ts';
import { REMOTE_SETTINGS, RemoteStore } from './nemesis/remote_store.ts';
import { Snapshots } from './nemesis/snapshots.ts';
import { verify } from './nemesis/verify.ts';

const ROOT = resolve(import.meta.dirname, '..');
const GREEN_MS = 600_000;

const { values: options } = commandLine(import.meta, {
  options: {
    minutes: 5,
    rounds: Number.MAX_SAFE_INTEGER,
    nodes: 3,
    seed: Date.now() % 1_000_000,
    faults: '',
    remote: false,
    folder: { type: 'string' },
    port: 19_500,
    replication: { type: 'string' },
  },
});

const replication = options.replication ?? (options.seed % 2 === 0 ? 'SEGMENT' : 'DOCUMENT');
const count = options.nodes;
const random = seededRandom(options.seed);
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'skein-nemesis-'));
const network = nodeNetwork(count);
const disks = nodeDisks(folder, count);
const processes = new NodeProcesses({
  root: ROOT,
  folder,
  count,
  network,
  disks,
  basePort: options.port,
});
const load = new Load({ urls: () => urlsUp(), random, writers: 2, registers: 4 });
const snapshots = new Snapshots({
  urls: () => urlsUp(),
  random,
  acknowledged: load.acknowledged,
});
const remoteStore = new RemoteStore({
  urls: () => urlsUp(),
  dataPath: (node) => join(folder, `n${node}`),
  prepare: () => snapshots.register('snapshots'),
});
const urlsUp = () =>
  processes.nodes.filter((node) => processes.isUp(node)).map((node) => processes.url(node));

async function green(): Promise<number> {
  const startMs = performance.now();
  const path = `/_cluster/health?wait_for_status=green&wait_for_nodes=${count}&wait_for_no_relocating_shards=true&timeout=5s`;
  let last: unknown;
  while (performance.now() - startMs < GREEN_MS) {
    for (const url of urlsUp()) {
      const answer = await request(url, 'GET', path);
      last = answer?.body;
      if (answer?.status === 200) return performance.now() - startMs;
    }
    await sleep(100);
  }
  throw new Error(`not green after ${GREEN_MS} ms: ${JSON.stringify(last)}`);
}

/** Retries allocations that failed too often, as an operator does after repairing the cause. */
async function retryFailed(): Promise<void> {
  for (const url of urlsUp()) {
    const answer = await request(url, 'POST', '/_cluster/reroute?retry_failed=true');
    if (answer?.status === 200) return;
  }
  throw new Error('no node takes a reroute');
}

/** A disk that was full may have closed indices to writes for some more seconds. */
async function flowing(): Promise<void> {
  const startMs = performance.now();
  const before = load.acknowledged.size;
  while (load.acknowledged.size === before) {
    if (performance.now() - startMs > GREEN_MS) throw new Error('green, but nothing is written');
    await sleep(100);
  }
}

interface MasterBody {
  readonly master_node?: string | null;
  readonly nodes?: Readonly<Record<string, { readonly name: string }>>;
}

async function master(): Promise<number | undefined> {
  const path = '/_cluster/state/master_node,nodes?master_timeout=1s';
  for (const url of urlsUp()) {
    const answer = await request<MasterBody>(url, 'GET', path, { timeoutMs: 2000 });
    const name = answer?.body.nodes?.[answer.body.master_node ?? '']?.name;
    if (name !== undefined) return Number(name.slice(1));
  }
  return undefined;
}

async function createIndices(): Promise<void> {
  const [url = ''] = urlsUp();
  for (const index of [DOCUMENTS, REGISTERS]) {
    const settings = {
      number_of_shards: 3,
      number_of_replicas: 1,
      'unassigned.node_left.delayed_timeout': '0s',
      'replication.type': replication,
      ...(options.remote ? REMOTE_SETTINGS : {}),
    };
    const body = JSON.stringify({ settings });
    const answer = await request(url, 'PUT', `/${index}`, { body, timeoutMs: 60_000 });
    if (answer?.status !== 200) throw new Error(`no index: ${JSON.stringify(answer)}`);
  }
}

async function run(): Promise<void> {
  for (const node of processes.nodes) processes.start(node);
  await green();
  if (options.remote) await remoteStore.register();
  await createIndices();
  await green();
  await snapshots.register('snapshots');
  const scene: Scene = { processes, network, random, master, untilGreen: green, retryFailed };
  if (!network.canCut) console.log('no partitions: network namespaces are not permitted here');
  if (!disks.canFill) console.log('full disks are simulated: mounts are not permitted here');
  const { wipe } = remoteStore;
  const all = options.remote ? [...FAULTS, wipe] : FAULTS;
  const faults = all.filter(
    (fault) => (network.canCut || !fault.needsCuts) && fault.name.includes(options.faults),
  );
  if (faults.length === 0) throw new Error(`no fault named [${options.faults}]`);
  const runMs = options.minutes * 60_000;
  const endMs = performance.now() + runMs;
  const isLate = () => performance.now() > endMs - (runMs * 2) / 3;
  let mustWipe = faults.includes(wipe);
  const recoveries: number[] = [];
  let inflicted = 0;
  while (performance.now() < endMs && inflicted < options.rounds) {
    const drawn = faults[Math.floor(random() * faults.length)] ?? wipe;
    const fault = mustWipe && isLate() ? wipe : drawn;
    if (fault === wipe) mustWipe = false;
    load.start();
    snapshots.start();
    await sleep(1000 + 3000 * random());
    const before = load.acknowledged.size;
    await fault.inflict(scene);
    network.heal();
    recoveries.push(await green());
    await flowing();
    await load.stop();
    await snapshots.stop();
    inflicted++;
    const written = load.acknowledged.size - before;
    console.log(
      `${inflicted}. ${fault.name}: ${written} acknowledged meanwhile, green after ${Math.round(recoveries.at(-1) ?? 0)} ms`,
    );
  }
  await green();
  const findings = await verify(urlsUp(), load.acknowledged);
  const registers = load.verifyRegisters();
  const wrong = await snapshots.verify();
  const { taken, removed, searched } = snapshots.counts;
  console.log(
    `seed ${options.seed}, ${replication}: ${load.acknowledged.size} writes acknowledged, ${load.unknown} unknown, ${load.refused} refused; ${inflicted} faults, median ${Math.round(median(recoveries))} ms to green; ${load.registerOperations} conditional writes; lost ${findings.lost.length}, unequal ${findings.unequal.length}, registers wrong ${registers.length}; ${taken} snapshots there and ${removed} removed, ${searched} searched meanwhile, wrong ${wrong.length}`,
  );
  for (const text of [
    ...findings.lost.slice(0, 20),
    ...findings.unequal.slice(0, 20),
    ...registers,
    ...wrong,
  ]) {
    console.error(text);
  }
  const found = findings.lost.length + findings.unequal.length + registers.length + wrong.length;
  if (found > 0) process.exitCode = 1;
}

try {
  await run();
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  network.heal();
  await load.stop();
  await snapshots.stop();
  await processes.stopAll();
  network.close();
  if (process.exitCode === undefined) disks.close();
  if (process.exitCode === undefined && options.folder === undefined)
    rmSync(folder, { recursive: true });
  else {
    writeFileSync(join(folder, 'acknowledged.json'), JSON.stringify([...load.acknowledged]));
    console.error(`logs and data: ${folder}`);
  }
}
