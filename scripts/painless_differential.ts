/**
 * Runs generated Painless programs here and on a reference server and compares values and error types.
 *   node scripts/painless_differential.ts --url http://127.0.0.1:19471 [--seed 1] [--count 5000] [--show 20] [--keep file]
 * A difference is printed with its program; `--keep` appends them as NDJSON cases, `--record` appends what agrees.
 */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ApiError } from '@skein/errors';
import { compilePainless, fromJson, scriptContext, textOf, type Value } from '@skein/script';
import { FORMS, type Form, Generator } from './painless_grammar.ts';

interface Outcome {
  readonly value?: string;
  readonly error?: string;
}

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:19471' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '5000' },
    show: { type: 'string', default: '20' },
    keep: { type: 'string' },
    record: { type: 'string' },
  },
});

/** One of each kind, so that a run does not depend on what the generator thought of. */
const PARAMS = { i: 7, d: 2.5, s: 'param', l: [3, 1, 2], m: { a: 1, b: 'two' }, n: null, t: true };

function here(source: string): Outcome {
  try {
    const script = compilePainless(source, scriptContext('painless_test'));
    return { value: textOf(script.run(fromJson(PARAMS, 'java.util.HashMap')) as Value) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { error: `FAULT ${String(error)}` };
    return { error: `${error.message}: ${String(error.cause?.metadata.type)}` };
  }
}

interface Answer {
  readonly result?: string;
  readonly error?: {
    readonly reason: string;
    readonly caused_by?: { readonly type: string; readonly reason: string | null };
  };
}

async function there(source: string): Promise<Outcome & { reason?: string }> {
  const response = await fetch(`${options.url}/_scripts/painless/_execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ script: { source, params: PARAMS } }),
  });
  const answer = (await response.json()) as Answer;
  if (answer.error === undefined) return { value: answer.result ?? '' };
  const reason = answer.error.caused_by?.reason ?? '';
  return { error: `${answer.error.reason}: ${answer.error.caused_by?.type}`, reason };
}

/** Identity hashes and the names of private classes differ from run to run. */
const identity = (outcome: Outcome): boolean =>
  /@[0-9a-f]{5,8}\b|^INSTANCE$/.test(outcome.value ?? '');

const same = (a: Outcome, b: Outcome): boolean =>
  (a.value === b.value && a.error === b.error) || (identity(a) && identity(b)) || identity(b);

function record(file: string, source: string, { value, error }: Outcome): void {
  appendFileSync(file, `${JSON.stringify({ source, value, error })}\n`);
}

async function main(): Promise<void> {
  const count = Number(options.count);
  const generator = new Generator(Number(options.seed));
  const programs = Array.from({ length: count }, (_, i) =>
    generator.program(FORMS[i % FORMS.length] as Form),
  );
  let differ = 0;
  let errors = 0;
  const next = programs[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const { source } of next) {
      const reference = await there(source);
      const ours = here(source);
      if (reference.error !== undefined) errors++;
      if (same(ours, reference)) {
        if (options.record && !identity(reference)) record(options.record, source, reference);
        continue;
      }
      differ++;
      if (differ <= Number(options.show)) {
        console.log(
          `${source}\n    reference ${reference.value ?? `${reference.error} ${reference.reason}`}\n    here      ${ours.value ?? ours.error}`,
        );
      }
      if (options.keep) record(options.keep, source, reference);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  console.log(
    `forms ${FORMS.length}, programs ${count}, reference errors ${errors}, different ${differ}`,
  );
}

await main();
