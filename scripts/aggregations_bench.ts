/**
 * Measures what aggregations cost: CPU milliseconds per request over flights, towns and a field of
 * a million values. No request is sent twice.
 *
 *     node scripts/aggregations_bench.ts [--only REGEXP] [--seconds 1] [--rounds 3] [--scale 1] [--segments 1] [--seed 1]
 *         [--server NAME=URL,PID]... [--duckdb DIR] [--dir DIR] [--answers]
 *
 * Without servers the script asks the library in this process, from the bytes of a body to those of
 * the answer; with `--server` the same requests go over HTTP to each server in turn, and CPU is
 * that of the server's process, from /proc (Linux). `--duckdb` names a folder in which `npm install
 * @duckdb/node-api` was run; DuckDB then answers the same questions as SQL over the same columns,
 * with one thread. `--scale 0.1` takes a tenth of the documents. `--answers` prints an answer of
 * each class instead. Indices of the library are kept in `--dir` for the next run; the median of
 * the rounds counts.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Asked, type BenchClass, CLASSES, type Draw } from './aggregations_bench/classes.ts';
import { DATA_SETS, type DataSet } from './aggregations_bench/data.ts';
import { LibraryShard } from './aggregations_bench/library.ts';
import { Server } from './aggregations_bench/server.ts';
import { median } from './cluster_load/median.ts';
import { processCpuMs } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';

/**
 * The warm-up before the first measurement ends after this many requests or this many milliseconds.
 */
const WARM_UP = 60;
const WARM_UP_MS = 2000;

interface Target {
  readonly name: string;
  open(set: DataSet, documents: number): Promise<void>;
  /** The answer; `undefined` when the target has no counterpart of the class. */
  ask(given: BenchClass, asked: Asked): Promise<string | undefined> | string | undefined;
  cpuMs(): number;
  close(set: DataSet): Promise<unknown>;
}

const { values: options } = commandLine(import.meta, {
  options: {
    only: '',
    seconds: 1,
    rounds: 3,
    scale: 1,
    segments: 1,
    seed: 1,
    server: { type: 'string', multiple: true, default: [] },
    prefix: 'aggregations',
    duckdb: { type: 'string' },
    dir: join(tmpdir(), 'aggregations_bench'),
    answers: false,
  },
});
const segments = options.segments;

/** A seeded random generator (Mulberry32). */
function drawing(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, of: (list) => list[Math.floor(next() * list.length)] };
}

/**
 * CPU milliseconds of all threads of this process, those of the compilers and the garbage collector
 * included.
 */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function library(): Target {
  let shard: LibraryShard | undefined;
  return {
    name: 'library',
    async open(set, documents) {
      shard = await LibraryShard.open(set, { dir: options.dir, documents, segments });
    },
    ask: (_given, { body }) => shard?.ask(body),
    cpuMs: ownCpuMs,
    close: async () => undefined,
  };
}

function served(text: string): Target {
  const server = new Server(text, options.prefix);
  return {
    name: server.name,
    open: (set, documents) => server.load(set, documents, segments),
    ask: ({ set }, { body }) => server.ask(set, body),
    cpuMs: () => processCpuMs(server.pid),
    close: (set) => server.drop(set),
  };
}

async function targets(): Promise<readonly Target[]> {
  const asked = options.server.map(served);
  const { duckdb } = options;
  const { duckDb } = await import('./aggregations_bench/duckdb.ts');
  const others = duckdb === undefined ? [] : [{ ...(await duckDb(duckdb)), cpuMs: ownCpuMs }];
  return asked.length > 0 ? [...asked, ...others] : [library(), ...others];
}

/** CPU milliseconds per request; NaN when the target has no counterpart of the class. */
async function measure(target: Target, given: BenchClass, draw: Draw): Promise<number> {
  const once = () => target.ask(given, given.request(draw));
  if ((await once()) === undefined) return Number.NaN;
  const warmMs = performance.now();
  for (let i = 0; i < WARM_UP && performance.now() - warmMs < WARM_UP_MS; i++) await once();
  const begunMs = performance.now();
  const begunCpu = target.cpuMs();
  let count = 0;
  for (; performance.now() - begunMs < 1000 * options.seconds; count++) await once();
  return (target.cpuMs() - begunCpu) / count;
}

async function row(given: BenchClass, all: readonly Target[]): Promise<string> {
  const found = all.map((): number[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [i, target] of all.entries()) {
      const draw = drawing(options.seed + round);
      found[i]?.push(await measure(target, given, draw));
    }
  }
  const cells = found.map((each) => median(each).toFixed(3).padStart(10));
  return [given.name.padEnd(32), ...cells].join(' ');
}

async function showAnswers(given: BenchClass, all: readonly Target[]): Promise<void> {
  for (const target of all) {
    const asked = given.request(drawing(options.seed));
    console.log(given.name, target.name, await target.ask(given, asked));
  }
}

const all = await targets();
console.log(['CPU ms a request'.padEnd(32), ...all.map(({ name }) => name.padStart(10))].join(' '));
for (const set of DATA_SETS) {
  const asked = CLASSES.filter(
    (given) => given.set === set.name && new RegExp(options.only).test(given.name),
  );
  if (asked.length === 0) continue;
  for (const target of all) await target.open(set, Math.round(set.standard * options.scale));
  for (const given of asked) {
    if (options.answers) await showAnswers(given, all);
    else console.log(await row(given, all));
  }
  for (const target of all) await target.close(set);
}
process.exit(0);
