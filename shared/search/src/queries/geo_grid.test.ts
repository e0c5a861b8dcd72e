import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../testing/test_index.js';

interface Buckets {
  readonly aggregations: { readonly a: { readonly buckets: { key: string; doc_count: number }[] } };
}

const edge = (...values: number[]) => fc.constantFrom(...values);
const point = fc.record({
  lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), edge(-90, -45, 0, 45, 90)),
  lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), edge(-180, -90, 0, 90, 180)),
});

test.each([
  ['geohash', 'geohash_grid', [1, 2, 5, 12]],
  ['geotile', 'geotile_grid', [0, 1, 5, 22]],
  ['geohex', 'geohex_grid', [0, 1, 5, 15]],
] as const)('%s: each bucket of %s is found by its key', (grid, aggregation, precisions) => {
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...precisions),
      (points, precision) => {
        const index = new TestIndex({
          mapping: { properties: { p: { type: 'geo_point' } } },
          documents: points.map((p) => ({ p })),
        });
        const aggs = { a: { [aggregation]: { field: 'p', precision, size: 100 } } };
        const { buckets } = (index.answer({ size: 0, aggs }) as unknown as Buckets).aggregations.a;
        for (const { key, doc_count } of buckets) {
          const { total } = index.search({ query: { geo_grid: { p: { [grid]: key } } } });
          expect([key, total]).toEqual([key, doc_count]);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test.each<[JsonObject, string[]]>([
  [{ geohash: 'u1' }, ['1']],
  [{ geotile: '2/2/1' }, ['1', '2']],
  [{ geohex: '811fbffffffffff' }, ['1']],
  [{ geohash: 's' }, ['1', '2']],
])('shapes that meet %j', (cell, expected) => {
  const index = new TestIndex({
    mapping: { properties: { s: { type: 'geo_shape' } } },
    documents: [
      {
        s: {
          type: 'envelope',
          coordinates: [
            [1, 52],
            [6, 40],
          ],
        },
      },
      { s: { type: 'point', coordinates: [10, 10] } },
    ],
  });
  expect([...index.search({ query: { geo_grid: { s: cell } } }).ids].sort()).toEqual(expected);
});

describe('refusals', () => {
  const index = new TestIndex({
    mapping: { properties: { k: { type: 'keyword' } } },
    documents: [],
  });
  it.each<[JsonObject, string]>([
    [{ p: { geohash: 'A' } }, 'unsupported symbol [A] in geohash [A]'],
    [{ p: { geotile: '1/2/0' } }, 'Invalid geotile grid cell [1/2/0]'],
    [{ p: { geohex: 'zz' } }, 'Invalid geohex grid cell [zz]'],
    [{ p: { s2: '1' } }, 'Invalid grid name [s2]'],
    [{ p: {} }, 'requires exactly one of [geohash, geotile, geohex]'],
    [{ ignore_unmapped: true }, '[geo_grid] requires a field'],
    [{ p: { geohash: 'u' } }, 'failed to find geo field [p]'],
    [{ k: { geohash: 'u' } }, 'field [k] is not a geo_point field'],
  ])('%j', (options, reason) => {
    expect(() => index.search({ query: { geo_grid: options } })).toThrow(reason);
  });
  it('may be unmapped', () => {
    const query = { geo_grid: { p: { geohash: 'u' }, ignore_unmapped: true } };
    expect(index.search({ query }).total).toBe(0);
  });
});
