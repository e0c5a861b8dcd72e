/** The examples of docs/ELASTICSEARCH.md, run: each search finds the ids, or shows the fields, that stand below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@skein/content';
import { TestIndex } from './testing/test_index.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/ELASTICSEARCH.md'), 'utf8');

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
}

/** What every section begins with: the mapping and the documents of its examples. */
const examples = PAGE.split(/^## /m).flatMap((chapter) => {
  const [head = '', ...sections] = chapter.split(/^### /m);
  const [mapping = '{}', documents = '[]'] = blocksOf(head);
  return sections.map(
    (section) => [section.slice(0, section.indexOf('\n')), section, mapping, documents] as const,
  );
});

test.each(examples)('%s', (_name, section, mapping, documents) => {
  const index = new TestIndex({
    mapping: JSON.parse(mapping) as JsonObject,
    documents: JSON.parse(documents) as JsonObject[],
  });
  const [request = '{}', expected = '[]'] = blocksOf(section);
  const wanted = JSON.parse(expected) as readonly unknown[];
  const { hits } = index.search(JSON.parse(request) as JsonObject);
  expect(hits.map((hit) => (typeof wanted[0] === 'string' ? hit._id : hit.fields))).toEqual(wanted);
});

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(2);
});
