/** The examples of docs/AGGREGATIONS.md, run: each type's request gives the answer that stands below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseObject, stringifyJson } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/AGGREGATIONS.md'), 'utf8');
const BLOCK = /```json\n([\s\S]*?)\n```/g;

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(BLOCK)].map(([, block = '']) => block);
}

const [, ...sections] = PAGE.split(/^### /m);
const [mapping = '{}', documents = '[]'] = blocksOf(PAGE.slice(0, PAGE.indexOf('\n### ')));

const index = new TestIndex({
  mapping: JSON.parse(mapping) as JsonObject,
  documents: JSON.parse(documents) as JsonObject[],
});

test.each(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))(
  '%s',
  (_name, section) => {
    const [request = '', expected = ''] = blocksOf(section);
    const body = parseObject(new TextEncoder().encode(request), false);
    const answer = index.answer({ size: 0, ...body });
    if (!isJsonObject(answer)) throw new Error(String(answer));
    expect(JSON.parse(stringifyJson(answer.aggregations ?? null))).toEqual(JSON.parse(expected));
  },
);

test('every type has an example or is named as not served', () => {
  const names = new Set(sections.map((section) => section.slice(0, section.indexOf('\n'))));
  expect(names.size).toBe(sections.length);
  expect(names.size).toBeGreaterThan(30);
});
