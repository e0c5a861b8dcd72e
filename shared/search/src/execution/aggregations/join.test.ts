/**
 * `children` and `parent`: documents across a join, each counted by its `_doc_count`, once per
 * bucket.
 */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  link: { type: 'join', relations: { question: ['answer', 'vote'] } },
  tag: 'keyword',
  by: 'keyword',
  score: 'long',
});
const answer = (parent: string, by: string, score: number, more: JsonObject = {}) => ({
  link: { name: 'answer', parent },
  by,
  score,
  ...more,
});
/** Questions are 1, 2 and 3; they and their answers are in different segments. */
const index = new TestIndex({
  mapping,
  segmentDocs: 2,
  routing: 'same',
  documents: [
    { link: 'question', tag: ['a', 'b'] },
    { link: 'question', tag: 'b', _doc_count: 4 },
    { link: 'question', tag: 'c' },
    answer('1', 'ann', 5),
    answer('1', 'bob', 7),
    answer('2', 'ann', 1, { _doc_count: 3 }),
    { link: { name: 'vote', parent: '1' }, by: 'cid', score: 100 },
  ],
});

function aggregations(aggs: JsonObject, query: JsonObject = { match_all: {} }): unknown {
  const found = index.answer({ size: 0, query, aggs }) as JsonObject;
  return JSON.parse(JSON.stringify(found.aggregations));
}

test('children of the documents of each bucket', () => {
  const answers = { children: { type: 'answer' }, aggs: { sum: { sum: { field: 'score' } } } };
  const tags = { terms: { field: 'tag', order: { _key: 'asc' } }, aggs: { answers } };
  expect(aggregations({ tags })).toMatchObject({
    tags: {
      buckets: [
        { key: 'a', answers: { doc_count: 2, sum: { value: 12 } } },
        { key: 'b', answers: { doc_count: 5, sum: { value: 13 } } },
        { key: 'c', answers: { doc_count: 0, sum: { value: 0 } } },
      ],
    },
  });
});

test('parents of the documents of each bucket, once however many children lead there', () => {
  const tags = { terms: { field: 'tag', order: { _key: 'asc' } } };
  const questions = { parent: { type: 'answer' }, aggs: { tags } };
  const people = { terms: { field: 'by', order: { _key: 'asc' } }, aggs: { questions } };
  const found = aggregations({ people, questions }, { exists: { field: 'score' } });
  expect(found).toMatchObject({
    questions: { doc_count: 5 },
    people: {
      buckets: [
        {
          key: 'ann',
          questions: {
            doc_count: 5,
            tags: {
              buckets: [
                { key: 'a', doc_count: 1 },
                { key: 'b', doc_count: 5 },
              ],
            },
          },
        },
        { key: 'bob', questions: { doc_count: 1 } },
        { key: 'cid', questions: { doc_count: 0 } },
      ],
    },
  });
});

test('related documents are collected with the score 1, whatever the query scores', () => {
  const hits = { top_hits: { size: 1, _source: false } };
  const query = { constant_score: { filter: { exists: { field: 'link' } }, boost: 3 } };
  const found = aggregations(
    {
      answers: { children: { type: 'answer' }, aggs: { hits } },
      questions: { parent: { type: 'answer' }, aggs: { hits } },
    },
    query,
  );
  const scored = { hits: { hits: { max_score: 1, hits: [{ _score: 1 }] } } };
  expect(found).toMatchObject({ answers: scored, questions: scored });
});
