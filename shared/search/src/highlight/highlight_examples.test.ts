/** Runs the examples of docs/HIGHLIGHTING.md: each search returns the highlights shown below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@skein/content';
import { documentedIndex, documentedPage } from '../testing/documented_examples.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/HIGHLIGHTING.md'), 'utf8');
const { head, examples } = documentedPage(PAGE);
const index = documentedIndex(head);

test.each(examples)('%s', (_name, [request = '{}', expected = '{}']) => {
  const [hit] = index.search(JSON.parse(request) as JsonObject).hits;
  expect(hit?.highlight).toEqual(JSON.parse(expected));
});

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(5);
});
