/**
 * Runs the examples of docs/ELASTICSEARCH.md: each search must find the ids, fields or aggregations
 * listed below it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { TestIndex } from './testing/test_index.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/ELASTICSEARCH.md'), 'utf8');

function blocksOf(text: string): readonly string[] {
  return [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
}

/** The beginning of every section: the mapping and the documents of its examples. */
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
  const wanted = JSON.parse(expected) as readonly unknown[] | JsonObject;
  const body = JSON.parse(request) as JsonObject;
  if (!Array.isArray(wanted)) {
    expect(aggregationsOf(index.answer(body))).toEqual(wanted);
    return;
  }
  const [first] = wanted;
  const { hits } = index.search(body);
  expect(hits.map((hit) => shown(hit, first))).toEqual(wanted);
});

/** The ids, fields or highlights of a hit, in the form of the example. */
function shown(hit: JsonObject, example: unknown): unknown {
  if (typeof example === 'string') return hit._id;
  return hit.highlight === undefined ? hit.fields : hit.highlight;
}

function aggregationsOf(answer: JsonObject | string): unknown {
  if (!isJsonObject(answer)) throw new Error(answer);
  return JSON.parse(stringifyJson(answer.aggregations ?? null));
}

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(2);
});
