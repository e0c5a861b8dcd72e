/**
 * Runs the examples of docs/ELASTICSEARCH.md: each search must find the ids, fields or aggregations
 * listed below it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { documentedChapters, documentedIndex } from './testing/documented_examples.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/ELASTICSEARCH.md'), 'utf8');
/** The head of every chapter has the mapping and the documents of its examples. */
const examples = documentedChapters(PAGE).flatMap(({ head, examples: own }) =>
  own.map(([name, blocks]) => [name, blocks, head] as const),
);

test.each(examples)('%s', (_name, blocks, head) => {
  const index = documentedIndex(head);
  const [request = '{}', expected = '[]'] = blocks;
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
