/**
 * Measures what a replica costs beside its primary: two nodes are started, documents are written in
 * bulks to an index with one shard and one replica that is refreshed each second, and the CPU of
 * each process is printed, measured until the replica shows all documents.
 *
 *     node scripts/replica_cpu.ts [--documents 100000] [--bulk 1000] [--words 68] [--types SEGMENT,DOCUMENT] [--warm-up 20000] [--rounds 1] [--profile DIRECTORY]
 *
 * CPU comes from /proc: Linux only. `--profile` keeps profiles of all threads (`node --cpu-prof`)
 * in that folder. All documents are sent to the node of the primary.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startNodes } from '@skein/testkit';
import { processCpuMs } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';
import { askFor } from './figures/ask.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    documents: 100_000,
    bulk: 1000,
    words: 68,
    types: 'SEGMENT,DOCUMENT',
    'warm-up': 20_000,
    rounds: 1,
    profile: { type: 'string' },
  },
});

const ROOT = join(import.meta.dirname, '..');
const WORDS = 20_000;
const INDEX = 'replica-cpu';

interface Pair {
  readonly primary: ServiceProcess;
  readonly replica: ServiceProcess;
}

/**
 * The word at a place of a document, always the same one: words with small numbers are frequent.
 */
function wordOf(document: number, at: number): string {
  const hash = Math.imul(document * 131 + at + 1, 0x9e3779b1) >>> 0;
  const share = hash / 2 ** 32;
  return `word${Math.floor(WORDS * share * share * share)}`;
}

function bulkOf(from: number, count: number): string {
  const lines: string[] = [];
  for (let document = from; document < from + count; document++) {
    const words = Array.from({ length: options.words }, (_, at) => wordOf(document, at));
    lines.push('{"index":{}}', JSON.stringify({ text: words.join(' '), number: document }));
  }
  return `${lines.join('\n')}\n`;
}

async function start(folder: string): Promise<readonly [ServiceProcess, ServiceProcess]> {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  const launch = { nodeFlags: options.profile === undefined ? [] : flags, env: {} };
  const nodes = await startNodes(ROOT, folder, 2, {}, launch);
  const [one, other] = nodes;
  return [one, other];
}

async function makeIndex(
  nodes: readonly [ServiceProcess, ServiceProcess],
  type: string,
): Promise<Pair> {
  const [first, second] = nodes;
  await fetch(`${first.url}/${INDEX}`, { method: 'DELETE' });
  await askFor(first.url, 'PUT', `/${INDEX}`, {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 1,
      'index.replication.type': type,
      refresh_interval: '1s',
      // A shard that is not searched would become idle and not be refreshed.
      'index.search.idle.after': '1h',
    },
    mappings: { properties: { text: { type: 'text' }, number: { type: 'long' } } },
  });
  await askFor(first.url, 'GET', `/_cluster/health/${INDEX}?wait_for_status=green&timeout=60s`);
  const shards = await askFor<readonly { readonly prirep: string; readonly node: string }[]>(
    first.url,
    'GET',
    `/_cat/shards/${INDEX}?format=json`,
  );
  const isFirst = shards.find(({ prirep }) => prirep === 'p')?.node === 'n0';
  return isFirst ? { primary: first, replica: second } : { primary: second, replica: first };
}

/** The number of documents that the node's own copy shows. */
async function shownBy(url: string): Promise<number> {
  const path = `/${INDEX}/_count?preference=_local`;
  return (await askFor<{ readonly count: number }>(url, 'GET', path)).count;
}

async function write({ primary, replica }: Pair, from: number, documents: number): Promise<void> {
  const bulk = options.bulk;
  for (let at = from; at < from + documents; at += bulk) {
    const count = Math.min(bulk, from + documents - at);
    await askFor(primary.url, 'POST', `/${INDEX}/_bulk`, bulkOf(at, count));
  }
  while ((await shownBy(replica.url)) < from + documents) await sleep(200);
}

async function measure(type: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'replica-cpu-'));
  const nodes = await start(folder);
  try {
    const pair = await makeIndex(nodes, type);
    const warmUp = options['warm-up'];
    const documents = options.documents;
    await write(pair, 0, warmUp);
    for (let round = 0; round < options.rounds; round++) {
      const cpu = () => [pair.primary, pair.replica].map(({ pid }) => processCpuMs(pid));
      const [primaryFrom = 0, replicaFrom = 0] = cpu();
      const startMs = performance.now();
      await write(pair, warmUp + round * documents, documents);
      const tookMs = performance.now() - startMs;
      const [primaryTo = 0, replicaTo = 0] = cpu();
      const primary = primaryTo - primaryFrom;
      const replica = replicaTo - replicaFrom;
      console.log(
        `${type.padEnd(9)} ${documents} documents in ${(tookMs / 1000).toFixed(1)} s: primary ${primary} ms, replica ${replica} ms, ratio ${(replica / primary).toFixed(2)}`,
      );
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const type of options.types.split(',')) await measure(type);
