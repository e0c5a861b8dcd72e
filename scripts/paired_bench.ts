/**
 * Compares two builds: the same requests, none of which is sent twice, go to both in turns, so that
 * other load on the machine affects both alike. Prints the CPU milliseconds per request of each
 * process, all threads (/proc: Linux only), and the median of the rounds' ratios.
 *
 *     node scripts/paired_bench.ts --before URL,PID --now URL,PID [--only REGEXP] [--rounds 13] [--requests 250] [--seed 1]
 *         [--bench ../shared/bench] [--data ../shared/reference/data]
 *
 * Both nodes hold the data of the benchmark kit: `bench.mjs --url before=URL --url now=URL
 * --classes none --keep`.
 */
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { median } from './cluster_load/median.ts';
import { threadCpuMs } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';
import { type BenchClass, type BenchRequest, benchClasses } from './paired_bench/requests.ts';

/** The rounds before the first measurement. */
const WARM_UP_ROUNDS = 3;
/** Milliseconds in which the work that a request leaves behind ends. */
const SETTLE_MS = 15;
const SHARED = resolve(import.meta.dirname, '../../shared');

const { values: options } = commandLine(import.meta, {
  options: {
    before: '',
    now: '',
    only: '',
    rounds: 13,
    requests: 250,
    seed: 1,
    bench: resolve(SHARED, 'bench'),
    data: resolve(SHARED, 'reference/data'),
  },
});

interface Target {
  readonly url: string;
  readonly pid: number;
}

const agent = new Agent({ keepAlive: true });

async function main(): Promise<void> {
  const [before, now] = [targetOf(options.before), targetOf(options.now)];
  const classes = await benchClasses(options, options.seed);
  console.log(`${'CPU ms a request'.padEnd(32)} before     now   ratio`);
  const ratios: number[] = [];
  for (const each of classes) {
    if (!new RegExp(options.only).test(each.name)) continue;
    const figures = await compare(each, before, now);
    if (figures === undefined) {
      console.log(`${each.name.padEnd(32)} not answered by both`);
      continue;
    }
    ratios.push(figures.ratio);
    const columns = [figures.before.toFixed(3), figures.now.toFixed(3), figures.ratio.toFixed(2)];
    console.log(each.name.padEnd(31), columns.map((text) => text.padStart(7)).join(' '));
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`geometric mean of the ratios: ${mean.toFixed(3)}`);
  agent.destroy();
}

/** Compares one class; `undefined` when one of the builds refuses it. */
async function compare({ next }: BenchClass, before: Target, now: Target) {
  const requests = (): BenchRequest[] => Array.from({ length: options.requests }, next);
  if ((await send(before, next())) >= 400 || (await send(now, next())) >= 400) return undefined;
  for (let i = 0; i < WARM_UP_ROUNDS; i++) {
    const round = requests();
    await cost(before, round);
    await cost(now, round);
  }
  const rounds: { readonly before: number; readonly now: number }[] = [];
  for (let i = 0; i < options.rounds; i++) {
    const round = requests();
    // The target that is asked second finds the processor's caches full of the first one's data.
    if (i % 2 === 0) {
      const first = await cost(before, round);
      rounds.push({ before: first, now: await cost(now, round) });
    } else {
      const first = await cost(now, round);
      rounds.push({ before: await cost(before, round), now: first });
    }
  }
  return {
    before: median(rounds.map((round) => round.before)),
    now: median(rounds.map((round) => round.now)),
    ratio: median(rounds.map((round) => round.now / round.before)),
  };
}

async function cost(target: Target, round: readonly BenchRequest[]): Promise<number> {
  const startMs = threadCpuMs(target.pid);
  for (const each of round) await send(target, each);
  await new Promise((settled) => setTimeout(settled, SETTLE_MS));
  return (threadCpuMs(target.pid) - startMs) / round.length;
}

/** Sends a request, reads the answer to its end and resolves with the status. */
function send({ url }: Target, { method, path, body }: BenchRequest): Promise<number> {
  const headers =
    body === ''
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((answered, failed) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      answer.on('data', () => undefined);
      answer.once('end', () => answered(answer.statusCode ?? 0));
    });
    sent.once('error', failed);
    sent.end(body);
  });
}

function targetOf(text: string): Target {
  const [url = '', pid = ''] = text.split(',');
  if (url === '' || !/^\d+$/.test(pid)) throw new Error(`[${text}] is not URL,PID`);
  return { url, pid: Number(pid) };
}

await main();
