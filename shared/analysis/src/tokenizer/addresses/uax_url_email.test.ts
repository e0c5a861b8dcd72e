/** `testdata/addresses.ndjson` was recorded from OpenSearch: texts with their tokens. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ComponentSettings } from '../../build/component_settings.js';
import { NOTHING_OUTSIDE } from '../../build/outside.js';
import { UAX_URL_EMAIL_TOKENIZER } from './uax_url_email.js';

type Shown = readonly [term: string, start: number, end: number, type: string];

const CONTEXT = { indexSettings: new Map<string, string>(), outside: NOTHING_OUTSIDE };

interface Case {
  readonly text: string;
  readonly tokens: readonly Shown[];
}

function tokensOf(text: string, settings: Record<string, string> = {}): Shown[] {
  const values = new ComponentSettings('t', new Map(Object.entries(settings)));
  const { tokens } = UAX_URL_EMAIL_TOKENIZER.create(values, CONTEXT).tokenize(text);
  return tokens.map(({ term, startOffset, endOffset, type }) => [
    term,
    startOffset,
    endOffset,
    type,
  ]);
}

const FILE = join(__dirname, '../../../testdata/addresses.ndjson');
const cases: readonly Case[] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test.each(cases)('$text', ({ text, tokens }) => {
  expect(tokensOf(text)).toEqual(tokens);
});

test('an address longer than the longest token is cut', () => {
  expect(tokensOf('http://a.b/cd', { max_token_length: '11' })).toEqual([
    ['http://a.b/', 0, 11, '<URL>'],
    ['cd', 11, 13, '<ALPHANUM>'],
  ]);
  expect(tokensOf('me@there.com', { max_token_length: '8' }).map(([term]) => term)).toEqual([
    'me',
    'there.co',
    'm',
  ]);
});

test('words between addresses are no part of them', () => {
  expect(tokensOf('a@b.org word c@d.org me', { max_token_length: '9' })).toEqual([
    ['a@b.org', 0, 7, '<EMAIL>'],
    ['word', 8, 12, '<ALPHANUM>'],
    ['c@d.org', 13, 20, '<EMAIL>'],
    ['me', 21, 23, '<ALPHANUM>'],
  ]);
});
