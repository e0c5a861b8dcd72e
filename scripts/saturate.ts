/**
 * Overloads a node and measures the delay of its event loop, which delays heartbeats and responses.
 * Writers send bulk requests and readers send sorted searches; each sends its next request as soon
 * as the previous one is answered.
 *
 *     npm run saturate -- [--seconds 60] [--writers 4] [--readers 8] [--port 19800] [--only NAME]
 *
 * Then the script sends single expensive requests (`saturate/requests.ts`) and prints the longest
 * turn of the main thread during each: in wall clock time, and in CPU time of the thread. With
 * `--only`, it sends only the requests whose name contains NAME, without the load.
 *
 * The node itself measures the figures (`_nodes/stats/process`), in milliseconds; they cover only
 * the time of the load.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './command_line.ts';
import { request } from './nemesis/client.ts';
import { temporaryNodes } from './nemesis/temporary_nodes.ts';
import { GREAT_REQUESTS, type GreatRequest } from './saturate/requests.ts';
import type { LongestTurn } from './saturate/turns.ts';
import { answeredJson } from './trusted_json.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    seconds: 60,
    writers: 4,
    readers: 8,
    port: 19_800,
    only: { type: 'string' },
  },
});

const INDEX = 'saturated';
const BULK_DOCS = 1000;
const WORDS = 5000;
const TEXT_WORDS = 40;
const PATIENCE_MS = 120_000;

/** The port of the measurement, beside the node's own ports. */
const turnsPort = options.port + 50;
process.env.TURNS_PORT = String(turnsPort);
process.env.NODE_OPTIONS = `--import=${new URL('./saturate/turns.ts', import.meta.url).href}`;

const { end, processes } = temporaryNodes('saturate', {
  count: 1,
  basePort: options.port,
});
const url = processes.url(0);
let isOver = false;
let written = 0;
let searched = 0;
let refused = 0;

function word(): string {
  return `w${Math.floor(WORDS * Math.random() ** 2)}`;
}

function bulk(): string {
  let lines = '';
  for (let i = 0; i < BULK_DOCS; i++) {
    const text = Array.from({ length: TEXT_WORDS }, word).join(' ');
    lines += `{"index":{}}\n{"text":"${text}","tag":"${word()}","n":${Math.floor(Math.random() * 1e6)}}\n`;
  }
  return lines;
}

async function write(body: string): Promise<void> {
  const answer = await request(url, 'POST', `/${INDEX}/_bulk`, { body, timeoutMs: PATIENCE_MS });
  if (answer?.status === 200) written += BULK_DOCS;
  else refuse(answer);
}

/** Counts a refused request, and prints the first. */
function refuse(answer: unknown): void {
  if (refused++ === 0) console.error('refused', JSON.stringify(answer));
}

async function search(): Promise<void> {
  const body = JSON.stringify({
    query: { match: { text: `${word()} ${word()} ${word()}` } },
    sort: [{ n: 'asc' }, '_score'],
    track_total_hits: true,
    size: 20,
  });
  const path = `/${INDEX}/_search?request_cache=false`;
  const answer = await request(url, 'POST', path, { body, timeoutMs: PATIENCE_MS });
  if (answer?.status === 200) searched++;
  else refuse(answer);
}

interface Delays {
  readonly samples: number;
  readonly mean_in_micros: number;
  readonly p50_in_micros: number;
  readonly p99_in_micros: number;
  readonly max_in_micros: number;
}

interface StatsBody {
  readonly nodes?: Readonly<Record<string, { process: { event_loop: { delay: Delays } } }>>;
}

async function delays(): Promise<Delays> {
  const path = '/_nodes/stats/process';
  const answer = await request<StatsBody>(url, 'GET', path, { timeoutMs: PATIENCE_MS });
  const [node] = Object.values(answer?.body.nodes ?? {});
  if (node === undefined) throw new Error('no figures');
  return node.process.event_loop.delay;
}

async function longestTurn(): Promise<LongestTurn> {
  const answer = await fetch(`http://127.0.0.1:${turnsPort}`);
  return answeredJson<LongestTurn>(answer);
}

async function great({ name, method, path, body, times = 1 }: GreatRequest): Promise<void> {
  const content = body();
  await longestTurn();
  const startMs = performance.now();
  const send = () => statusOf({ method, path, content });
  const answers = await Promise.all(Array.from({ length: times }, send));
  const tookMs = performance.now() - startMs;
  const { wallMs, cpuMs } = await longestTurn();
  const statuses = [...new Set(answers)].join();
  console.log(
    `${name}: ${statuses} in ${tookMs.toFixed(0)} ms; longest turn ${wallMs.toFixed(0)} ms, of which the thread ran ${cpuMs.toFixed(0)}`,
  );
}

/** The status of an answer of any format. */
async function statusOf(one: {
  readonly method: string;
  readonly path: string;
  readonly content: string;
}): Promise<number | 'none'> {
  const { method, path, content: body } = one;
  const type = path.includes('/_bulk') ? 'application/x-ndjson' : 'application/json';
  const headers = { 'content-type': type };
  const signal = AbortSignal.timeout(5 * PATIENCE_MS);
  try {
    const answer = await fetch(`${url}${path}`, { method, body, headers, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'none';
  }
}

async function run(): Promise<void> {
  await startNode();
  if (options.only === undefined) await load();
  for (const one of GREAT_REQUESTS) if (one.name.includes(options.only ?? '')) await great(one);
}

async function startNode(): Promise<void> {
  processes.start(0);
  while ((await request(url, 'GET', '/')) === undefined) await sleep(100);
  const mappings = {
    properties: { text: { type: 'text' }, tag: { type: 'keyword' }, n: { type: 'integer' } },
  };
  const settings = { number_of_shards: 2, number_of_replicas: 0 };
  await request(url, 'PUT', `/${INDEX}`, { body: JSON.stringify({ settings, mappings }) });
  await write(bulk());
  await request(url, 'POST', `/${INDEX}/_refresh`);
}

async function load(): Promise<void> {
  const bodies = Array.from({ length: 8 }, bulk);
  await delays();
  const loops: Promise<void>[] = [];
  const loop = async (step: () => Promise<void>) => {
    while (!isOver) await step();
  };
  for (let i = 0; i < options.writers; i++) {
    loops.push(loop(() => write(bodies[written % bodies.length] ?? '')));
  }
  for (let i = 0; i < options.readers; i++) loops.push(loop(search));
  await sleep(options.seconds * 1000);
  const { samples, ...micros } = await delays();
  isOver = true;
  await Promise.all(loops);
  const ms = (value: number) => (value / 1000).toFixed(1);
  console.log(
    `${written} documents, ${searched} searches, ${refused} refused in ${options.seconds} s; event loop late: mean ${ms(micros.mean_in_micros)} ms, p50 ${ms(micros.p50_in_micros)}, p99 ${ms(micros.p99_in_micros)}, max ${ms(micros.max_in_micros)} (${samples} samples)`,
  );
}

try {
  await run();
} finally {
  isOver = true;
  await end();
}
