/**
 * Runs the examples of docs/SUGGESTIONS.md: each suggester's request returns the answer shown below
 * it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, parseJson, parseObject, stringifyJson } from '@skein/content';
import { documentedPage } from '../testing/documented_examples.js';
import { TestIndex } from '../testing/test_index.js';
import { ALL_SUGGESTERS } from './all.js';

const encoder = new TextEncoder();
const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/SUGGESTIONS.md'), 'utf8');
const { head, examples } = documentedPage(PAGE);
const [body = '{}', documents = '[]'] = head;

const { settings, mappings } = JSON.parse(body) as {
  settings: Record<string, string>;
  mappings: JsonObject;
};
const index = new TestIndex({
  settings,
  mapping: mappings,
  documents: JSON.parse(documents) as JsonObject[],
});

test.each(examples)('%s', (_name, blocks) => {
  const [request = '', expected = ''] = blocks;
  const answer = index.answer(parseObject(encoder.encode(request), false));
  if (typeof answer === 'string') throw new Error(answer);
  const shown = stringifyJson(answer.suggest ?? null);
  expect(JSON.parse(shown)).toEqual(parseJson(encoder.encode(expected)));
});

test('every suggester has an example', () => {
  expect(examples.map(([name]) => name)).toEqual(ALL_SUGGESTERS.map(({ name }) => name));
});
