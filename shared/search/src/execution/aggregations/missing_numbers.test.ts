/** The option `missing` of whole numbers; the answers were recorded from OpenSearch 2.19.1. */
import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({ l: 'long', u: 'unsigned_long', d: 'double', s: 'keyword' });

function answered(documents: readonly JsonObject[], aggregation: JsonObject): unknown {
  const index = new TestIndex({ mapping, documents });
  const answer = index.answer({ size: 0, aggs: { a: aggregation } });
  if (typeof answer === 'string') throw new Error(answer);
  return answer.aggregations;
}

const SMALL = [{ l: 7, u: 3, d: 1.5 }, { s: 'none' }];
const LARGE = [{ l: 9007199254740993n, u: 18446744073709551615n }, { s: 'none' }, { l: 5 }];

function keysOf(documents: readonly JsonObject[], options: JsonObject): unknown[] {
  const { a } = answered(documents, { terms: options }) as { a: { buckets: { key: unknown }[] } };
  return a.buckets.map(({ key }) => key);
}

test.each([1.5, '1.5'])('a fraction in the place of a missing long makes doubles', (missing) => {
  expect(keysOf(SMALL, { field: 'l', missing })).toEqual([1.5, 7]);
  expect(keysOf(SMALL, { field: 'u', missing })).toEqual([1.5, 3]);
  expect(keysOf(LARGE, { field: 'l', missing })).toEqual([1.5, 5, 9007199254740992]);
  expect(answered(LARGE, { sum: { field: 'l', missing } })).toEqual({
    a: { value: 9007199254740998 },
  });
  const script = "return doc['l'].size() == 0 ? null : 1.7";
  expect(keysOf(SMALL, { script, value_type: 'long', missing })).toEqual([1.5, 1.7]);
  expect(keysOf(SMALL, { field: 'none', value_type: 'long', missing })).toEqual([1.5]);
});

test('rare_terms and significant_terms refuse the doubles that a fraction makes', () => {
  expect(() => answered(SMALL, { rare_terms: { field: 'l', missing: 1.5 } })).toThrow(
    'RareTerms aggregation does not support floating point fields.',
  );
  expect(() => answered(SMALL, { significant_terms: { field: 'l', missing: 1.5 } })).toThrow(
    'No support for examining floating point numerics',
  );
});

test('a number beyond the longs stands for the greatest or least of them', () => {
  expect(keysOf(SMALL, { field: 'l', missing: 1e30 })).toEqual([7, 9223372036854775807n]);
  expect(keysOf(SMALL, { field: 'l', missing: -(10n ** 20n) })).toEqual([-9223372036854775808n, 7]);
  expect(keysOf(SMALL, { field: 'u', missing: '1e30' })).toEqual([3, 18446744073709551615n]);
});

test('a long beyond doubles is a double in the place of a missing double', () => {
  expect(keysOf(SMALL, { field: 'd', missing: 10n ** 20n })).toEqual([1.5, 1e20]);
});
