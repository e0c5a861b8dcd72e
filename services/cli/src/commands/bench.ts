/**
 * `skein bench`: measures how fast a running cluster answers searches that it has not seen before.
 */
import { randomInt } from 'node:crypto';
import { seededRandom } from '@skein/base';
import { Command } from 'commander';
import { type BenchClass, CLASSES, freshBodies } from '../bench/classes.js';
import { type Materials, materialsOf } from '../bench/materials.js';
import { type Measured, measure } from '../bench/measure.js';
import { type Cluster, illegal } from '../transfer/cluster.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface BenchFlags extends ClusterFlags {
  readonly seed?: string;
  readonly seconds: string;
  readonly clients: string;
  readonly classes?: string;
  readonly json?: boolean;
}

const HELP = `
The command makes request bodies from words, phrases, values and bounds of random documents of the index. It sends no body twice, because most requests of users are new:
a cache of whole responses does not help. For each class, it measures one client and then several, after a warm-up. With the same --seed, and without writes to the index,
a second run sends the same bodies. The client in this process measures the milliseconds: run nothing else beside it, and use another machine if that of the node is busy.

Classes: ${CLASSES.map(({ name }) => name).join('; ')}. A class is left out if the index has no field for it.

Examples:
  skein bench logs
  skein bench logs --seed 42 --seconds 5 --clients 16 --classes 'word|phrase'
  skein bench logs --json > figures.json
`;
const LARGEST_SEED = 2 ** 31;
const WARM_SECONDS = 0.5;
const MOST = 3600;

export function benchCommand(): Command {
  const command = new Command('bench')
    .description('measure searches of a running cluster with new request bodies')
    .argument('<index>', 'name, alias or pattern of the indices to search')
    .option('--seed <number>', 'seed of the request bodies; random by default')
    .option('--seconds <count>', 'duration of each measurement in seconds', '2')
    .option('--clients <count>', 'number of clients in the second measurement', '8')
    .option('--classes <pattern>', 'regular expression for the names of the classes to measure')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP);
  return addClusterOptions(command).action((index: string, flags: BenchFlags) =>
    withCluster('bench', flags, (cluster) => bench(cluster, index, flags)),
  );
}

interface Row {
  readonly name: string;
  readonly single: Measured;
  readonly many: Measured;
}

async function bench(cluster: Cluster, index: string, flags: BenchFlags): Promise<string> {
  const seed =
    flags.seed === undefined
      ? randomInt(LARGEST_SEED)
      : whole('seed', flags.seed, { least: 0, most: LARGEST_SEED });
  const order = {
    seconds: whole('seconds', flags.seconds, { least: 1, most: MOST }),
    clients: whole('clients', flags.clients, { least: 1, most: MOST }),
  };
  const materials = await materialsOf(cluster, index, seed);
  const wanted = new RegExp(flags.classes ?? '');
  const rows: Row[] = [];
  for (const each of CLASSES.filter(({ name }) => wanted.test(name))) {
    const row = await rowOf(cluster, each, { materials, seed, ...order });
    if (row !== undefined) rows.push(row);
  }
  if (rows.length === 0) throw illegal(`[${index}] has no field for any of the selected classes`);
  if (flags.json === true) return JSON.stringify({ seed, index, ...order, classes: rows });
  return [
    `seed ${seed}, ${order.seconds} s each, ${order.clients} clients`,
    '',
    ...tableOf(rows),
  ].join('\n');
}

async function rowOf(
  cluster: Cluster,
  each: BenchClass,
  {
    materials,
    seed,
    seconds,
    clients,
  }: { materials: Materials; seed: number; seconds: number; clients: number },
): Promise<Row | undefined> {
  // Each class has its own seed, so that its bodies do not depend on which other classes run.
  const bodies = freshBodies(each, materials, seededRandom(seed + CLASSES.indexOf(each)));
  const path = `/${encodeURIComponent(materials.index)}/_search?request_cache=false`;
  const warm = await measure(cluster, { path, bodies, clients, seconds: WARM_SECONDS });
  if (warm.requests === 0) return undefined;
  const single = await measure(cluster, { path, bodies, clients: 1, seconds });
  const many = await measure(cluster, { path, bodies, clients, seconds });
  return { name: each.name, single, many };
}

function whole(
  name: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw illegal(`--${name} must be a whole number from ${least} to ${most}`);
}

const HEADINGS = [
  'class',
  'p50 ms',
  'p90 ms',
  'p99 ms',
  'per s',
  'p50 ms (many)',
  'p99 ms (many)',
  'per s (many)',
  'errors',
];

function tableOf(rows: readonly Row[]): readonly string[] {
  const lines = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const notes = rows.some(({ single, many }) => single.isShort || many.isShort)
    ? ['', '* the sampled documents did not yield enough bodies for the whole duration']
    : [];
  return [
    ...lines.map((line) =>
      line
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  '),
    ),
    ...notes,
  ];
}

function cellsOf({ name, single, many }: Row): readonly string[] {
  const ms = (value: number) => value.toFixed(2);
  const mark = single.isShort || many.isShort ? ' *' : '';
  return [
    `${name}${mark}`,
    ms(single.p50),
    ms(single.p90),
    ms(single.p99),
    single.perSecond.toFixed(0),
    ms(many.p50),
    ms(many.p99),
    many.perSecond.toFixed(0),
    String(single.errors + many.errors),
  ];
}
