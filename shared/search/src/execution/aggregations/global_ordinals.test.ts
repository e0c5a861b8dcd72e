/** Compares terms numbered over all segments with terms numbered as they occur. */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { globalOrdinals } from '@skein/search_library';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

const mapping = {
  properties: { k: { type: 'keyword' }, v: { type: 'long' }, ip: { type: 'ip' } },
};
/**
 * Some share prefixes, one is a prefix of another, and the order is that of bytes, not of code
 * units.
 */
const WORDS = ['a', 'ab', 'abc', 'abcdefgh', 'abcdefghi', 'b\u0000', 'b', 'zoë', '\uffee', '😀'];
const words = fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 });
const documents = fc.array(
  fc.record({
    k: words,
    v: fc.integer({ min: 0, max: 4 }),
    ip: fc.constantFrom('10.0.0.1', '10.0.0.2', '::1', 'fe80::1'),
  }),
  { minLength: 1, maxLength: 20 },
);

const max: JsonObject = { m: { max: { field: 'v' } } };
const REQUESTS: readonly JsonObject[] = [
  { terms: { field: 'k', size: 20 }, aggs: { b: { terms: { field: 'ip' }, aggs: max } } },
  { terms: { field: 'k', size: 2, shard_size: 2, min_doc_count: 0, order: { _key: 'desc' } } },
  { terms: { field: 'k', include: '[ab].*', exclude: 'ab', missing: 'none' } },
  { terms: { field: 'k', missing: 'ab', order: { m: 'desc' } }, aggs: max },
  { terms: { field: 'ip' } },
  { rare_terms: { field: 'k' }, aggs: max },
  { cardinality: { field: 'k' } },
  { value_count: { field: 'k' } },
  { composite: { sources: [{ w: { terms: { field: 'k', missing_bucket: true } } }], size: 4 } },
  { multi_terms: { terms: [{ field: 'k' }, { field: 'ip' }] } },
  { significant_terms: { field: 'k', min_doc_count: 1 } },
];

function answered(index: TestIndex, aggregation: JsonObject): string {
  const query = { range: { v: { gte: 1 } } };
  const answer = index.answer({ size: 0, query, aggs: { a: aggregation } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return stringifyJson(answer.aggregations);
}

function makeGlobal(index: TestIndex): void {
  for (const field of ['k', 'ip']) {
    answered(index, { terms: { field, execution_hint: 'global_ordinals' } });
  }
}

test('every aggregation answers the same', () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 8 }), (docs, segmentDocs) => {
      const options = { mapping, documents: docs, segmentDocs };
      const [met, global] = [new TestIndex(options), new TestIndex(options)];
      makeGlobal(global);
      for (const request of REQUESTS)
        expect(answered(global, request)).toBe(answered(met, request));
    }),
    { numRuns: 60 },
  );
});

test('they are made when many terms were met, and kept with each segment', () => {
  const count = 6000;
  const index = new TestIndex({
    mapping,
    documents: Array.from({ length: count }, (_, i) => ({ k: `key ${i}`, v: 1 })),
    segmentDocs: count / 2,
  });
  const [first] = index.segments;
  const isKept = (): boolean => {
    const [one, other] = index.segments.map((segment) => globalOrdinals('k', [segment], false));
    return one !== undefined || other !== undefined;
  };
  expect(first?.globalNumbers).toBeDefined();
  expect(globalOrdinals('k', index.segments, false)).toBeUndefined();
  answered(index, { terms: { field: 'k' } });
  expect(globalOrdinals('k', index.segments, false)).toBeUndefined();
  answered(index, { terms: { field: 'k' } });
  expect(globalOrdinals('k', index.segments, false)?.cardinality).toBe(count);
  // The ordinals of other segments are not cached.
  expect(isKept()).toBe(false);
});
