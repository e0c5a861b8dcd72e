/**
 * Runs generated Painless programs here and on a running OpenSearch and compares values and error
 * types.
 *   node scripts/painless_differential.ts --url http://127.0.0.1:19471 [--seed 1] [--count 5000]
 *   [--show 20] [--keep file] [--record file] [--places] [--only REGEXP]
 * Faults of OpenSearch's compiler, and the last digit of functions for which the Java virtual
 * machine has intrinsics, count as explained. `--only` takes the forms whose text matches.
 * `--places` also compares the places of errors. A difference is printed with its program; `--keep`
 * appends the differences as NDJSON cases, `--record` appends the programs that agree.
 */
import { appendFileSync } from 'node:fs';
import { commandLine } from './command_line.ts';
import { FORMS, Generator } from './painless_grammar.ts';
import { attemptHere, attemptThere, type Outcome, outcomeText } from './painless_outcome.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    url: 'http://127.0.0.1:19471',
    seed: 1,
    count: 5000,
    show: 20,
    keep: { type: 'string' },
    record: { type: 'string' },
    only: '',
    places: false,
  },
});

/**
 * True when the value shows an identity hash or the name of a private class: both differ from run
 * to run.
 */
const identity = (outcome: Outcome): boolean =>
  /@[0-9a-f]{5,8}\b|^INSTANCE$/.test(outcome.value ?? '');

/**
 * True for an error without message and place: the Java virtual machine leaves both out of an
 * exception that it throws often.
 */
const isWordless = ({ place, reason }: Outcome): boolean => place === '' && reason === '';

/**
 * True for a stack overflow: its place depends on the stack that the Java virtual machine has left.
 */
const isOverflow = ({ error }: Outcome): boolean => /stack_overflow_error$/.test(error ?? '');

const same = (a: Outcome, b: Outcome): boolean =>
  (a.value === b.value &&
    a.error === b.error &&
    (!options.places || a.place === b.place || isOverflow(b) || isWordless(b))) ||
  identity(b);

/**
 * Errors that are faults of OpenSearch itself: bytecode that the Java virtual machine refuses, and
 * hexadecimal literals that its parser accepts and its compiler does not.
 */
const OPENSEARCH_FAULT = /^compile error: (?:verify_error|illegal_state_exception)$/;
/** Functions for which the Java virtual machine has intrinsics: their last digit may differ. */
const INTRINSIC = /Math\.(?:sin|cos|tan|exp|log|log10|pow|sinh|cosh|tanh|expm1|log1p)\(/;

function isLastDigit(a: Outcome, b: Outcome): boolean {
  const [x, y] = [Number(a.value), Number(b.value)];
  return Number.isFinite(x) && Math.abs(x - y) <= Math.abs(x) * 2 ** -51;
}

/** True for the bits of a NaN that came of a division: the machine chooses them. */
const isNaNOfMachine = (source: string, { value }: Outcome): boolean =>
  /RawLongBits|RawIntBits/.test(source) && /^-?(?:2251799813685248|4194304)$/.test(value ?? '');

const isExplained = (source: string, ours: Outcome, theirs: Outcome): boolean =>
  OPENSEARCH_FAULT.test(theirs.error ?? '') ||
  (INTRINSIC.test(source) && isLastDigit(ours, theirs)) ||
  isNaNOfMachine(source, theirs);

function record(file: string, source: string, { value, error }: Outcome): void {
  appendFileSync(file, `${JSON.stringify({ source, value, error })}\n`);
}

async function main(): Promise<void> {
  const count = options.count;
  const generator = new Generator(options.seed);
  const forms = FORMS.filter(({ name }) => new RegExp(options.only).test(name));
  const programs = Array.from({ length: count }, (_, i) =>
    generator.program(forms[i % forms.length]),
  );
  let differ = 0;
  let errors = 0;
  let explained = 0;
  const next = programs[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const { source } of next) {
      const theirs = await attemptThere(options.url, source);
      const ours = attemptHere(source);
      if (theirs.error !== undefined) errors++;
      if (same(ours, theirs)) {
        if (options.record && !identity(theirs)) record(options.record, source, theirs);
        continue;
      }
      if (isExplained(source, ours, theirs)) {
        explained++;
        continue;
      }
      differ++;
      if (differ <= options.show) {
        console.log(
          `${source}\n    OpenSearch ${outcomeText(theirs)}\n    here       ${outcomeText(ours)}`,
        );
      }
      if (options.keep) record(options.keep, source, theirs);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  console.log(
    `forms ${forms.length}, programs ${count}, errors of OpenSearch ${errors}, different ${differ}, explained ${explained}`,
  );
}

await main();
