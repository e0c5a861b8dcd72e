/**
 * Runs programs on a running OpenSearch and writes its answers as cases of the tests.
 *   node scripts/painless_record.ts --url http://127.0.0.1:9200 \
 *     --programs shared/script/src/languages/painless/testdata/programs --into
 *     shared/script/src/languages/painless/testdata/members.ndjson
 * With `--places --programs …/testdata/failures --into …/testdata/failures.ndjson` it also writes
 * the places where programs fail. A program is a line of a file in the folder of programs; `#`
 * begins a comment. Programs with another outcome here are printed and written to a file of their
 * own; `--check` writes nothing.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './command_line.ts';
import { attemptHere, attemptThere, type Outcome, outcomeText } from './painless_outcome.ts';
import { trustedJson } from './trusted_json.ts';

const TESTDATA = 'shared/script/src/languages/painless/testdata';
const { values: options } = commandLine(import.meta, {
  options: {
    url: 'http://127.0.0.1:9200',
    programs: `${TESTDATA}/programs`,
    into: `${TESTDATA}/members.ndjson`,
    differing: `${TESTDATA}/members_differing.ndjson`,
    only: '',
    check: false,
    places: false,
  },
});

function programs(): string[] {
  return readdirSync(options.programs)
    .filter((name) => name.includes(options.only))
    .sort()
    .flatMap((name) => readFileSync(join(options.programs, name), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * The recorded lines by program. They are kept because an error that is thrown often loses its
 * message and place.
 */
function knownLines(): ReadonlyMap<string, string> {
  if (!existsSync(options.into)) return new Map();
  const lines = readFileSync(options.into, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [trustedJson<{ source: string }>(line).source, line]));
}

const isWordless = ({ error, place, reason }: Outcome): boolean =>
  error !== undefined && place === '' && reason === '';

/** True when the value shows an object's address, which differs from run to run. */
const isIdentity = ({ value }: Outcome): boolean => /@[0-9a-f]{5,8}\b|^INSTANCE$/.test(value ?? '');

const record = (source: string, { value, error, place }: Outcome): string =>
  `${JSON.stringify({ source, value, error, ...(options.places ? { place } : {}) })}\n`;

async function main(): Promise<void> {
  const known = knownLines();
  const lines: string[] = [];
  const differing: string[] = [];
  for (const source of programs()) {
    const reference = await attemptThere(options.url, source);
    const ours = attemptHere(source);
    if (isIdentity(reference)) continue;
    const before = known.get(source);
    if (isWordless(reference) && before !== undefined) {
      lines.push(`${before}\n`);
      continue;
    }
    const isSame =
      ours.value === reference.value &&
      ours.error === reference.error &&
      (!options.places || ours.place === reference.place);
    (isSame ? lines : differing).push(record(source, reference));
    if (!isSame) {
      console.log(
        `${source}\n    reference ${outcomeText(reference)}\n    here      ${outcomeText(ours)}`,
      );
    }
  }
  if (!options.check) {
    writeFileSync(options.into, lines.join(''));
    writeFileSync(options.differing, differing.join(''));
  }
  console.log(`the same ${lines.length}, different ${differing.length}`);
}

await main();
