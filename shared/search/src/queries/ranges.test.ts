/**
 * Compares range fields with the definition of their relations, and features with their formulas.
 */
import fc from 'fast-check';
import { TestIndex } from '../testing/test_index.js';

const bound = fc.integer({ min: -5, max: 5 });
const interval = fc.tuple(bound, bound).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

test.each(['integer_range', 'long_range', 'float_range', 'double_range'])('%s', (type) => {
  fc.assert(
    fc.property(
      fc.array(interval, { minLength: 1, maxLength: 8 }),
      interval,
      (ranges, [from, to]) => {
        const index = new TestIndex({
          mapping: { properties: { r: { type } } },
          documents: ranges.map(([gte, lte]) => ({ r: { gte, lte } })),
        });
        const relations = {
          intersects: ([a, b]: readonly [number, number]) => a <= to && b >= from,
          within: ([a, b]: readonly [number, number]) => a >= from && b <= to,
          contains: ([a, b]: readonly [number, number]) => a <= from && b >= to,
        };
        for (const [relation, holds] of Object.entries(relations)) {
          const expected = ranges.flatMap((range, i) => (holds(range) ? [String(i + 1)] : []));
          const range = { r: { gte: from, lte: to, relation } };
          expect(index.matches({ range })).toEqual(expected);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('dates and addresses', () => {
  const index = new TestIndex({
    mapping: { properties: { when: { type: 'date_range' }, net: { type: 'ip_range' } } },
    documents: [
      { when: { gte: '2024-01-01', lt: '2024-02-01' }, net: '10.0.0.0/8' },
      { when: { gt: '2024-03-01' }, net: { gte: '::1', lte: '::ff' } },
    ],
  });
  expect(index.matches({ term: { when: '2024-01-31' } })).toEqual(['1']);
  expect(index.matches({ term: { when: '2024-02-01' } })).toEqual([]);
  expect(index.matches({ range: { when: { gte: '2030-01-01' } } })).toEqual(['2']);
  expect(index.matches({ term: { net: '10.255.255.255' } })).toEqual(['1']);
  expect(index.matches({ range: { net: { lte: '::2' } } })).toEqual(['2']);
});

const features = new TestIndex({
  mapping: {
    properties: { rank: { type: 'rank_feature' }, topics: { type: 'rank_features' } },
  },
  documents: [{ rank: 3, topics: { a: 1, b: 20 } }, { rank: 10, topics: { a: 5 } }, {}],
});

test.each([
  [{ field: 'rank' }, 10 / (10 + 5.5)],
  [{ field: 'rank', saturation: { pivot: 8 } }, 10 / 18],
  [{ field: 'rank', log: { scaling_factor: 4 } }, Math.log(14)],
  [{ field: 'rank', sigmoid: { pivot: 7, exponent: 0.6 } }, 10 ** 0.6 / (10 ** 0.6 + 7 ** 0.6)],
  [{ field: 'rank', linear: {} }, 10],
  [{ field: 'topics.a', linear: {}, boost: 2 }, 10],
])('rank_feature %j', (rank_feature, score) => {
  const { hits, maxScore } = features.search({ query: { rank_feature } });
  expect(hits.map(({ _id }) => _id)).toEqual(['2', '1']);
  expect(maxScore).toBeCloseTo(score, 5);
});

test.each([
  [{ saturation: { pivot: 'Infinity' } }, 'pivot must be > 0, got: Infinity'],
  [{ saturation: { pivot: 1e39 } }, 'pivot must be > 0, got: Infinity'],
  [{ saturation: { pivot: 'NaN' } }, 'pivot must be > 0, got: NaN'],
  [{ log: { scaling_factor: 'NaN' } }, 'scalingFactor must be >= 1, got: NaN'],
  [{ log: { scaling_factor: 'Infinity' } }, 'scalingFactor must be >= 1, got: Infinity'],
  [{ sigmoid: { pivot: 5, exponent: 'Infinity' } }, 'exp must be > 0, got: Infinity'],
])('rank_feature refuses %j', (options, reason) => {
  expect(() => features.search({ query: { rank_feature: { field: 'rank', ...options } } })).toThrow(
    reason,
  );
});

test('a feature without a document matches nothing', () => {
  expect(features.matches({ rank_feature: { field: 'topics.zz' } })).toEqual([]);
});

test('a query whose beginning lies behind its end is refused, one that leaves nothing out is empty', () => {
  const index = new TestIndex({
    mapping: { properties: { r: { type: 'integer_range' } } },
    documents: [{ r: { gte: 1, lte: 9 } }],
  });
  expect(() => index.matches({ range: { r: { gte: 5, lte: 3 } } })).toThrow(
    'Range query `from` value (5) is greater than `to` value (3)',
  );
  expect(index.matches({ range: { r: { gt: 5, lt: 5 } } })).toEqual([]);
});

test('whole bounds have no decimal part, which is looked at before which is the larger', () => {
  const index = new TestIndex({
    mapping: { properties: { i: { type: 'integer_range' }, d: { type: 'double_range' } } },
    documents: [{ i: { gte: 1, lte: 9 }, d: { gte: 1, lte: 9 } }],
  });
  expect(() => index.matches({ range: { i: { gte: 5000, lte: 2.5 } } })).toThrow(
    'Value [2.5] has a decimal part',
  );
  expect(() => index.matches({ range: { i: { gte: '2.5' } } })).toThrow(
    'Value [[32 2e 35]] has a decimal part',
  );
  expect(index.matches({ range: { i: { gte: '2.0' } } })).toEqual(['1']);
  expect(index.matches({ range: { d: { gte: 2.5 } } })).toEqual(['1']);
});

/** The hits of OpenSearch 2.19.1: a half float is compared with the float that the bound is. */
describe('ranges of narrow numbers', () => {
  const narrow = new TestIndex({
    mapping: { properties: { half: { type: 'half_float' }, float: { type: 'float' } } },
    // Stored as 1.09960938 and as 1.10000002.
    documents: [{ half: 1.1, float: 1.1 }],
  });
  const found = (field: string, bounds: Record<string, number | string>) =>
    narrow.matches({ range: { [field]: bounds } }).length === 1;

  test.each([
    [{ gte: 1.1 }, false],
    [{ lt: 1.1 }, true],
    [{ gt: 1.0996 }, true],
    [{ lte: 1.0996 }, false],
    [{ gte: 1.099609375, lte: 1.099609375 }, true],
    [{ gt: 1.099609375 }, false],
    [{ lt: 1.099609375 }, false],
  ])('half %j', (bounds, isFound) => {
    expect(found('half', bounds)).toBe(isFound);
  });

  test.each([
    [{ gte: 1.1, lte: 1.1 }, true],
    [{ gt: 1.1 }, false],
    [{ lt: 1.1 }, false],
    [{ gt: 1.0999999 }, true],
  ])('float %j', (bounds, isFound) => {
    expect(found('float', bounds)).toBe(isFound);
  });

  test.each([
    ['float', 3.5e38, '[float] supports only finite values, but got [Infinity]'],
    ['half', 1e5, '[half_float] supports only finite values'],
  ])('a bound of %s is finite', (field, bound, reason) => {
    expect(() => found(field, { gte: bound })).toThrow(reason);
  });
});
