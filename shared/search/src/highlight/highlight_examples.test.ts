/** Runs the examples of docs/HIGHLIGHTING.md: each search returns the highlights shown below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/HIGHLIGHTING.md'), 'utf8');

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
}

const [head = '', ...sections] = PAGE.split(/^### /m);
const [mapping = '{}', documents = '[]'] = blocksOf(head);

const index = new TestIndex({
  mapping: JSON.parse(mapping) as JsonObject,
  documents: JSON.parse(documents) as JsonObject[],
});

test.each(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))(
  '%s',
  (_name, section) => {
    const [request = '{}', expected = '{}'] = blocksOf(section);
    const [hit] = index.search(JSON.parse(request) as JsonObject).hits;
    expect(hit?.highlight).toEqual(JSON.parse(expected));
  },
);

test('there are examples', () => {
  expect(sections.length).toBeGreaterThan(5);
});
