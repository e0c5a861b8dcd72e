/** Runs the examples of docs/HIGHLIGHTING.md: each search returns the highlights shown below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@skein/content';
import { documentedPage } from '../testing/documented_examples.js';
import { TestIndex } from '../testing/test_index.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/HIGHLIGHTING.md'), 'utf8');
const { head, examples } = documentedPage(PAGE);
const [mapping = '{}', documents = '[]'] = head;

const index = new TestIndex({
  mapping: JSON.parse(mapping) as JsonObject,
  documents: JSON.parse(documents) as JsonObject[],
});

test.each(examples.map(({ name, blocks }) => [name, blocks] as const))(
  '%s',
  (_name, [request = '{}', expected = '{}']) => {
    const [hit] = index.search(JSON.parse(request) as JsonObject).hits;
    expect(hit?.highlight).toEqual(JSON.parse(expected));
  },
);

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(5);
});
