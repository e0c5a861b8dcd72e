/**
 * Measures writes and searches of clusters with one replica, in one run: documents and searches per
 * second, and the CPU of all processes of each cluster.
 *
 *     node scripts/cluster_load.ts 'mine=URL,URL,URL;PID,PID,PID' 'reference=URL,URL,URL;PID,PID,PID' \
 *       [--shards 3] [--replicas 1] [--clients 8] [--rounds 3] [--seconds 3] [--documents 60000]
 *
 * Clusters take turns, round after round: each round writes the documents into a new index and
 * searches it. Requests go to the nodes in turn. The figure of a class is that of its median round.
 * CPU comes from /proc: Linux only. An existing index named `cluster_load` is replaced.
 */
import { Cluster, readTarget } from './cluster_load/cluster.ts';
import { medianBy } from './cluster_load/median.ts';
import { SEARCHES } from './cluster_load/searches.ts';
import { commandLine } from './command_line.ts';
import { DATASETS } from './start/datasets.ts';

const INDEX = 'cluster_load';
const WARM_UP = 200;

const { values: given, positionals } = commandLine(import.meta, {
  allowPositionals: true,
  options: {
    shards: 3,
    replicas: 1,
    clients: 8,
    rounds: 3,
    seconds: 3,
    documents: 60_000,
    bulk: 500,
  },
});
const clients = given.clients;

interface Figure {
  /** Documents or requests per second. */
  readonly rate: number;
  /** CPU milliseconds of all processes together, per document or request. */
  readonly cpuMs: number;
}

const words = DATASETS.find(({ index }) => index === 'words');
if (words === undefined) throw new Error('the glosses are gone');

/** Bodies of `_bulk` requests, made before anything is measured. */
async function bulks(): Promise<readonly Buffer[]> {
  const bodies: Buffer[] = [];
  let lines: string[] = [];
  let count = 0;
  for await (const { id, source } of words?.documents() ?? []) {
    lines.push(`{"index":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(source)}\n`);
    count++;
    if (lines.length < given.bulk) continue;
    bodies.push(Buffer.from(lines.join('')));
    lines = [];
    if (count >= given.documents) break;
  }
  return bodies;
}

/** Runs `clients` requests at a time until `next` returns `undefined`. */
async function inParallel(next: () => Promise<void> | undefined): Promise<void> {
  const client = async () => {
    for (let turn = next(); turn !== undefined; turn = next()) await turn;
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function measured(cluster: Cluster, run: () => Promise<number>): Promise<Figure> {
  const begunCpu = cluster.cpuMs();
  const begunMs = performance.now();
  const count = await run();
  const seconds = (performance.now() - begunMs) / 1000;
  return { rate: count / seconds, cpuMs: (cluster.cpuMs() - begunCpu) / count };
}

async function makeIndex(cluster: Cluster): Promise<void> {
  await cluster.send('DELETE', `/${INDEX}`, undefined, [404]);
  const settings = {
    number_of_shards: given.shards,
    number_of_replicas: given.replicas,
    refresh_interval: '1s',
  };
  await cluster.json('PUT', `/${INDEX}`, { settings, mappings: words?.mappings });
  await cluster.send('GET', `/_cluster/health/${INDEX}?wait_for_status=green&timeout=60s`);
}

function write(cluster: Cluster, bodies: readonly Buffer[]): Promise<Figure> {
  return measured(cluster, async () => {
    let at = 0;
    await inParallel(() => {
      const body = bodies[at++];
      return body && writeOne(cluster, body);
    });
    return bodies.length * given.bulk;
  });
}

async function writeOne(cluster: Cluster, body: Buffer): Promise<void> {
  const answer = await cluster.send('POST', `/${INDEX}/_bulk`, body);
  if (!answer.subarray(0, 64).includes('"errors":false')) {
    throw new Error(`${cluster.name}: ${answer.subarray(0, 400)}`);
  }
}

async function writeSingly(cluster: Cluster, bodies: readonly Buffer[]): Promise<Figure> {
  const lines = (bodies[0] ?? Buffer.alloc(0)).toString('utf8').split('\n');
  const documents = lines.filter((_line, i) => i % 2 === 1).slice(0, 200);
  return measured(cluster, () =>
    forAWhile(async (turn) => {
      const document = documents[turn % documents.length];
      await cluster.send('PUT', `/${INDEX}/_doc/${turn % 5000}`, document);
    }),
  );
}

async function search(cluster: Cluster, body: (turn: number) => object): Promise<Figure> {
  const ask = async (turn: number) => {
    await cluster.send('POST', `/${INDEX}/_search?request_cache=false`, JSON.stringify(body(turn)));
  };
  let warmed = 0;
  await inParallel(() => (warmed < WARM_UP ? ask(warmed++) : undefined));
  return measured(cluster, () => forAWhile(ask));
}

/** Sends requests for `--seconds` and returns how many were sent. */
async function forAWhile(ask: (turn: number) => Promise<void>): Promise<number> {
  const untilMs = performance.now() + given.seconds * 1000;
  let count = 0;
  await inParallel(() => (performance.now() < untilMs ? ask(count++) : undefined));
  return count;
}

const NOT_MEASURED: Figure = { rate: Number.NaN, cpuMs: Number.NaN };
/** The figures of the rounds, by class and cluster. */
const figures = new Map<string, Map<Cluster, Figure[]>>();

function note(name: string, cluster: Cluster, figure: Figure): void {
  const byCluster = figures.get(name) ?? new Map<Cluster, Figure[]>();
  figures.set(name, byCluster);
  byCluster.set(cluster, [...(byCluster.get(cluster) ?? []), figure]);
}

async function writeRound(clusters: readonly Cluster[], bodies: readonly Buffer[]): Promise<void> {
  for (const cluster of clusters) {
    await makeIndex(cluster);
    note('bulk, documents', cluster, await write(cluster, bodies));
    note('index one document', cluster, await writeSingly(cluster, bodies));
    await cluster.send('POST', `/${INDEX}/_refresh`);
  }
}

async function searchRound(clusters: readonly Cluster[]): Promise<void> {
  for (const [name, body] of Object.entries(SEARCHES)) {
    for (const cluster of clusters) note(name, cluster, await search(cluster, body));
  }
}

/**
 * Prints rate and CPU of each cluster, then those of the first divided by those of each other one.
 */
function print(clusters: readonly Cluster[]): void {
  const [first, ...others] = clusters;
  const head = clusters.flatMap(({ name }) => [`${name} /s`, 'CPU ms']);
  console.log(['', ...head, ...others.flatMap(({ name }) => [`/s of ${name}`, 'CPU'])].join('\t'));
  for (const [name, rounds] of figures) {
    const of = (cluster: Cluster) =>
      medianBy(rounds.get(cluster) ?? [], ({ rate }) => rate) ?? NOT_MEASURED;
    const cells = clusters.flatMap((each) => [of(each).rate.toFixed(0), of(each).cpuMs.toFixed(3)]);
    const ratios = others.flatMap((other) => [
      `x${(of(first).rate / of(other).rate).toFixed(2)}`,
      `x${(of(first).cpuMs / of(other).cpuMs).toFixed(2)}`,
    ]);
    console.log([name, ...cells, ...ratios].join('\t'));
  }
}

const clusters = positionals.map((text) => new Cluster(readTarget(text)));
if (clusters.length === 0) throw new Error('which clusters? NAME=URL,…;PID,…');
const bodies = await bulks();
for (let round = 0; round < given.rounds; round++) {
  await writeRound(clusters, bodies);
  await searchRound(clusters);
}
print(clusters);
for (const cluster of clusters) {
  await cluster.send('DELETE', `/${INDEX}`, undefined, [404]);
  cluster.close();
}
