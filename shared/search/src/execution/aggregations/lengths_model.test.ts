/**
 * Tests `rate` by the lengths of months and days in a zone, and checks clusters of
 * `variable_width_histogram` by their sub-aggregations.
 */
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

const HOUR = 3_600_000;
const mapping = {
  properties: { t: { type: 'date' }, v: { type: 'double' }, n: { type: 'long' } },
};
const documents = fc.array(
  fc.record({
    // Two years, with a leap day and four clock changes.
    t: fc.integer({ min: 0, max: 731 * 24 }).map((hours) => Date.UTC(2023, 5, 1) + hours * HOUR),
    v: fc.integer({ min: -400, max: 400 }).map((quarters) => quarters / 4),
    n: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 60 },
);
const segments = fc.integer({ min: 1, max: 60 });

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
  readonly [name: string]: unknown;
}

function bucketsOf(index: TestIndex, of: JsonObject): readonly Bucket[] {
  const { aggregations } = index.answer({ size: 0, aggs: { of } }) as JsonObject;
  return JSON.parse(JSON.stringify(aggregations)).of.buckets;
}

/** Local midnight of the first day of the next month. */
function nextMonth(key: number, offsetHours: (ms: number) => number): number {
  const local = new Date(key + offsetHours(key) * HOUR);
  const next = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1);
  return next - offsetHours(next) * HOUR;
}

/** Berlin's clocks change on the last Sundays of March and October, at 1:00 UTC. */
function berlin(ms: number): number {
  const lastSunday = (month: number): number => {
    const end = new Date(Date.UTC(new Date(ms).getUTCFullYear(), month + 1, 0));
    return end.getTime() - end.getUTCDay() * 24 * HOUR + HOUR;
  };
  return ms >= lastSunday(2) && ms < lastSunday(9) ? 2 : 1;
}

const value = (number: number) => ({ value: expect.closeTo(number, 9) });

test.each([
  ['UTC', () => 0],
  ['Europe/Berlin', berlin],
] as const)('a rate is what is in a month over its length in %s', (time_zone, offsetHours) => {
  fc.assert(
    fc.property(documents, segments, (all, segmentDocs) => {
      const index = new TestIndex({ mapping, documents: all, segmentDocs });
      const aggs = {
        days: { rate: { unit: 'day' } },
        hours: { rate: { unit: 'hour', field: 'v' } },
        values: { rate: { unit: 'week', field: 'n', mode: 'value_count' } },
        years: { rate: { unit: 'year', field: 'v', mode: 'sum' } },
      };
      const histogram = { field: 't', calendar_interval: 'month', time_zone, min_doc_count: 1 };
      for (const bucket of bucketsOf(index, { date_histogram: histogram, aggs })) {
        const end = nextMonth(bucket.key, offsetHours);
        const own = all.filter(({ t }) => t >= bucket.key && t < end);
        const hours = (end - bucket.key) / HOUR;
        const sum = own.reduce((total, { v }) => total + v, 0);
        const numbers = own.reduce((total, { n }) => total + n.length, 0);
        expect(bucket).toMatchObject({
          doc_count: own.length,
          days: value(own.length / (hours / 24)),
          hours: value(sum / hours),
          values: value(numbers / (hours / 168)),
          years: value(sum * 12),
        });
      }
    }),
    { numRuns: 40 },
  );
});

test('clusters are apart, and are what their documents say', () => {
  const most = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(documents, segments, most, (all, segmentDocs, buckets) => {
      const index = new TestIndex({ mapping, documents: all, segmentDocs });
      const aggs = { own: { stats: { field: 'v' } } };
      const clusters = bucketsOf(index, {
        variable_width_histogram: { field: 'v', buckets },
        aggs,
      });
      expect(clusters.length).toBeLessThanOrEqual(buckets);
      const counted = clusters.reduce((sum, { doc_count }) => sum + doc_count, 0);
      expect(counted).toBe(all.length);
      for (const { key, min, max, own, doc_count } of clusters) {
        expect(own).toMatchObject({ count: doc_count, min, max, avg: expect.closeTo(key, 9) });
      }
      const keys = clusters.map(({ key }) => key);
      expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});
