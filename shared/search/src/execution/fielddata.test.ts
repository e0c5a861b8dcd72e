/**
 * Words of texts by document, derived from terms and postings: they must be equal to a column of
 * the same words as keywords.
 */
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../testing/test_index.js';

const WORDS = ['ape', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu'];

const MAPPING: JsonObject = {
  properties: {
    t: { type: 'text', fielddata: true },
    k: { type: 'keyword' },
    plain: { type: 'text' },
    some: {
      type: 'text',
      fielddata: true,
      fielddata_frequency_filter: { min: 2, max: 3, min_segment_size: 4 },
    },
    inside: { type: 'nested', properties: { t: { type: 'text', fielddata: true } } },
  },
};

function documentOf(words: readonly string[]): JsonObject {
  return words.length === 0 ? {} : { t: words.join(' '), k: [...words], some: words.join(' ') };
}

function aggregated(index: TestIndex, aggregation: JsonObject, query?: JsonObject): JsonObject {
  const body = { size: 0, aggs: { a: aggregation }, ...(query === undefined ? {} : { query }) };
  const answer = index.answer(body);
  if (typeof answer === 'string') throw new Error(answer);
  return answer.aggregations as JsonObject;
}

const REQUESTS: readonly ((field: string) => JsonObject)[] = [
  (field) => ({ terms: { field, size: 20 }, aggs: { b: { terms: { field } } } }),
  (field) => ({ terms: { field, size: 3, min_doc_count: 0, order: { _key: 'desc' } } }),
  (field) => ({ terms: { field, include: '[a-d].*', missing: 'cow' } }),
  (field) => ({ rare_terms: { field } }),
  (field) => ({ cardinality: { field } }),
  (field) => ({ composite: { sources: [{ w: { terms: { field, missing_bucket: true } } }] } }),
  (field) => ({ significant_terms: { field, min_doc_count: 1 } }),
];

test('aggregations, sorts and scripts read what they read of keywords', () => {
  const words = fc.array(fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 12 }), (all, segmentDocs) => {
      const documents = all.map(documentOf);
      const index = new TestIndex({ mapping: MAPPING, documents, segmentDocs });
      for (const request of REQUESTS) {
        const query = { bool: { must_not: { term: { k: 'fox' } } } };
        expect(aggregated(index, request('t'), query)).toEqual(
          aggregated(index, request('k'), query),
        );
      }
      for (const order of [{ order: 'asc' }, { order: 'desc', missing: '_first' }]) {
        const sorted = (field: string) => index.search({ size: 20, sort: [{ [field]: order }] });
        expect(sorted('t').hits).toEqual(sorted('k').hits);
      }
      const script = (field: string) => ({ script: `doc['${field}'].toString()` });
      const { hits } = index.search({
        size: 20,
        script_fields: { t: script('t'), k: script('k') },
        docvalue_fields: ['t', 'k'],
      });
      for (const { fields } of hits as readonly { fields: JsonObject }[]) {
        expect(fields.t).toEqual(fields.k);
      }
    }),
    { numRuns: 40 },
  );
});

test('words in too few or too many documents are left out, but in small segments', () => {
  const documents = [
    ['ape', 'bee'],
    ['bee', 'cat'],
    ['cat', 'bee'],
    ['bee', 'dog'],
  ].map(documentOf);
  const of = (segmentDocs: number) =>
    aggregated(new TestIndex({ mapping: MAPPING, documents, segmentDocs }), {
      terms: { field: 'some' },
    });
  expect(of(4)).toMatchObject({ a: { buckets: [{ key: 'cat', doc_count: 2 }] } });
  expect(of(2)).toMatchObject({
    a: { buckets: [{ key: 'bee' }, { key: 'cat' }, { key: 'ape' }, { key: 'dog' }] },
  });
  const index = new TestIndex({ mapping: MAPPING, documents, segmentDocs: 4 });
  expect(aggregated(index, { terms: { field: 'some', min_doc_count: 0 } })).toMatchObject({
    a: { buckets: [{ key: 'cat', doc_count: 2 }] },
  });
});

test('words of nested documents are counted inside them', () => {
  const documents = [{ inside: [{ t: 'ape bee' }, { t: 'bee' }] }, { inside: { t: 'cat' } }];
  const index = new TestIndex({ mapping: MAPPING, documents });
  const terms = { terms: { field: 'inside.t' } };
  expect(aggregated(index, { nested: { path: 'inside' }, aggs: { t: terms } })).toMatchObject({
    a: {
      t: {
        buckets: [
          { key: 'bee', doc_count: 2 },
          { key: 'ape', doc_count: 1 },
          { key: 'cat', doc_count: 1 },
        ],
      },
    },
  });
});

test('a text without it says how to have it, and a column is made of no other', () => {
  const index = new TestIndex({ mapping: MAPPING, documents: [{ plain: 'ape' }] });
  const refusal =
    'illegal_argument_exception: Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [plain] in order to load field data by uninverting the inverted index. Note that this can use significant memory.';
  expect(() => index.answer({ aggs: { a: { terms: { field: 'plain' } } } })).toThrow(
    refusal.slice(refusal.indexOf('Text')),
  );
  expect(index.segments[0]?.ordinals('t')).toBeUndefined();
});

test.each([
  [
    { type: 'text', index: false, fielddata: true },
    'Cannot enable fielddata on a [text] field that is not indexed: [f]',
  ],
  [
    { type: 'text', fielddata_frequency_filter: { mix: 1 } },
    'Mapping definition for [f] has unsupported parameters:  [mix : 1]',
  ],
  [{ type: 'text', fielddata_frequency_filter: { min: 'x' } }, 'For input string: "x"'],
])('%j is refused', (field, reason) => {
  const mapping = { properties: { f: field } } as JsonObject;
  expect(() => new TestIndex({ mapping, documents: [] })).toThrow(reason);
});
