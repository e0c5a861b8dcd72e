/** Compares aggregations over range fields with a model that examines each step. */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({
  whole: 'long_range',
  part: 'double_range',
  days: { type: 'date_range', format: 'epoch_millis' },
  net: 'ip_range',
});

function answered(documents: readonly JsonObject[], aggs: JsonObject): JsonObject {
  const index = new TestIndex({ mapping: MAPPING, documents });
  const answer = index.answer({ size: 0, aggs: { a: aggs } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  const { a } = JSON.parse(stringifyJson(answer.aggregations)) as { a: JsonObject };
  return a;
}

type Range = readonly [lower: number, length: number];

const rangesOf = (least: number, most: number) =>
  fc.array(
    fc.array(fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: 0, max: 30 })), {
      maxLength: 3,
    }),
    { maxLength: 12 },
  );

const counts = ({ buckets }: JsonObject) =>
  (buckets as { key: number; doc_count: number }[])
    .filter(({ doc_count: count }) => count > 0)
    .map(({ key, doc_count: count }) => [key, count]);

/** The number of documents with a range on each step; steps are given by their first values. */
function model(
  docs: readonly (readonly Range[])[],
  steps: readonly (readonly [first: number, after: number])[],
): readonly (readonly [number, number])[] {
  return steps.flatMap(([first, after]) => {
    const on = docs.filter((ranges) =>
      ranges.some(([lower, length]) => lower < after && lower + length >= first),
    );
    return on.length === 0 ? [] : [[first, on.length] as const];
  });
}

test('a document is in each bucket that its ranges lie on', () => {
  fc.assert(
    fc.property(
      rangesOf(-40, 40),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 8 }),
      (docs, interval, offset) => {
        const documents = docs.map((ranges) => ({
          whole: ranges.map(([lower, length]) => ({ gte: lower, lte: lower + length })),
          part: ranges.map(([lower, length]) => ({ gt: lower - 0.5, lt: lower + length + 0.5 })),
        }));
        const first = Math.floor((-50 - offset) / interval);
        const steps = Array.from({ length: 140 }, (_, i) => {
          const key = (first + i) * interval + offset;
          return [key, key + interval] as const;
        });
        const of = (field: string) =>
          counts(answered(documents, { histogram: { field, interval, offset } }));
        expect(of('whole')).toEqual(model(docs, steps));
        const wider = docs.map((ranges) =>
          ranges.map(([lower, length]): Range => [lower - 0.499, length + 0.998]),
        );
        expect(of('part')).toEqual(model(wider, steps));
      },
    ),
    { numRuns: 60 },
  );
});

const DAY = 86_400_000;

test('months that ranges of days lie on', () => {
  const months = Array.from({ length: 8 }, (_, m) => [Date.UTC(2023, m), Date.UTC(2023, m + 1)]);
  fc.assert(
    fc.property(rangesOf(0, 150), (docs) => {
      const from = Date.UTC(2023, 0);
      const spans = docs.map((ranges) =>
        ranges.map(([day, days]): Range => [from + day * DAY, days * DAY]),
      );
      const documents = spans.map((ranges) => ({
        days: ranges.map(([lower, length]) => ({ gte: lower, lt: lower + length + 1 })),
      }));
      const shown = answered(documents, {
        date_histogram: { field: 'days', calendar_interval: 'month' },
      });
      expect(counts(shown)).toEqual(model(spans, months as [number, number][]));
    }),
    { numRuns: 60 },
  );
});

test('all ranges of a document are one value', () => {
  const ab = [
    { gte: 1, lte: 2 },
    { gte: 5, lte: 9 },
  ];
  const documents = [
    { whole: ab },
    { whole: ab.toReversed() },
    { whole: ab[0] },
    { net: '10.0.0.0/8' },
  ];
  expect(answered(documents, { value_count: { field: 'whole' } })).toEqual({ value: 3 });
  expect(answered(documents, { cardinality: { field: 'whole' } })).toEqual({ value: 2 });
  expect(answered(documents, { missing: { field: 'whole' } })).toEqual({ doc_count: 1 });
  expect(answered(documents, { value_count: { field: 'net' } })).toEqual({ value: 1 });
});

test('ranges without an end end where the bounds say', () => {
  const documents = [{ whole: { lte: 10 } }, { whole: { gte: 15 } }];
  const histogram = { field: 'whole', interval: 5, hard_bounds: { min: 0, max: 20 } };
  expect(counts(answered(documents, { histogram }))).toEqual([
    [0, 1],
    [5, 1],
    [10, 1],
    [15, 1],
    [20, 1],
  ]);
});

test.each<[JsonObject, string]>([
  [{ histogram: { field: 'whole', interval: 1 } }, 'Trying to create too many buckets'],
  [{ date_histogram: { field: 'days', calendar_interval: 'year' } }, 'too many buckets'],
  [{ date_histogram: { field: 'days', fixed_interval: '1s' } }, 'too many buckets'],
  [{ terms: { field: 'whole' } }, '[whole] of type [long_range] is not supported'],
  [{ histogram: { field: 'net', interval: 1 } }, 'found non-numeric range [ip_range]'],
  [
    { date_histogram: { field: 'whole', fixed_interval: '1s' } },
    'Expected date range type but found range type [long_range]',
  ],
  [{ value_count: { field: 'whole', missing: 1 } }, "Can't apply missing values"],
  [{ histogram: { field: 'whole', interval: 1, script: '_value' } }, 'does not support scripts'],
  [{ histogram: { field: 'whole', interval: 1, format: '0' } }, 'does not support custom formats'],
])('%j is refused', (aggs, reason) => {
  const endless = { whole: { gte: 0 }, days: { gte: 0 }, net: '10.0.0.0/8' };
  expect(() => answered([endless], aggs)).toThrow(reason);
});
