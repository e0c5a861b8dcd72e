/**
 * Sends the same random requests, over the same documents, to a node of this build and to a running
 * OpenSearch, and compares the answers. Each request whose answers differ is shrunk as far as
 * possible; the differences are shown by cause, most frequent first.
 *
 *     npm run differential -- --data DIRECTORY [options]
 *
 *       --area A,B          analyze, search, aggregations, ingest, requests, templates (the first
 *                           three); requests changes recorded ones, from --cases
 *       --data DIRECTORY    real documents, in files NAME.ndjson.gz
 *       --cases DIRECTORY   recorded requests: files of one JSON object per line, with name,
 *                           method, path, body, before, cleanup
 *       --reference URL     the OpenSearch (http://127.0.0.1:19200)
 *       --url URL           a running node of this build; without it one is started from the
 *                           built sources
 *       --count N           the number of requests of each area (1000)
 *       --seed S            one seed gives one sequence of requests (a new one each time, printed)
 *       --prefix NAME       the prefix of the names of indices (diff-), which are deleted
 *                           afterwards
 *       --keep              existing indices are used unchanged, and none is deleted
 *       --show N            the number of causes that are printed (40)
 *       --explained         also print the causes of explained differences, by heading
 *       --out FILE          write all unexplained differences, as JSON
 *       --record FILE       append requests that both answer alike, with the answer, as NDJSON:
 *                           recorded tests are made of them
 *
 *     Exit status 1 when anything differs that docs/conformance/differences.md does not explain.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { commandLine } from './command_line.ts';
import type { Area, Case } from './differential/area.ts';
import { AREAS } from './differential/areas/all.ts';
import { ask, fill, fillMissing, remove } from './differential/ask.ts';
import { difference, estimatesOf } from './differential/compare.ts';
import { Dice } from './differential/dice.ts';
import { explanationByWords, explanationOf } from './differential/explained.ts';
import {
  byCause,
  type Cause,
  type Difference,
  type Judged,
  shownCause,
} from './differential/report.ts';
import { startNode } from './differential/server.ts';
import { type AskBoth, hasSeveralFaults } from './differential/several_faults.ts';
import { shrink } from './differential/shrink.ts';

/** The number of requests under way at once; requests that make indices run alone. */
const PARALLEL = 6;
/**
 * The number of independent cases (`isApart`) whose templates and indices are removed together: a
 * removal costs as much as making what it removes.
 */
const APART = 60;

const { values: options } = commandLine(import.meta, {
  options: {
    area: 'analyze,search,aggregations',
    data: '',
    cases: '',
    reference: 'http://127.0.0.1:19200',
    url: { type: 'string' },
    count: 1000,
    seed: Math.floor(Math.random() * 1e9),
    prefix: 'diff-',
    keep: false,
    show: 40,
    explained: false,
    out: { type: 'string' },
    record: { type: 'string' },
  },
});

const askBoth =
  (url: string): AskBoth =>
  async (asked) => {
    const [reference, ours] = await Promise.all([ask(options.reference, asked), ask(url, asked)]);
    return reference && ours && [reference, ours];
  };

/**
 * The way in which the two answers differ; `undefined` when they do not, or when a server had no
 * memory for the request.
 */
async function differing(url: string, asked: Case): Promise<string | undefined> {
  const answers = await askBoth(url)(asked);
  if (answers === undefined) return undefined;
  const found = difference(...answers, estimatesOf(asked.body));
  if (options.record && found === undefined) {
    appendFileSync(options.record, `${JSON.stringify({ ...asked, answer: answers[0] })}\n`);
  }
  return found?.replace(/(?<!HTTP |\d)\d+/g, 'N');
}

const wayOf = (kind: string | undefined) => kind?.split(' | ')[0];

/**
 * Compares one case. A difference that is explained by its words is not shrunk: shrinking takes
 * hundreds of requests.
 */
async function compare(url: string, found: Case): Promise<Judged | undefined> {
  const kind = await differing(url, found);
  if (kind === undefined) return undefined;
  const heading = explanationByWords(kind, found);
  if (heading !== undefined) {
    return { kind, found, shrunk: found, hasSeveralFaults: false, heading };
  }
  const one = await differenceOf(url, found, kind);
  return { ...one, heading: await explanationOf(one, askBoth(url)) };
}

async function differenceOf(url: string, found: Case, kind: string): Promise<Difference> {
  if (await hasSeveralFaults(found, askBoth(url))) {
    return { kind, found, shrunk: found, hasSeveralFaults: true };
  }
  const way = wayOf(kind);
  const shrunk = await shrink(
    found,
    async (smaller) => wayOf(await differing(url, smaller)) === way,
  );
  const known = (await differing(url, shrunk)) ?? kind;
  return { kind: known, found, shrunk, hasSeveralFaults: false };
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) results.push(await work(one));
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}

/**
 * Compares independent cases without cleaning up between them; each case that differs is then
 * compared again by itself.
 */
async function compareApart(
  url: string,
  asked: readonly Case[],
): Promise<readonly (Judged | undefined)[]> {
  const doubtful = await inTurns(asked, async (one) =>
    (await differing(url, { ...one, cleanup: [] })) === undefined ? undefined : one,
  );
  const left = [...new Set(asked.flatMap(({ cleanup = [] }) => cleanup.map(allOfPrefix)))];
  await Promise.all([options.reference, url].map((server) => remove(server, left)));
  return inTurns(
    doubtful.filter((one) => one !== undefined),
    (one) => compare(url, one),
  );
}

/** Turns the path `kind/prefix…*` of one case into the path that matches all cases. */
function allOfPrefix(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}${options.prefix}*`;
}

function chunksOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  );
}

/** Runs an area and returns the differences that nothing explains. */
async function run(area: Area, url: string): Promise<readonly Difference[]> {
  const { data, cases, prefix, count } = options;
  const dice = new Dice(options.seed);
  const { indices, next } = area.prepare({ dice, prefix, data, cases });
  const servers = [options.reference, url];
  const missing = options.keep ? fillMissing : fill;
  for (const plan of indices) await Promise.all(servers.map((server) => missing(server, plan)));
  try {
    const asked = Array.from({ length: count }, next);
    const apart = asked.filter(({ isApart }) => isApart === true);
    const others = asked.filter(({ isApart }) => isApart !== true);
    const alone = others.filter(({ before }) => before !== undefined);
    const beside = others.filter(({ before }) => before === undefined);
    const compared = await inTurns(beside, (one) => compare(url, one));
    for (const one of alone) compared.push(await compare(url, one));
    for (const those of chunksOf(apart, APART)) compared.push(...(await compareApart(url, those)));
    return report(
      area,
      compared.filter((one) => one !== undefined),
      asked.length,
    );
  } finally {
    const names = options.keep ? [] : indices.map(({ name }) => name);
    await Promise.all(servers.map((server) => remove(server, names)));
  }
}

function report(
  { name }: Area,
  differences: readonly Judged[],
  asked: number,
): readonly Difference[] {
  const explained = Map.groupBy(differences, ({ heading }) => heading ?? '');
  const open = explained.get('') ?? [];
  const causes = byCause(open);
  showCauses(causes);
  for (const [why, those] of explained) {
    if (why === '') continue;
    console.log(`${those.length}x ${why}`);
    if (options.explained) showCauses(byCause(those));
  }
  console.log(
    `${name}: seed ${options.seed}, ${asked} requests, ${differences.length} differ, ${open.length} unexplained, of ${causes.length} causes`,
  );
  return open;
}

function showCauses(causes: readonly Cause[]): void {
  for (const cause of causes.slice(0, options.show)) console.log(shownCause(cause));
}

async function main(): Promise<number> {
  const names = options.area.split(',');
  const areas = AREAS.filter(({ name }) => names.includes(name));
  const unknown = names.find((name) => !areas.some((area) => area.name === name));
  if (unknown !== undefined || options.data === '') {
    const what = unknown === undefined ? '--data is missing' : `no area is named '${unknown}'`;
    console.error(`differential.ts: ${what}; --help names the options`);
    return 2;
  }
  console.log(`seed ${options.seed}`);
  const own = options.url === undefined ? await startNode() : undefined;
  try {
    const open: Difference[] = [];
    for (const area of areas) open.push(...(await run(area, options.url ?? own?.url ?? '')));
    if (options.out) writeFileSync(options.out, JSON.stringify(byCause(open), null, 1));
    return open.length === 0 ? 0 : 1;
  } finally {
    await own?.stop();
  }
}

process.exitCode = await main();
