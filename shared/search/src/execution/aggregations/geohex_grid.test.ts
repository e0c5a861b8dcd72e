/**
 * Compares `geohex_grid` with cells counted one document at a time, and with the keys in
 * Elasticsearch's documentation.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { latLngToCell } from 'h3-js';
import { refusedAggregations } from '../../testing/refusals.js';
import { TestIndex } from '../../testing/test_index.js';

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
  readonly l?: { readonly value: number };
}

function answered(documents: readonly JsonObject[], options: JsonObject): readonly Bucket[] {
  const index = new TestIndex({
    mapping: {
      properties: { at: { type: 'geo_point' }, k: { type: 'keyword' }, n: { type: 'long' } },
    },
    documents,
  });
  const a = {
    geohex_grid: { field: 'at', ...options },
    aggs: { l: { sum: { field: 'n' } } },
  };
  const answer = index.answer({ size: 0, aggs: { a } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  const shown = JSON.parse(stringifyJson(answer.aggregations)) as {
    a: { buckets: readonly Bucket[] };
  };
  return shown.a.buckets;
}

const MUSEUMS = [
  'POINT (4.912350 52.374081)',
  'POINT (4.901618 52.369219)',
  'POINT (4.914722 52.371667)',
  'POINT (4.405200 51.222900)',
  'POINT (2.336389 48.861111)',
  'POINT (2.327000 48.860000)',
].map((at) => ({ at }));

const counted = (buckets: readonly Bucket[]) => buckets.map((each) => [each.key, each.doc_count]);

test("the museums of Elasticsearch's documentation have its keys", () => {
  expect(counted(answered(MUSEUMS, { precision: 4 }))).toEqual([
    ['841969dffffffff', 3],
    ['841fb47ffffffff', 2],
    ['841fa4dffffffff', 1],
  ]);
});

test('the resolution is 6 where none is given, and may be a text', () => {
  const six = answered(MUSEUMS, { precision: 6 });
  expect(six.map(({ key }) => key.slice(0, 2))).toEqual(six.map(() => '86'));
  expect(answered(MUSEUMS, {})).toEqual(six);
  expect(answered(MUSEUMS, { precision: '6' })).toEqual(six);
});

test('points of no field have no cells', () => {
  expect(answered(MUSEUMS, { field: 'nope' })).toEqual([]);
});

/**
 * Columns store these values exactly: multiples of 90 / 2^12 degrees are whole steps of the column.
 */
const STEP = 90 / 4096;
const degrees = (most: number) =>
  fc
    .oneof(
      fc.integer({ min: -most / STEP + 1, max: most / STEP - 1 }),
      fc.integer({ min: -3, max: 3 }),
    )
    .map((steps) => steps * STEP);
const point = fc.record({ lat: degrees(90), lon: degrees(180) });
const documents = fc.array(fc.array(point, { maxLength: 3 }), { maxLength: 14 });
const box = fc
  .tuple(degrees(90), degrees(90), degrees(180), degrees(180))
  .map(([a, b, left, right]) => ({ top: Math.max(a, b), bottom: Math.min(a, b), left, right }));
const options = fc.record(
  {
    precision: fc.integer({ min: 0, max: 15 }),
    size: fc.integer({ min: 1, max: 4 }),
    bounds: box,
  },
  { requiredKeys: ['precision'] },
);

type Box = typeof box extends fc.Arbitrary<infer T> ? T : never;

/** True if the point lies eastward from `left` to `right`, across the date line if necessary. */
function isInside(
  { lat, lon }: { lat: number; lon: number },
  { top, bottom, left, right }: Box,
): boolean {
  const east = (to: number) => (to - left + 360) % 360;
  return lat <= top && lat >= bottom && east(lon) <= east(right);
}

test('documents are counted once in each cell that has points of theirs', () => {
  fc.assert(
    fc.property(documents, options, (docs, { precision, size, bounds }) => {
      const cells = new Map<string, { count: number; sum: number }>();
      docs.forEach((points, n) => {
        const kept = points.filter((each) => bounds === undefined || isInside(each, bounds));
        for (const key of new Set(kept.map(({ lat, lon }) => latLngToCell(lat, lon, precision)))) {
          const { count = 0, sum = 0 } = cells.get(key) ?? {};
          cells.set(key, { count: count + 1, sum: sum + n });
        }
      });
      const expected = [...cells]
        .sort(
          ([a, { count: most }], [b, { count: least }]) =>
            least - most || Number(BigInt(`0x${b}`) - BigInt(`0x${a}`)),
        )
        .map(([key, { count, sum }]) => ({ key, doc_count: count, l: { value: sum } }));
      const found = answered(
        docs.map((at, n) => ({ at, n })),
        { precision, ...(size ? { size } : {}), ...(bounds ? { bounds } : {}) },
      );
      expect(found).toEqual(expected.slice(0, size));
    }),
    { numRuns: 150 },
  );
});

test.each<[JsonObject, string]>([
  [{ precision: 16 }, 'Invalid geohex aggregation precision of 16. Must be between 0 and 15.'],
  [{ precision: -1 }, 'Invalid geohex aggregation precision of -1. Must be between 0 and 15.'],
  [{ precision: '10km' }, 'precision'],
  [{ size: 0 }, '[size] must be greater than 0'],
  [{ shard_size: 0 }, 'greater than 0'],
  [{ bounds: { top: 1 } }, 'failed to parse'],
  [{ bogus: 1 }, '[geohex_grid] unknown field [bogus]'],
])('%j is refused', (given, reason) => {
  const a = { geohex_grid: { field: 'at', ...given } };
  const refusal = refusedAggregations({ a });
  expect(refusal).toMatch(/^400: /);
  expect(refusal).toContain(reason);
});

test('fields of other types are refused', () => {
  expect(() => answered(MUSEUMS, { field: 'k' })).toThrow(
    'Field [k] of type [keyword] is not supported',
  );
});
