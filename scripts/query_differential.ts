/**
 * Sends generated searches to two servers that hold the same documents and compares what they answer: totals, scores or sort values at every
 * rank, or the status and type of the error.
 *   node scripts/query_differential.ts --url http://127.0.0.1:9200 --reference http://127.0.0.1:19200 --schema file.json
 *       [--seed 1] [--count 300] [--show 20]
 * A schema names the index and its fields by kind, with words and terms to ask for: see `Schema`.
 */
import { readFileSync } from 'node:fs';
import { commandLine } from './command_line.ts';
import { QueryGenerator, type Schema } from './query_differential/generator.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:9200' },
    reference: { type: 'string', default: 'http://127.0.0.1:19200' },
    schema: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    show: { type: 'string', default: '20' },
  },
});

interface Answer {
  readonly status: number;
  readonly error?: string;
  readonly reason?: string;
  readonly total?: number;
  /** Score or sort values at each rank. */
  readonly ranks?: readonly string[];
}

interface Reply {
  readonly error?: {
    readonly type?: string;
    readonly root_cause?: readonly { readonly type: string; readonly reason: string }[];
  };
  readonly hits?: {
    readonly total: { readonly value: number };
    readonly hits: readonly {
      readonly _score: number | string | null;
      readonly sort?: readonly unknown[];
    }[];
  };
}

/** Scores are compared to four digits. */
function ranked(score: number | string | null, sort: readonly unknown[] | undefined): string {
  if (sort) return JSON.stringify(sort.slice(0, 1));
  return typeof score === 'number' ? score.toPrecision(4) : String(score);
}

async function ask(url: string, index: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${url}/${index}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as Reply;
  const [root] = reply.error?.root_cause ?? [];
  if (reply.error) {
    return {
      status: response.status,
      error: `${reply.error.type}/${root?.type}`,
      reason: root?.reason ?? '',
    };
  }
  const hits = reply.hits?.hits ?? [];
  return {
    status: response.status,
    total: reply.hits?.total.value ?? -1,
    ranks: hits.map((hit) => ranked(hit._score, hit.sort)),
  };
}

function difference(ours: Answer, theirs: Answer): string | undefined {
  if (ours.status !== theirs.status)
    return `status ${ours.status} (${ours.reason}) not ${theirs.status} (${theirs.reason})`;
  if (ours.error !== theirs.error)
    return `error ${ours.error} not ${theirs.error}: ${theirs.reason}`;
  if (ours.reason !== theirs.reason) return `reason\n    ${ours.reason}\n    ${theirs.reason}`;
  if (ours.total !== theirs.total) return `total ${ours.total} not ${theirs.total}`;
  return near(ours.ranks ?? [], theirs.ranks ?? [])
    ? undefined
    : `ranks\n    ${ours.ranks}\n    ${theirs.ranks}`;
}

function near(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((value, i) => {
    const other = b[i] ?? '';
    if (value === other) return true;
    return Math.abs(Number(value) - Number(other)) <= 1e-3 * Math.abs(Number(other));
  });
}

let shown = 0;
let differing = 0;
let asked = 0;
let refused = 0;
for (const file of options.schema) {
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const generator = new QueryGenerator(schema, Number(options.seed));
  for (let i = 0; i < Number(options.count); i++) {
    const body = generator.body();
    const [ours, theirs] = await Promise.all([
      ask(options.url, schema.index, body),
      ask(options.reference, schema.index, body),
    ]);
    asked++;
    if (theirs.error) refused++;
    const found = difference(ours, theirs);
    if (found === undefined) continue;
    differing++;
    if (shown++ < Number(options.show)) console.log(`${JSON.stringify(body)}\n  ${found}`);
  }
}
console.log(
  `seed ${options.seed}: ${asked} searches, ${refused} refused by the reference, ${differing} differ`,
);
process.exitCode = differing === 0 ? 0 : 1;
