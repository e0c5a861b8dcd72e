/**
 * Sends recorded requests, made slightly wrong or unusual, to two servers that hold the same documents, and compares what they answer.
 *
 *     node scripts/request_differential.ts --cases DIRECTORY [options]
 *
 *       --cases DIRECTORY   recorded requests: files of one JSON object a line, with group, name, method, path, body, before, cleanup
 *       --group A,B         only these files (their names without .ndjson)
 *       --skip PATTERN      no requests whose path and body match this regular expression, recorded or changed
 *       --url URL           the server that is tried (http://127.0.0.1:9200)
 *       --reference URL     the one it is compared with (http://127.0.0.1:19200)
 *       --count N           requests (500)
 *       --seed S            one seed gives one sequence of requests (a new one each time, printed)
 *       --prefix NAME       what indices that come and go begin with (differential_)
 *       --show N            kinds of difference that are printed (40)
 *       --out FILE          all of them, with both answers, as JSON
 *
 *     Exit status 1 when anything differs.
 */
import { writeFileSync } from 'node:fs';
import { commandLine } from './command_line.ts';
import { ask } from './request_differential/ask.ts';
import {
  type Case,
  type Request,
  readCases,
  writesElsewhere,
} from './request_differential/cases.ts';
import { type Answer, difference } from './request_differential/compare.ts';
import { Mutator } from './request_differential/mutator.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    cases: { type: 'string' },
    group: { type: 'string', default: '' },
    skip: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:9200' },
    reference: { type: 'string', default: 'http://127.0.0.1:19200' },
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    prefix: { type: 'string', default: 'differential_' },
    show: { type: 'string', default: '40' },
    out: { type: 'string' },
  },
});

interface Found {
  readonly from: string;
  readonly request: Request;
  readonly reference: Answer;
  readonly ours: Answer;
}

interface Tally {
  readonly sent: Map<string, number>;
  readonly same: Map<string, number>;
  /** Kind of difference to the requests that showed it. */
  readonly kinds: Map<string, Found[]>;
}

const add = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

const skip = options.skip === undefined ? undefined : new RegExp(options.skip);

function isSkipped({ path, body }: Request): boolean {
  return skip?.test(`${path} ${JSON.stringify(body ?? null)}`) ?? false;
}

async function compareAll(cases: readonly Case[], count: number): Promise<Tally> {
  const mutator = new Mutator(cases, Number(options.seed));
  const tally: Tally = { sent: new Map(), same: new Map(), kinds: new Map() };
  for (let i = 0; i < count; i++) {
    const { from, request } = mutator.next();
    if (writesElsewhere(request, options.prefix) || isSkipped(request)) continue;
    const [reference, ours] = await Promise.all([
      ask(options.reference, from, request),
      ask(options.url, from, request),
    ]);
    if (!reference || !ours) continue;
    add(tally.sent, from.group);
    const kind = difference(reference, ours)?.replace(/\d+/g, 'N');
    if (kind === undefined) add(tally.same, from.group);
    else {
      const found = { from: from.name, request, reference, ours };
      tally.kinds.set(kind, [...(tally.kinds.get(kind) ?? []), found]);
    }
  }
  return tally;
}

function report({ sent, same, kinds }: Tally): void {
  const sorted = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  for (const [kind, found] of sorted.slice(0, Number(options.show))) {
    const [{ request } = { request: undefined }] = found;
    console.log(`${found.length}x ${kind}`);
    const { method, path, body } = request ?? {};
    console.log(`   ${method} ${path} ${JSON.stringify(body ?? null).slice(0, 420)}\n`);
  }
  for (const [group, count] of sent) {
    console.log(`${group.padEnd(16)} ${same.get(group) ?? 0} of ${count} the same`);
  }
  const total = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
  console.log(
    `seed ${options.seed}: ${total(sent)} requests, ${total(same)} the same (${((100 * total(same)) / total(sent)).toFixed(1)} %), ${kinds.size} kinds of difference`,
  );
  if (options.out) writeFileSync(options.out, JSON.stringify(sorted, null, 1));
}

if (options.cases === undefined) {
  console.error('request_differential.ts: --cases is missing; --help names the options');
  process.exitCode = 2;
} else {
  const groups = options.group.split(',').filter((group) => group !== '');
  const cases = readCases(options.cases, groups, options.prefix).filter((each) => !isSkipped(each));
  console.log(`seed ${options.seed}: ${cases.length} recorded requests`);
  const tally = await compareAll(cases, Number(options.count));
  report(tally);
  process.exitCode = tally.kinds.size === 0 ? 0 : 1;
}
