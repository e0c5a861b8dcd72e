/**
 * Measures how long writes are interrupted when a node dies. The cluster has three nodes and one
 * shard with a copy on each; one writer sends requests to the surviving nodes. The script kills the
 * master and the node of the primary in turn (`kill -9`), and starts them again.
 *
 *     npm run failover -- [--rounds 20] [--port 19700]
 *
 * "Detected" is the time until another node logs the loss of its master, or the master logs that
 * the node left. "Flowing" is the time until a write that was sent after the kill is acknowledged.
 * Times are in milliseconds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './cluster_load/median.ts';
import { commandLine } from './command_line.ts';
import { request } from './nemesis/client.ts';
import { temporaryNodes } from './nemesis/temporary_nodes.ts';
import { answeredJson, trustedJson } from './trusted_json.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    rounds: 20,
    port: 19_700,
  },
});

const INDEX = 'failover';
const NODES = 3;
const PATIENCE_MS = 300_000;
const { end, folder, processes } = temporaryNodes('failover', {
  count: NODES,
  basePort: options.port,
});

type Victim = 'master' | 'primary';

interface Round {
  readonly detectedMs: number;
  readonly flowingMs: number;
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    const found = await ask();
    if (found !== undefined) return found;
    await sleep(20);
  }
  throw new Error(`not in time: ${what}`);
}

function urls(): readonly string[] {
  return processes.nodes.filter((node) => processes.isUp(node)).map((node) => processes.url(node));
}

async function green(): Promise<void> {
  const path = `/_cluster/health?wait_for_status=green&wait_for_nodes=${NODES}&timeout=1s`;
  await until('green', async () => {
    if (urls().length < NODES) return undefined;
    for (const url of urls()) {
      if ((await request(url, 'GET', path))?.status !== 200) return undefined;
    }
    return true;
  });
}

/** Finds the victim's number, which is part of the node's name. */
function find(victim: Victim): Promise<number> {
  const path =
    victim === 'master' ? '/_cat/master?format=json' : `/_cat/shards/${INDEX}?format=json`;
  return until(victim, async () => {
    const rows = await cat(path);
    const row = rows.find((one) => victim === 'master' || one.prirep === 'p');
    return row?.node === undefined ? undefined : Number(row.node.slice(1));
  });
}

async function cat(path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const answer = await fetch(`${urls()[0]}${path}`);
  return answer.ok ? await answeredJson<Readonly<Record<string, string>>[]>(answer) : [];
}

/** The time at which one of the other nodes noticed the death, read from its log. */
function noticedAt(victim: number, killedAt: number): Promise<number> {
  const isNotice = ({ message, mode }: Readonly<Record<string, unknown>>) =>
    message === 'node leaves the cluster' ||
    (message === 'cluster role changed' && mode === 'candidate');
  return until('a log that tells of it', async () => {
    const times = processes.nodes
      .filter((node) => node !== victim)
      .flatMap((node) => readFileSync(join(folder, `n${node}.log`), 'utf8').split('\n'))
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => trustedJson<Readonly<Record<string, unknown>>>(line))
      .filter(isNotice)
      .map((line) => Date.parse(String(line['@timestamp'])))
      .filter((time) => time >= killedAt);
    return times.length === 0 ? undefined : Math.min(...times);
  });
}

let written = 0;

async function write(): Promise<boolean> {
  const up = urls();
  const url = up[written++ % up.length] ?? '';
  const path = `/${INDEX}/_doc/${written}?timeout=10s`;
  const answer = await request(url, 'PUT', path, { body: `{"n":${written}}`, timeoutMs: 10_000 });
  return answer !== undefined && answer.status < 300;
}

async function round(victim: Victim): Promise<Round> {
  const node = await find(victim);
  for (let i = 0; i < 20; i++) await until('a write', async () => (await write()) || undefined);
  const killedAt = Date.now();
  await processes.kill(node);
  await until('writes flow', async () => (await write()) || undefined);
  const flowingAt = Date.now();
  const detectedAt = await noticedAt(node, killedAt);
  processes.start(node);
  await green();
  return { detectedMs: detectedAt - killedAt, flowingMs: flowingAt - killedAt };
}

async function run(): Promise<void> {
  for (const node of processes.nodes) processes.start(node);
  await green();
  const settings = { number_of_shards: 1, number_of_replicas: NODES - 1 };
  await request(urls()[0] ?? '', 'PUT', `/${INDEX}`, {
    body: JSON.stringify({ settings }),
    timeoutMs: 60_000,
  });
  await green();
  const rounds: Record<Victim, Round[]> = { master: [], primary: [] };
  for (let at = 0; at < options.rounds; at++) {
    const victim: Victim = at % 2 === 0 ? 'master' : 'primary';
    const { detectedMs, flowingMs } = await round(victim);
    rounds[victim].push({ detectedMs, flowingMs });
    console.log(`${at + 1}. ${victim}: detected after ${detectedMs}, flowing after ${flowingMs}`);
  }
  for (const [victim, all] of Object.entries(rounds)) {
    const detected = median(all.map((one) => one.detectedMs));
    const flowing = median(all.map((one) => one.flowingMs));
    const after = median(all.map((one) => Math.max(0, one.flowingMs - one.detectedMs)));
    console.log(
      `${victim} killed ${all.length} times, medians: detected after ${detected} ms, writes flow ${after} ms after that, ${flowing} ms after the kill`,
    );
  }
}

try {
  await run();
} finally {
  await end();
}
