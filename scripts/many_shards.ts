/**
 * Measures a cluster of three nodes with many shards: the time until all shards have started, the
 * time until every node has applied a change of the cluster state, and the memory and CPU of the
 * nodes without requests. Each shard has one replica. The limit of concurrent recoveries is raised,
 * as an operator of so many shards would do.
 *
 *     node scripts/many_shards.ts [--indices 50] [--shards 100] [--rounds 20] [--idle 30] [--port 19800]
 *
 * `--indices 50 --shards 100` are 10,000 copies: some 850 MB a node, and 10,000 descriptors
 * (`ulimit -n`). Times in milliseconds; a change counts when it is answered `acknowledged: true`.
 * `--idle`: seconds over which the CPU of idle nodes is taken from /proc (Linux only), before any
 * shard and with all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './cluster_load/median.ts';
import { processCpuMs, processResidentMb } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';
import { type Reply, request } from './nemesis/client.ts';
import { temporaryNodes } from './nemesis/temporary_nodes.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    indices: 50,
    shards: 100,
    rounds: 20,
    idle: 30,
    port: 19_800,
  },
});

const NODES = 3;
const PATIENCE_MS = 1_800_000;
const GREEN_EVERY = 5;
/** The pause in which earlier work ends. */
const SETTLE_MS = 15_000;
const SETTINGS = {
  'cluster.max_shards_per_node': 100_000,
  'cluster.routing.allocation.node_concurrent_recoveries': 30,
  'cluster.routing.allocation.node_initial_primaries_recoveries': 30,
};
const { end, processes } = temporaryNodes('many-shards', {
  count: NODES,
  basePort: options.port,
});

async function ask(method: string, path: string, body?: unknown): Promise<Reply> {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await request(processes.url(0), method, path, { ...text, timeoutMs: PATIENCE_MS });
  if (answer?.status === 200) return answer;
  throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
}

async function green(): Promise<void> {
  const path = `/_cluster/health?wait_for_status=green&wait_for_nodes=${NODES}&timeout=1s`;
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    const answer = await request(processes.url(0), 'GET', path, { timeoutMs: 60_000 });
    if (answer?.status === 200) return;
  }
  throw new Error('not green in time');
}

async function fill(): Promise<void> {
  const settings = { number_of_shards: options.shards, number_of_replicas: 1 };
  for (let at = 0; at < options.indices; at++) {
    await ask('PUT', `/many${at}?wait_for_active_shards=0&timeout=10m`, { settings });
    if (at % GREEN_EVERY === GREEN_EVERY - 1) await green();
  }
  await green();
}

type Change = (round: number) => readonly [method: string, path: string, body?: unknown];

const CHANGES: Readonly<Record<string, Change>> = {
  'cluster setting': (round) => [
    'PUT',
    '/_cluster/settings',
    { transient: { 'indices.recovery.max_bytes_per_sec': `${100 + round}mb` } },
  ],
  mapping: (round) => [
    'PUT',
    '/many0/_mapping',
    { properties: { [`field${round}`]: { type: 'keyword' } } },
  ],
  alias: (round) => ['PUT', `/many0/_alias/alias${round}`],
  'new index': (round) => ['PUT', `/more${round}`, { settings: { number_of_replicas: 1 } }],
  'index deleted': (round) => ['DELETE', `/more${round}`],
};

async function measure(name: string, change: Change): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const startMs = performance.now();
    const { body } = await ask(...change(round));
    if (body.acknowledged !== true) throw new Error(`${name} was not acknowledged`);
    times.push(performance.now() - startMs);
  }
  const shown = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0));
  console.log(`${name}: median ${shown[0]}, longest ${shown[1]}`);
}

async function idle(what: string): Promise<void> {
  await sleep(SETTLE_MS);
  const pids = processes.nodes.map((node) => processes.pid(node));
  const before = pids.map(processCpuMs);
  const startMs = performance.now();
  await sleep(options.idle * 1000);
  const percents = pids.map((pid, node) => {
    const share = (processCpuMs(pid) - (before[node] ?? 0)) / (performance.now() - startMs);
    return `${(100 * share).toFixed(2)} %`;
  });
  const memory = pids.map((pid) => `${processResidentMb(pid).toFixed(0)} MB`);
  console.log(`idle, ${what}: ${percents.join(', ')} of a core; ${memory.join(', ')}`);
}

async function run(): Promise<void> {
  for (const node of processes.nodes) processes.start(node);
  await green();
  await idle('no shards');
  await ask('PUT', '/_cluster/settings', { transient: SETTINGS });
  const startMs = performance.now();
  await fill();
  const { body } = await ask('GET', '/_cluster/health');
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`${body.active_shards} copies green after ${seconds.toFixed(0)} s`);
  await idle(`${body.active_shards} copies`);
  for (const [name, change] of Object.entries(CHANGES)) await measure(name, change);
}

try {
  await run();
} finally {
  await end();
}
