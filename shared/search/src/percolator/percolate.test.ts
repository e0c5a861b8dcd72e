/**
 * Stored queries: the queries found, that the selection of candidates misses none, and the refused
 * queries.
 */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const MAPPING = mappingOf({
  q: 'percolator',
  body: 'text',
  tag: 'keyword',
  n: 'integer',
  o: { properties: { inner: { type: 'percolator' } } },
  items: { type: 'nested', properties: { a: { type: 'keyword' }, n: { type: 'integer' } } },
});

const stored = (...queries: JsonObject[]) =>
  new TestIndex({ mapping: MAPPING, documents: queries.map((q) => ({ q })) });

const slotsOf = (index: TestIndex, percolate: JsonObject) =>
  index
    .search({ query: { percolate }, sort: ['_doc'], size: 100 })
    .hits.map(({ _id: id, fields }) => `${id}:${(fields as JsonObject)._percolator_document_slot}`);

test('queries that match the document are found, with the places of the documents', () => {
  const index = stored(
    { match: { body: 'mutex semaphore' } },
    { match_phrase: { body: 'critical section' } },
    { range: { n: { gte: 50 } } },
    { bool: { must: { match: { body: 'thread' } }, filter: { range: { n: { lt: 50 } } } } },
    { match_all: {} },
    { nested: { path: 'items', query: { term: { 'items.a': 'x' } } } },
    { bool: { must_not: { exists: { field: 'tag' } } } },
    { match_none: {} },
  );
  const document = { body: 'a thread waits for a mutex', n: 6 };
  expect(slotsOf(index, { field: 'q', document })).toEqual(['1:0', '4:0', '5:0', '7:0']);
  const documents = [
    { body: 'the critical section', tag: 't' },
    { items: [{ a: 'y' }, { a: 'x' }], n: 70 },
    {},
  ];
  expect(slotsOf(index, { field: 'q', documents, name: 'alone' })).toEqual([
    '2:0',
    '3:1',
    '5:0,1,2',
    '6:1',
    '7:1,2',
  ]);
});

test('a query of ids finds no document by its place', () => {
  const index = stored({ ids: { values: ['0', '1'] } }, { term: { _id: '1' } }, { match_all: {} });
  const documents = [{ tag: 'a' }, { tag: 'b' }];
  expect(slotsOf(index, { field: 'q', documents })).toEqual(['3:0,1']);
});

test('queries that are hidden are not found, in each word of the set of documents', () => {
  const documents = Array.from({ length: 70 }, (_, i) => ({
    q: { term: { tag: 'a' } },
    n: i % 3,
  }));
  const visibility = { queries: ['{"term":{"n":1}}'], fields: undefined };
  const index = new TestIndex({ mapping: MAPPING, documents, segmentDocs: 70, visibility });
  const percolate = { field: 'q', document: { tag: 'a' } };
  const ids = documents.flatMap(({ n }, i) => (n === 1 ? [String(i + 1)] : []));
  expect(index.search({ query: { percolate }, size: 100 }).ids).toEqual(ids);
});

test('scores are those of the stored query over the document; several percolations are told apart', () => {
  const index = stored(
    { match: { body: 'mutex' } },
    { constant_score: { filter: { match_all: {} }, boost: 3 } },
  );
  const { hits } = index.search({
    query: { percolate: { field: 'q', document: { body: 'mutex a b c d e' } } },
  });
  expect(hits.map(({ _id: id, _score: score }) => [id, Number(score)])).toEqual([
    ['2', 3],
    ['1', expect.closeTo(0.13076457, 6)],
  ]);
  const both = index.search({
    query: {
      bool: {
        should: [
          { percolate: { field: 'q', name: 'one', document: { body: 'mutex' } } },
          { percolate: { field: 'q', name: 'two', document: { body: 'x' }, boost: 2 } },
        ],
      },
    },
  });
  expect(both.hits.map(({ _id: id, fields }) => [id, fields])).toEqual([
    ['2', { _percolator_document_slot_one: [0], _percolator_document_slot_two: [0] }],
    ['1', { _percolator_document_slot_one: [0] }],
  ]);
});

const FOX = { body: 'The quick brown fox', tag: 'x' };
const DOG = { body: ['Lazy dog', 'a fox'], tag: ['x', 'y'] };
const HIGHLIGHT = { fields: { body: {}, tag: {} } };

const highlightsOf = (index: TestIndex, body: JsonObject) =>
  index
    .search({ sort: ['_doc'], highlight: HIGHLIGHT, ...body })
    .hits.map(({ _id: id, highlight }) => [id, highlight]);

test('the words of stored queries are highlighted in the documents', () => {
  const index = stored(
    { match: { body: 'fox' } },
    { bool: { must: { match: { body: 'quick fox' } }, filter: { term: { tag: 'x' } } } },
    { match_all: {} },
  );
  const ofQuick = { tag: ['<em>x</em>'], body: ['The <em>quick</em> brown <em>fox</em>'] };
  expect(highlightsOf(index, { query: { percolate: { field: 'q', document: FOX } } })).toEqual([
    ['1', { body: ['The quick brown <em>fox</em>'] }],
    ['2', ofQuick],
    ['3', undefined],
  ]);
  const percolate = { field: 'q', documents: [FOX, { body: 'nothing' }, DOG] };
  expect(highlightsOf(index, { query: { bool: { filter: { percolate } } } })).toEqual([
    ['1', { '0_body': ['The quick brown <em>fox</em>'], '2_body': ['a <em>fox</em>'] }],
    [
      '2',
      {
        '0_body': ofQuick.body,
        '0_tag': ofQuick.tag,
        '2_body': ['a <em>fox</em>'],
        '2_tag': ['<em>x</em>'],
      },
    ],
    ['3', undefined],
  ]);
});

test.each([{ type: 'plain' }, { type: 'unified' }])(
  'percolated documents are highlighted with %j, by a query of its own, and without a match',
  (type) => {
    const index = stored({ match: { body: 'fox' } }, { match_all: {} });
    const query = { percolate: { field: 'q', document: FOX } };
    const own = { ...type, highlight_query: { match: { body: 'brown' } }, fields: { body: {} } };
    expect(highlightsOf(index, { query, highlight: own })).toEqual([
      ['1', { body: ['The quick <em>brown</em> fox'] }],
      ['2', { body: ['The quick <em>brown</em> fox'] }],
    ]);
    const beginning = { ...type, no_match_size: 9, fields: { body: {} } };
    expect(highlightsOf(index, { query, highlight: beginning })).toEqual([
      ['1', { body: ['The quick brown <em>fox</em>'] }],
      ['2', { body: ['The quick'] }],
    ]);
  },
);

test('several percolations are highlighted under their names, and beside the hit itself', () => {
  const index = new TestIndex({
    mapping: MAPPING,
    documents: [
      { q: { match: { body: 'fox' } }, body: 'my own fox', tag: 'red' },
      { o: { inner: { match_phrase: { body: 'lazy dog' } } } },
      { body: 'the fox alone' },
    ],
  });
  const one = { percolate: { field: 'q', document: FOX, name: 'one' } };
  const two = { percolate: { field: 'o.inner', documents: [FOX, DOG], name: 'two' } };
  expect(highlightsOf(index, { query: { bool: { should: [one, two] } } })).toEqual([
    ['1', { one_body: ['The quick brown <em>fox</em>'] }],
    ['2', { two_1_body: ['<em>Lazy</em> <em>dog</em>'] }],
  ]);
  const beside = [{ match: { body: 'fox' } }, { term: { tag: 'red' } }];
  expect(highlightsOf(index, { query: { bool: { should: [one, ...beside] } } })).toEqual([
    ['1', { body: ['The quick brown <em>fox</em>'], tag: ['<em>red</em>'] }],
    ['3', { body: ['the <em>fox</em> alone'] }],
  ]);
});

test('top hits show which documents matched, and their highlights', () => {
  const index = stored({ match: { body: 'fox' } });
  const { aggregations } = index.answer({
    query: { percolate: { field: 'q', document: FOX } },
    size: 0,
    aggs: { best: { top_hits: { _source: false, highlight: HIGHLIGHT } } },
  }) as unknown as { aggregations: { best: { hits: { hits: JsonObject[] } } } };
  expect(aggregations.best.hits.hits).toEqual([
    expect.objectContaining({
      fields: { _percolator_document_slot: [0] },
      highlight: { body: ['The quick brown <em>fox</em>'] },
    }),
  ]);
});

test('a document without a stored query may be a hit beside those with one', () => {
  const index = new TestIndex({
    mapping: MAPPING,
    documents: [{ q: { term: { tag: 'x' } } }, { body: 'fox' }],
  });
  const query = {
    bool: { should: [{ percolate: { field: 'q', document: FOX } }, { match: { body: 'fox' } }] },
  };
  const { hits } = index.search({ query, sort: ['_doc'] });
  expect(hits.map(({ _id: id, fields }) => [id, fields])).toEqual([
    ['1', { _percolator_document_slot: [0] }],
    ['2', undefined],
  ]);
});

test('a field deep in the document holds a query too', () => {
  const index = new TestIndex({
    mapping: MAPPING,
    documents: [{ o: { inner: { term: { tag: 'x' } } } }, { o: {} }, { q: { term: { tag: 'x' } } }],
  });
  const percolate = { field: 'o.inner', document: { tag: 'x' } };
  expect(index.matches({ percolate })).toEqual(['1']);
  expect(index.matches({ exists: { field: 'o.inner' } })).toEqual(['1']);
});

const word = fc.constantFrom('a', 'b', 'c', 'dd', 'eee');
const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => ({ match: { body: words.join(' ') } })),
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => ({ match_phrase: { body: words.join(' ') } })),
  word.map((tag) => ({ term: { tag } })),
  fc.array(word, { maxLength: 3 }).map((tags) => ({ terms: { tag: tags } })),
  word.map((prefix) => ({ prefix: { tag: prefix } })),
  fc.integer({ min: 0, max: 4 }).map((gte) => ({ range: { n: { gte } } })),
  word.map((a) => ({ nested: { path: 'items', query: { term: { 'items.a': a } } } })),
  fc.constant({ exists: { field: 'tag' } }),
  fc.constant({ match_all: {} }),
);
const { query } = fc.letrec<{ query: JsonObject }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc
      .record({
        must: fc.array(tie('query'), { maxLength: 2 }),
        should: fc.array(tie('query'), { maxLength: 2 }),
        filter: fc.array(tie('query'), { maxLength: 2 }),
        must_not: fc.array(tie('query'), { maxLength: 1 }),
      })
      .map((bool) => ({ bool })),
    fc
      .array(tie('query'), { minLength: 1, maxLength: 2 })
      .map((queries) => ({ dis_max: { queries } })),
    tie('query').map((filter) => ({ constant_score: { filter } })),
  ),
}));
const document = fc.record(
  {
    body: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    tag: fc.array(word, { maxLength: 2 }),
    n: fc.integer({ min: 0, max: 5 }),
    items: fc.array(fc.record({ a: word }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

test('percolating finds what searching the documents with each query finds', () => {
  const cases = fc.record({
    queries: fc.array(query, { minLength: 1, maxLength: 6 }),
    documents: fc.array(document, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(cases, ({ queries, documents }) => {
      const plain = new TestIndex({ mapping: MAPPING, documents });
      const expected = queries.flatMap((each, i) => {
        const slots = plain.matches(each).map((id) => Number(id) - 1);
        return slots.length === 0 ? [] : [`${i + 1}:${slots}`];
      });
      expect(slotsOf(stored(...queries), { field: 'q', documents })).toEqual(expected);
    }),
    { numRuns: 120 },
  );
});

test.each<[query: JsonValue, reason: string, isRoot: boolean]>([
  [{ foo: {} }, 'unknown query [foo]', true],
  ['abc', '[_na] query malformed, must start with start_object', true],
  [
    [{ match_all: {} }, { match_all: {} }],
    'a document can only contain one percolator query',
    false,
  ],
  [
    { term: { nofield: 'x' } },
    'No field mapping can be found for the field with name [nofield]',
    true,
  ],
  [
    { bool: { filter: { has_child: { type: 'a', query: { match_all: {} } } } } },
    '[has_child]',
    false,
  ],
  [{ percolate: { field: 'q', document: {} } }, '[percolate]', false],
  [{ range: { n: { gte: 'abc' } } }, 'For input string: "abc"', false],
])('a stored query %j is refused: %s', (q, reason, isRoot) => {
  let error: unknown;
  try {
    stored(q as JsonObject);
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof ApiError)) throw new Error('not refused');
  expect(error.type).toBe('mapper_parsing_exception');
  expect(error.cause?.reason).toContain(reason);
  expect(error.rootCauses).toEqual(isRoot ? [error.cause] : undefined);
});

test.each([
  [{ document: {} }, 'Required [field]'],
  [{ field: 'q' }, 'Required one of fields [document, documents, id], but none were specified. '],
  [{ field: 'q', document: {}, documents: [{}] }, 'not allowed together: [document, documents] '],
  [{ field: 'q', document: {}, id: '1' }, 'not allowed together: [document, id] '],
  [{ field: 'q', id: '1' }, '[index] is a required argument'],
  [{ field: 'q', documents: [] }, '[documents] must not be empty'],
  [{ field: 'q', foo: 1, document: {} }, '[percolate] unknown field [foo]'],
  [
    { field: 'body', document: {} },
    'expected field [body] to be of type [percolator], but is of type [text]',
  ],
  [{ field: 'zz', document: {} }, 'field [zz] does not exist'],
  [{ field: 'q', document: { n: 'abc' } }, "in document with id '_temp_id'"],
])('percolating %j is refused: %s', (percolate: JsonObject, reason) => {
  expect(() => stored({ match_all: {} }).search({ query: { percolate } })).toThrow(reason);
});

test('queries are found by percolating only', () => {
  const index = stored({ match_all: {} });
  expect(() => index.search({ query: { term: { q: 'x' } } })).toThrow(
    'Percolator fields are not searchable directly, use a percolate query instead',
  );
});
