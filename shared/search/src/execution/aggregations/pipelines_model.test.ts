/**
 * Compares pipelines with their definitions, computed from the buckets of a response without
 * pipelines.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import fc from 'fast-check';
import { firstDifference } from '../../testing/model/compare_answers.js';
import { modelDocuments } from '../../testing/model/model_corpus.js';
import {
  answerOfOne,
  answerOfSeveral,
  type Split,
  splits,
} from '../../testing/model/model_shards.js';

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
  readonly m: { readonly value: number | null };
}

type Numbers = readonly number[];
type GapPolicy = 'skip' | 'insert_zeros';

/** The bucket's value; NaN if the bucket is a gap. */
function valueIn({ doc_count, m }: Bucket, policy: GapPolicy): number {
  if (doc_count > 0 && m.value !== null) return m.value;
  return policy === 'skip' ? Number.NaN : 0;
}

const there = (numbers: Numbers): Numbers => numbers.filter((each) => !Number.isNaN(each));
const sumOf = (numbers: Numbers): number => numbers.reduce((sum, each) => sum + each, 0);
const shown = (number: number): JsonValue => (Number.isFinite(number) ? number : null);

interface Asked {
  readonly buckets: readonly Bucket[];
  /** Values by bucket, including gaps. */
  readonly values: Numbers;
}

const extreme =
  (sign: number) =>
  ({ buckets, values }: Asked): JsonObject => {
    const best = sign * Math.max(...there(values).map((each) => sign * each));
    const keys = buckets.filter((_each, i) => values[i] === best).map(({ key }) => `${key}.0`);
    return { value: shown(best), keys };
  };

function statsOf(values: Numbers): JsonObject {
  const [count, sum] = [values.length, sumOf(values)];
  const ends = count === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
  return {
    count,
    min: ends[0] as JsonValue,
    max: ends[1] as JsonValue,
    avg: shown(sum / count),
    sum,
  };
}

/** Sibling pipelines, which combine all buckets of the histogram. */
const SIBLINGS: Readonly<Record<string, (asked: Asked) => JsonObject>> = {
  avg_bucket: ({ values }) => ({ value: shown(sumOf(there(values)) / there(values).length) }),
  sum_bucket: ({ values }) => ({ value: sumOf(there(values)) }),
  max_bucket: extreme(1),
  min_bucket: extreme(-1),
  stats_bucket: ({ values }) => statsOf(there(values)),
  percentiles_bucket: ({ values }) => {
    const sorted = there(values).toSorted((a, b) => a - b);
    const at = (share: number) =>
      shown(sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN);
    const all = [1, 5, 25, 50, 75, 95, 99];
    return { values: Object.fromEntries(all.map((each) => [`${each}.0`, at(each / 100)])) };
  },
};

/** A parent pipeline: the value added to each bucket; `undefined` for none. */
type Parent = (asked: Asked) => readonly (number | undefined)[];

/**
 * Windows contain only buckets with a value, and end before the bucket or `shift` buckets later.
 */
const windows =
  (width: number, shift: number, of: (window: Numbers) => number): Parent =>
  ({ values }) => {
    const all = there(values);
    let index = 0;
    return values.map((value) => {
      if (Number.isNaN(value)) return undefined;
      const end = Math.min(all.length, index + shift);
      const window = all.slice(Math.max(0, index++ + shift - width), Math.max(0, end));
      return of(window);
    });
  };

const PARENTS: readonly (readonly [type: string, options: JsonObject, model: Parent])[] = [
  [
    'derivative',
    {},
    ({ values }) =>
      values.map((value, i) => (i === 0 ? undefined : value - (values[i - 1] as number))),
  ],
  ...[1, 2].map(
    (lag) =>
      [
        'serial_diff',
        { lag },
        ({ values }: Asked) =>
          values.map((value, i) => {
            const apart = value - (values[i - lag] ?? Number.NaN);
            return Number.isNaN(apart) ? undefined : apart;
          }),
      ] as const,
  ),
  ...[-1, 0, 1, 2].map(
    (shift) =>
      [
        'moving_fn',
        { window: 2, shift, script: 'MovingFunctions.sum(values)' },
        windows(2, shift, sumOf),
      ] as const,
  ),
  [
    'moving_fn',
    { window: 3, script: 'MovingFunctions.unweightedAvg(values)' },
    windows(3, 0, (window) => sumOf(window) / window.length),
  ],
  [
    'bucket_script',
    { script: 'params.v * 2 + params.c' },
    ({ buckets, values }) =>
      values.map((value, i) =>
        Number.isNaN(value) ? undefined : value * 2 + (buckets[i]?.doc_count ?? 0),
      ),
  ],
];

const policies = fc.constantFrom<GapPolicy>('skip', 'insert_zeros');

/** A histogram with gaps, and with buckets that have documents but no value. */
const histogram = (inside: JsonObject): JsonObject => ({
  histogram: { field: 's', interval: 1 },
  aggs: { m: { max: { field: 'd' } }, ...inside },
});

function bucketsOf(sources: readonly JsonObject[], split: Split): readonly Bucket[] {
  const { h } = answerOfOne(sources, { aggs: { h: histogram({}) } }, split);
  return (h as unknown as { buckets: readonly Bucket[] }).buckets;
}

const askedOf = (buckets: readonly Bucket[], policy: GapPolicy): Asked => ({
  buckets,
  values: buckets.map((each) => valueIn(each, policy)),
});

test.each(Object.entries(SIBLINGS))('%s', (type, model) => {
  fc.assert(
    fc.property(modelDocuments, policies, splits, (sources, gap_policy, split) => {
      const p = { [type]: { buckets_path: 'h>m', gap_policy } };
      const body = { aggs: { h: histogram({}), p } };
      const expected = model(askedOf(bucketsOf(sources, split), gap_policy));
      for (const answer of [answerOfOne, answerOfSeveral]) {
        expect(
          firstDifference(answer(sources, body, split).p, expected, new Set()),
        ).toBeUndefined();
      }
    }),
    { numRuns: 15 },
  );
});

test.each(PARENTS)('%s %j', (type, options, model) => {
  fc.assert(
    fc.property(modelDocuments, policies, splits, (sources, gap_policy, split) => {
      const buckets_path = type === 'bucket_script' ? { v: 'm', c: '_count' } : 'm';
      const p = { [type]: { buckets_path, gap_policy, ...options } };
      const { h } = answerOfOne(sources, { aggs: { h: histogram({ p }) } }, split);
      const buckets = bucketsOf(sources, split);
      const added = model(askedOf(buckets, gap_policy));
      const expected = buckets.map((bucket, i) => {
        const value = added[i];
        return value === undefined ? bucket : { ...bucket, p: { value: shown(value) } };
      }) as unknown as JsonValue;
      const found = (h as JsonObject).buckets;
      expect(firstDifference(found, expected, new Set())).toBeUndefined();
    }),
    { numRuns: 15 },
  );
});

test('sums so far take gaps for nothing', () => {
  fc.assert(
    fc.property(modelDocuments, splits, (sources, split) => {
      const p = { cumulative_sum: { buckets_path: 'm' } };
      const { h } = answerOfOne(sources, { aggs: { h: histogram({ p }) } }, split);
      const { values } = askedOf(bucketsOf(sources, split), 'insert_zeros');
      const found = (h as unknown as { buckets: readonly { p: { value: number } }[] }).buckets;
      const expected = values.map((_value, i) => sumOf(values.slice(0, i + 1)));
      expect(found.map((bucket) => bucket.p.value)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

test('buckets are sorted, cut and chosen', () => {
  const asked = fc.record({
    order: fc.constantFrom('asc', 'desc'),
    from: fc.nat(3),
    size: fc.integer({ min: 1, max: 6 }),
    least: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(modelDocuments, asked, splits, (sources, { order, from, size, least }, split) => {
      const sorted = {
        bucket_sort: { sort: [{ m: { order } }, { _key: { order: 'asc' } }], from, size },
      };
      const chosen = {
        bucket_selector: { buckets_path: { c: '_count' }, script: `params.c >= ${least}` },
      };
      const keysIn = (inside: JsonObject): readonly number[] => {
        const { h } = answerOfOne(sources, { aggs: { h: histogram(inside) } }, split);
        return (h as unknown as { buckets: readonly Bucket[] }).buckets.map(({ key }) => key);
      };
      const { buckets, values } = askedOf(bucketsOf(sources, split), 'skip');
      const sign = order === 'asc' ? 1 : -1;
      const ranked = buckets
        .map(({ key }, i) => ({ key, value: values[i] as number }))
        .toSorted((a, b) => {
          const gaps = Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value));
          return gaps || sign * (a.value - b.value) || a.key - b.key;
        });
      expect(keysIn({ sorted })).toEqual(ranked.slice(from, from + size).map(({ key }) => key));
      const full = buckets.filter(({ doc_count }) => doc_count >= least);
      expect(keysIn({ chosen })).toEqual(full.map(({ key }) => key));
    }),
    { numRuns: 20 },
  );
});

test('texts of percentiles in a list are named as if they were keyed', () => {
  const options = { buckets_path: 'h>m', percents: [50, 99.5], keyed: false, format: '0.00' };
  const aggs = { h: histogram({}), p: { percentiles_bucket: options } };
  const split = { segmentDocs: 3, shards: 1, batch: 0, empty: 9, hasKernels: false };
  expect(answerOfOne([{ s: 1, d: 2.5 }], { aggs }, split).p).toEqual({
    values: [
      { key: 50, value: 2.5, '50.0_as_string': '2.50' },
      { key: 99.5, value: 2.5, '99.5_as_string': '2.50' },
    ],
  });
});
