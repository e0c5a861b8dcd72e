/**
 * Compares `bucket_count_ks_test` with a model that finds points of both distributions by iteration
 * and compares shares at every point.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

type Values = Readonly<Record<string, number | null>>;

function answered(counts: readonly number[], given: JsonObject): Values {
  const documents = counts.flatMap((count, v) => Array.from({ length: count }, () => ({ v })));
  const index = new TestIndex({ mapping: { properties: { v: { type: 'long' } } }, documents });
  const ranges = counts.map((_count, i) => ({ from: i, to: i + 1 }));
  const answer = index.answer({
    size: 0,
    aggs: {
      r: { range: { field: 'v', ranges } },
      k: { bucket_count_ks_test: { buckets_path: 'r>_count', ...given } },
    },
  });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer.aggregations)) as { k: Values }).k;
}

const POINTS: Readonly<Record<string, readonly number[]>> = {
  uniform: Array.from({ length: 55 }, (_none, i) => (i + 1) / 56),
  upper_tail: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((n) =>
    Array.from({ length: n }, (_none, i) => 0.1 * (n - 1) + (0.1 * (2 * i + 1)) / (2 * n)),
  ),
};

/** The position at which a share of the whole is reached, bucket by bucket. */
function reached(share: number, shares: readonly number[]): number {
  const whole = shares.reduce((a, b) => a + b, 0);
  let left = share * whole;
  for (const [i, own] of shares.entries()) {
    if (left < own) return Number((i + left / own).toFixed(9));
    left -= own;
  }
  return shares.length;
}

const buckets = fc
  .integer({ min: 2, max: 6 })
  .chain((length) =>
    fc.tuple(
      fc.array(fc.integer({ min: 15, max: 60 }), { minLength: length, maxLength: length }),
      fc.array(fc.integer({ min: 1, max: 97 }), { minLength: length, maxLength: length }),
    ),
  );

test('values are those of the distance between points of both distributions', () => {
  fc.assert(
    fc.property(buckets, fc.constantFrom('uniform', 'upper_tail'), ([counts, shares], method) => {
      fc.pre(counts.reduce((a, b) => a + b, 0) >= 55);
      const points = POINTS[method] ?? [];
      const first = points.map((share) => reached(share, counts));
      const second = points.map((share) => reached(share, shares));
      fc.pre(first[0] !== second[0]);
      const passed = (of: readonly number[], at: number) =>
        of.filter((value) => value <= at).length;
      const ahead = [...first, ...second].map((at) => passed(first, at) - passed(second, at));
      const { less, greater } = answered(counts, { fractions: shares, sampling_method: method });
      const oneSided = (steps: number) => Math.exp(-(steps * steps) / 55 - steps / 55);
      expect(greater).toBeCloseTo(oneSided(Math.max(0, ...ahead)), 9);
      expect(less).toBeCloseTo(oneSided(Math.max(0, ...ahead.map((steps) => -steps))), 9);
    }),
    { numRuns: 60 },
  );
});

test.each(['upper_tail', 'lower_tail', 'uniform'])(
  'like distributions are like, by %s',
  (method) => {
    for (const count of [3, 20]) {
      const found = answered([count, count, count, count, count, count, count, count], {
        sampling_method: method,
      });
      expect(Object.keys(found)).toEqual(['less', 'greater', 'two_sided']);
      for (const value of Object.values(found)) expect(value).toBeGreaterThan(0.9);
    }
  },
);

test('more of the low buckets makes the first distribution run ahead', () => {
  const low = answered([40, 60, 20, 30, 30, 1, 1, 1, 1, 1], { sampling_method: 'lower_tail' });
  expect(low.greater).toBeLessThan(0.01);
  expect(low.less).toBeGreaterThan(0.5);
  const high = answered([1, 1, 1, 1, 1, 30, 30, 20, 60, 40], { alternative: ['less'] });
  expect(Object.keys(high)).toEqual(['less']);
  expect(high.less).toBeLessThan(0.01);
});

test('fewer documents than points are answered the same each time, too few not at all', () => {
  const counts = [20, 5, 4, 3];
  const once = answered(counts, {});
  expect(once.greater).toBeLessThan(once.less ?? 0);
  expect(answered(counts, {})).toEqual(once);
  expect(answered([15, 7], {})).toEqual({ less: null, greater: null, two_sided: null });
  expect(answered([20, 20], { fractions: [0, 0] }).less).toBeNull();
});

test.each<[JsonObject, string]>([
  [{ alternative: [] }, '[alternative] must not be empty for aggregation [k]'],
  [{ alternative: 'more' }, 'unknown [alternative]: [more]'],
  [{ fractions: [1] }, '[fractions] must have as many numbers as there are buckets'],
  [{ fractions: [1, -1] }, '[fractions] must be numbers of 0 or more, found [-1]'],
  [{ sampling_method: 'middle' }, 'Unrecognized sampling_method [middle]'],
  [{ gap_policy: 'skip' }, 'only [gap_policy] of [insert_zeros] is supported'],
  [{ format: '0.0' }, 'unknown field [format]'],
  [{ buckets_path: 'r>_key' }, 'requires that buckets_path points to bucket [_count]'],
])('%j is refused', (given, reason) => {
  let said = '';
  try {
    answered([20, 20], given);
  } catch (thrown) {
    const { message, cause } = thrown as Error & { cause?: { message?: string } };
    said = `${message} ${cause?.message ?? ''}`;
  }
  expect(said).toContain(reason);
});
