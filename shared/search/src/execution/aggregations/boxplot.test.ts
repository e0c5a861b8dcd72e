/** Compares `boxplot` with its definition, implemented again over sorted values. */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

function answered(values: readonly number[], boxplot: JsonObject): JsonObject {
  const index = new TestIndex({
    mapping: { properties: { v: { type: 'double' } } },
    documents: values.map((v) => ({ v })),
  });
  const answer = index.answer({ size: 0, aggs: { a: { boxplot: { field: 'v', ...boxplot } } } });
  if (!isJsonObject(answer)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer)) as JsonObject;
}

/**
 * A value lies in the middle of its share of the whole; interpolation between two values is linear.
 */
function quantile(sorted: readonly number[], q: number): number {
  const at = q * sorted.length - 0.5;
  const below = sorted[Math.max(0, Math.floor(at))] as number;
  const above = sorted[Math.min(sorted.length - 1, Math.ceil(at))] as number;
  return below + (above - below) * Math.max(0, at - Math.floor(at));
}

test('a boxplot is what its definition says', () => {
  const values = fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(values, (given) => {
      const sorted = given.toSorted((a, b) => a - b);
      const [q1, q2, q3] = [0.25, 0.5, 0.75].map((q) => quantile(sorted, q)) as [
        number,
        number,
        number,
      ];
      const reach = 1.5 * (q3 - q1);
      const { a } = answered(given, {}).aggregations as { a: Record<string, number> };
      const wanted = {
        min: sorted[0] as number,
        max: sorted.at(-1) as number,
        q1,
        q2,
        q3,
        lower: Math.min(...sorted.filter((value) => value >= q1 - reach)),
        upper: Math.max(...sorted.filter((value) => value <= q3 + reach)),
      };
      for (const [name, value] of Object.entries(wanted)) expect(a[name]).toBeCloseTo(value, 9);
    }),
    { numRuns: 60 },
  );
});

test('values far away are outside of the whiskers, and texts stand beside numbers', () => {
  expect(answered([1, 2, 3, 4, 100], { format: '0.0' }).aggregations).toEqual({
    a: {
      min: 1,
      max: 100,
      q1: 1.75,
      q2: 3,
      q3: 28,
      lower: 1,
      upper: 4,
      min_as_string: '1.0',
      max_as_string: '100.0',
      q1_as_string: '1.8',
      q2_as_string: '3.0',
      q3_as_string: '28.0',
      lower_as_string: '1.0',
      upper_as_string: '4.0',
    },
  });
});

test('no values have no quartiles', () => {
  expect(answered([], {}).aggregations).toEqual({
    a: {
      min: 'Infinity',
      max: '-Infinity',
      q1: 'NaN',
      q2: 'NaN',
      q3: 'NaN',
      lower: 'NaN',
      upper: 'NaN',
    },
  });
});

test.each([
  [{ compression: -1 }, 'failed to parse field [compression]'],
  [{ execution_hint: 'fast' }, 'failed to parse field [execution_hint]'],
  [{ percents: [50] }, 'unknown field [percents]'],
])('%j is refused', (options, reason) => {
  expect(() => answered([1], options)).toThrow(reason);
});
