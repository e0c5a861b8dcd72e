/**
 * Compares a node of this build with a warm OpenSearch by the benchmark kit beside the checkout
 * (`../shared/bench`), with bodies that never come twice. Prints medians over several seeds as a
 * table, and fails if a class takes over 15 % more of OpenSearch's CPU, with every seed, than
 * scripts/bench/landed.json has recorded. Both servers answer the whole benchmark before the first
 * seed counts, so that both have compiled their code. Figures count only on a machine that does
 * nothing else.
 *
 *     npm run bench -- [options]
 *
 *       --reference URL    a running OpenSearch; without it, the kit's is started, and stopped
 *                          afterwards
 *       --seeds N          the number of seeds (3)
 *       --seed N           the first seed (drawn from the clock, and printed)
 *       --seconds N        the time of each phase of a class (1.5)
 *       --classes REGEXP   only classes with such a name
 *       --warm-up N        the number of runs that do not count (2; the first one loads the data)
 *       --record           writes the ratios to scripts/bench/landed.json
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  classFigures,
  type KitRun,
  type Landed,
  landedOf,
  slower,
  table,
} from './bench/figures.ts';
import { commandLine } from './command_line.ts';
import { startNode } from './differential/server.ts';
import { askFor } from './figures/ask.ts';
import { fileJson } from './trusted_json.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SHARED = resolve(ROOT, '../shared');
const KIT = join(SHARED, 'bench/bench.mjs');
const ENGINE = join(SHARED, 'reference/engine/start-opensearch.sh');
const ENGINE_URL = 'http://127.0.0.1:19200';
const LANDED = join(import.meta.dirname, 'bench/landed.json');

const { values: options } = commandLine(import.meta, {
  options: {
    reference: { type: 'string' },
    seeds: 3,
    seed: Date.now() % 1_000_000,
    seconds: 1.5,
    classes: '.',
    'warm-up': 2,
    record: false,
  },
});

async function main(): Promise<number> {
  if (!existsSync(KIT)) {
    console.error(`the benchmark kit is not at ${KIT}`);
    return 2;
  }
  const isOurs = options.reference === undefined;
  if (isOurs) execFileSync(ENGINE, ['start'], { stdio: 'inherit' });
  try {
    const node = await startNode();
    try {
      return await compare({ reference: options.reference ?? ENGINE_URL, own: node.url });
    } finally {
      await node.stop();
    }
  } finally {
    if (isOurs) execFileSync(ENGINE, ['stop'], { stdio: 'inherit' });
  }
}

interface Urls {
  readonly reference: string;
  readonly own: string;
}

async function compare(urls: Urls): Promise<number> {
  const seed = options.seed;
  const warmUps = Math.max(1, options['warm-up']);
  for (let run = 0; run < warmUps; run++) kitRun(urls, seed + 1_000_000 + run, run > 0);
  const seeds = Array.from({ length: options.seeds }, (_, run) => seed + run);
  const runs = seeds.map((one) => kitRun(urls, one, true));
  await askFor(urls.reference, 'DELETE', '/bench_docs,bench_flights,bench_cities');
  const figures = classFigures(runs);
  console.log(`\nseeds ${seeds.join(', ')}; medians; ratios to OpenSearch\n\n${table(figures)}`);
  const [, own] = runs.at(-1)?.servers ?? [];
  console.log(`\nresident memory at the end: ${own?.memory.end?.rss_mb} MB`);
  if (options.record) {
    writeFileSync(LANDED, `${JSON.stringify(landedOf(figures), null, 2)}\n`);
    return 0;
  }
  const worse = slower(figures, fileJson<Landed>(LANDED));
  for (const line of worse) console.error(line);
  return worse.length === 0 ? 0 : 1;
}

/** Runs the kit with both servers in turns; the indices stay. */
function kitRun({ reference, own }: Urls, seed: number, isLoaded: boolean): KitRun {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));
  const file = join(folder, 'figures.json');
  const servers = ['--url', `ref=${reference}`, '--url', `mine=${own}`];
  const load = ['--seconds', String(options.seconds), '--classes', options.classes];
  const args = ['--fresh', '--seed', String(seed), ...servers, ...load, '--keep', '--json', file];
  try {
    const { status } = spawnSync(
      process.execPath,
      [KIT, ...args, ...(isLoaded ? ['--skip-index'] : [])],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    if (status !== 0) throw new Error(`the benchmark kit ended with status ${status}`);
    return fileJson<KitRun>(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
