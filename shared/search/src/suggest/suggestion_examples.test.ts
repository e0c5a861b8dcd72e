/**
 * Runs the examples of docs/SUGGESTIONS.md: each suggester's request returns the answer shown below
 * it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, parseJson, parseObject, stringifyJson } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';
import { ALL_SUGGESTERS } from './all.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/SUGGESTIONS.md'), 'utf8');
const BLOCK = /```json\n([\s\S]*?)\n```/g;
const encoder = new TextEncoder();

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(BLOCK)].map(([, block = '']) => block);
}

const [, ...sections] = PAGE.split(/^### /m);
const [body = '{}', documents = '[]'] = blocksOf(PAGE.slice(0, PAGE.indexOf('\n### ')));

const { settings, mappings } = JSON.parse(body) as {
  settings: Record<string, string>;
  mappings: JsonObject;
};
const index = new TestIndex({
  settings,
  mapping: mappings,
  documents: JSON.parse(documents) as JsonObject[],
});

function nameOf(section: string): string {
  return section.slice(0, section.indexOf('\n'));
}

test.each(sections.map((section) => [nameOf(section), section]))('%s', (_name, section) => {
  const [request = '', expected = ''] = blocksOf(section);
  const answer = index.answer(parseObject(encoder.encode(request), false));
  if (typeof answer === 'string') throw new Error(answer);
  const shown = stringifyJson(answer.suggest ?? null);
  expect(JSON.parse(shown)).toEqual(parseJson(encoder.encode(expected)));
});

test('every suggester has an example', () => {
  expect(sections.map(nameOf)).toEqual(ALL_SUGGESTERS.map(({ name }) => name));
});
