/**
 * Compares `random_sampler` with a model that counts the documents of the sample, as given by a
 * `terms` aggregation of their ids.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { ScriptService } from '@skein/script';
import fc from 'fast-check';
import { planOf } from '../../plan/search_plan.js';
import {
  finished,
  reducedParts,
  unfinishedAggregations,
} from '../../reduce/finish_aggregations.js';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { refusedAggregations } from '../../testing/refusals.js';
import { TestIndex } from '../../testing/test_index.js';

const DOCUMENTS = 2000;
const documents = Array.from({ length: DOCUMENTS }, (_none, id) => ({
  id,
  k: `k${id % 5}`,
  n: (id * 7919) % 1000,
}));
const mapping = {
  properties: { id: { type: 'long' }, k: { type: 'keyword' }, n: { type: 'long' } },
};
const index = new TestIndex({ mapping, documents });

function found(sampler: JsonObject, aggs: JsonObject, query: JsonObject = { match_all: {} }) {
  const answer = index.answer({
    size: 0,
    query,
    aggs: { a: { random_sampler: sampler, aggs } },
  });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer.aggregations)) as { a: JsonObject }).a;
}

function sampleOf(sampler: JsonObject): readonly number[] {
  const { ids } = found(sampler, { ids: { terms: { field: 'id', size: DOCUMENTS } } });
  const { buckets } = ids as unknown as { buckets: readonly { key: number }[] };
  return buckets.map(({ key }) => key).sort((a, b) => a - b);
}

const shares = fc.oneof(fc.constantFrom(1, 0.5), fc.double({ min: 0.002, max: 0.5, noNaN: true }));
const seeds = fc.integer({ min: -0x80000000, max: 0x7fffffff });

test('counts and sums of any query over the sample are scaled, and nothing else is', () => {
  const ranges = fc
    .tuple(fc.nat(999), fc.nat(999))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  fc.assert(
    fc.property(shares, seeds, ranges, (probability, seed, [low = 0, high = 0]) => {
      const sampler = { probability, seed };
      const matched = sampleOf(sampler)
        .map((id) => documents[id] as (typeof documents)[number])
        .filter(({ n }) => n >= low && n <= high);
      const count = (of: number) => Math.round(of / probability);
      const ns = matched.map(({ n }) => n);
      const sum = ns.reduce((all, n) => all + n, 0);
      const byKey = ['k0', 'k1', 'k2', 'k3', 'k4'].map((key) => {
        const own = matched.filter(({ k }) => k === key);
        return { key, own, least: Math.min(...own.map(({ n }) => n)) };
      });
      const answer = found(
        sampler,
        {
          keys: {
            terms: { field: 'k', order: { _key: 'asc' } },
            aggs: { least: { min: { field: 'n' } }, values: { value_count: { field: 'n' } } },
          },
          small: { filter: { range: { n: { lt: 300 } } } },
          steps: { histogram: { field: 'n', interval: 250, min_doc_count: 1 } },
          total: { sum: { field: 'n' } },
          mean: { avg: { field: 'n' } },
        },
        { range: { n: { gte: low, lte: high } } },
      ) as unknown as Record<string, { value: number; doc_count: number; buckets: JsonObject[] }>;
      expect(answer).toMatchObject({ seed, probability, doc_count: matched.length });
      expect(answer.keys?.buckets).toEqual(
        byKey
          .filter(({ own }) => own.length > 0)
          .map(({ key, own, least }) => ({
            key,
            doc_count: count(own.length),
            least: { value: least },
            values: { value: count(own.length) },
          })),
      );
      expect(answer.small?.doc_count).toBe(count(ns.filter((n) => n < 300).length));
      expect(answer.steps?.buckets.map(({ doc_count }) => doc_count)).toEqual(
        [0, 250, 500, 750]
          .map((from) => ns.filter((n) => n >= from && n < from + 250).length)
          .filter((of) => of > 0)
          .map(count),
      );
      expect(answer.total?.value).toBeCloseTo(sum / probability, 5);
      if (ns.length === 0) expect(answer.mean?.value).toBeNull();
      else expect(answer.mean?.value).toBeCloseTo(sum / ns.length, 9);
    }),
    { numRuns: 40 },
  );
});

test('of the others buckets are scaled, and metrics that do not grow are not', () => {
  const sampler = { probability: 0.4, seed: 11 };
  const sampled = sampleOf(sampler).map((id) => documents[id] as (typeof documents)[number]);
  const count = (of: number) => Math.round(of / sampler.probability);
  const numbers = { field: 'n' };
  const answer = found(sampler, {
    pairs: { adjacency_matrix: { filters: { low: { range: { n: { lt: 300 } } } } } },
    several: { multi_terms: { terms: [{ field: 'k' }, { field: 'k' }] } },
    spread: { extended_stats: numbers },
    ranks: { percentile_ranks: { field: 'n', values: [2000] } },
    box: { boxplot: numbers },
    best: { top_metrics: { metrics: numbers, sort: { n: 'desc' } } },
    hits: { top_hits: { size: 1 } },
    mean: { weighted_avg: { value: numbers, weight: { field: 'n' } } },
  }) as unknown as Record<string, Record<string, never>>;
  const ns = sampled.map(({ n }) => n);
  const low = count(ns.filter((n) => n < 300).length);
  expect(answer.pairs).toEqual({ buckets: [{ key: 'low', doc_count: low }] });
  expect(answer.several?.buckets).toHaveLength(5);
  const sum = ns.reduce((all, n) => all + n, 0);
  expect(answer.spread).toMatchObject({ count: count(ns.length), min: Math.min(...ns) });
  expect(answer.spread?.sum).toBeCloseTo(sum / sampler.probability, 5);
  expect(answer.spread?.sum_of_squares).toBeCloseTo(
    ns.reduce((all, n) => all + n * n, 0) / sampler.probability,
    3,
  );
  expect(answer.ranks).toEqual({ values: { '2000.0': 100 } });
  expect(answer.box).toMatchObject({ max: Math.max(...ns) });
  expect(answer.best).toMatchObject({ top: [{ metrics: { n: Math.max(...ns) } }] });
  expect(answer.hits).toMatchObject({ hits: { total: { value: ns.length } } });
  expect(answer.mean?.value).toBeCloseTo(ns.reduce((all, n) => all + n * n, 0) / sum, 6);
});

test('a sample is as large as its share, within five deviations', () => {
  fc.assert(
    fc.property(fc.constantFrom(0.5, 0.25, 0.1, 0.02), fc.nat(40), (probability, seed) => {
      const deviation = Math.sqrt(DOCUMENTS * probability * (1 - probability));
      const { length } = sampleOf({ probability, seed });
      expect(Math.abs(length - DOCUMENTS * probability)).toBeLessThan(5 * deviation);
    }),
    { numRuns: 40 },
  );
  expect(sampleOf({ probability: 1 })).toHaveLength(DOCUMENTS);
});

test('seeds draw samples of their own, and the same again', () => {
  const one = sampleOf({ probability: 0.3, seed: 1 });
  expect(sampleOf({ probability: 0.3, seed: 1 })).toEqual(one);
  expect(sampleOf({ probability: 0.3, seed: 2 })).not.toEqual(one);
  const shard = sampleOf({ probability: 0.3, seed: 1, shard_seed: 9 });
  expect(shard).not.toEqual(one);
  expect(sampleOf({ probability: 0.3, seed: 1, shard_seed: 9 })).toEqual(shard);
  expect(
    found({ probability: 0.3, seed: 1, shard_seed: 9 }, { s: { sum: { field: 'n' } } }),
  ).toMatchObject({ seed: 1, shard_seed: 9, probability: 0.3 });
});

test('without a seed each search draws another sample, and no answer is kept', () => {
  const body = (sampler: JsonObject) => ({
    size: 0,
    aggs: { a: { random_sampler: sampler, aggs: { s: { sum: { field: 'n' } } } } },
  });
  const at = (nowMs: number) =>
    stringifyJson(index.answer(body({ probability: 0.3 }), {}, nowMs)).replace(/"took":\d+/, '');
  expect(at(1_700_000_000_000)).not.toBe(at(1_700_000_000_001));
  const isReusable = (sampler: JsonObject) =>
    planOf(parseSearchRequest(body(sampler), {})).needs.reusable;
  expect(isReusable({ probability: 0.3 })).toBe(false);
  expect(isReusable({ probability: 0.3, seed: 1 })).toBe(true);
});

test('shards are scaled together, once, in batches or not', () => {
  const probability = 0.3;
  const shards = [0, 1, 2].map(
    (shard) =>
      new TestIndex({ mapping, documents: documents.filter(({ id }) => id % 3 === shard) }),
  );
  const aggs = { s: { sum: { field: 'n' } }, k: { terms: { field: 'k' } } };
  const body = { size: 0, aggs: { a: { random_sampler: { probability, seed: 3 }, aggs } } };
  const parts = shards.map((shard) => shard.part(body));
  const request = parseSearchRequest(body, {});
  const unfinished = unfinishedAggregations(request, [{ shardIndex: 0, result: {} as never }]);
  if (unfinished === undefined) throw new Error('no aggregations');
  const scripts = new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 });
  const shown = (answers: readonly (readonly unknown[])[]) =>
    JSON.parse(
      stringifyJson(
        finished({ ...unfinished, answers }, { checkCancelled: () => undefined, scripts }),
      ),
    ) as { a: { doc_count: number; k: { buckets: readonly { doc_count: number }[] } } };
  const [first = [], second = [], third = []] = parts;
  const together = shown(parts);
  const batch = reducedParts({ ...unfinished, answers: [first, second] }, () => undefined);
  expect(shown([batch, third])).toEqual(together);
  const { doc_count: sampled, k } = together.a;
  const counted = k.buckets.reduce((all, { doc_count }) => all + doc_count, 0);
  // Each of five counts is rounded.
  expect(Math.abs(counted - sampled / probability)).toBeLessThanOrEqual(2.5);
});

const SUM = { s: { sum: { field: 'n' } } };

test.each<[JsonObject, string]>([
  [{ random_sampler: {}, aggs: SUM }, 'must have [probability] set'],
  [{ random_sampler: { probability: 0 }, aggs: SUM }, '[probability] must be greater than 0.0'],
  [
    { random_sampler: { probability: 0.6 }, aggs: SUM },
    'between 0.0 and 0.5 or exactly 1.0, was [0.6]',
  ],
  [{ random_sampler: { probability: 0.1, bogus: 1 }, aggs: SUM }, 'unknown field [bogus]'],
  [
    { random_sampler: { probability: 0.1 } },
    '[random_sampler] aggregation [a] must have sub-aggregations',
  ],
  [
    { filter: { match_all: {} }, aggs: { b: { random_sampler: { probability: 0.1 }, aggs: SUM } } },
    '[random_sampler] aggregation [b] cannot have a parent aggregation',
  ],
])('%j is refused', (a, reason) => {
  const refusal = refusedAggregations({ a });
  expect(refusal).toMatch(/^400: /);
  expect(refusal).toContain(reason);
});

test('aggregations that cannot be scaled are refused by name, however deep', () => {
  const script = 'state.n = 1';
  const inner = {
    h: { scripted_metric: { map_script: script, combine_script: script, reduce_script: script } },
  };
  expect(() => found({ probability: 0.1 }, { k: { terms: { field: 'k' }, aggs: inner } })).toThrow(
    '[random_sampler] aggregation [a] does not support sampling [scripted_metric] aggregation [h]',
  );
});

test('numbers of values and documents are scaled, what is said of each of them is not', () => {
  const sampler = { probability: 0.25, seed: 5 };
  const sample = sampleOf(sampler).map((id) => documents[id] as (typeof documents)[number]);
  const places = new TestIndex({
    mapping: { properties: { ...mapping.properties, p: { type: 'geo_point' } } },
    documents: documents.map((each) => ({ ...each, p: `${each.n % 90},${each.n % 180}` })),
  });
  const answer = places.answer({
    size: 0,
    aggs: {
      a: {
        random_sampler: sampler,
        aggs: {
          c: { categorize_text: { field: 'k', similarity_threshold: 100 } },
          g: { geo_centroid: { field: 'p' } },
          s: { string_stats: { field: 'k', show_distribution: true } },
          t: { t_test: { a: { field: 'n' }, b: { field: 'id' }, type: 'paired' } },
        },
      },
    },
  }) as JsonObject;
  const { a } = JSON.parse(stringifyJson(answer.aggregations as JsonObject)) as {
    a: Record<'c' | 'g' | 's' | 't', JsonObject>;
  };
  const many = (is: (each: (typeof documents)[number]) => boolean) =>
    Math.round(sample.filter(is).length / 0.25);
  expect(
    (a.c.buckets as JsonObject[]).map(({ key, doc_count }) => [key, doc_count]).sort(),
  ).toEqual(['k0', 'k1', 'k2', 'k3', 'k4'].map((key) => [key, many(({ k }) => k === key)]));
  const lat = sample.reduce((sum, { n }) => sum + (n % 90), 0) / sample.length;
  expect(a.g).toMatchObject({ count: many(() => true), location: { lat: expect.closeTo(lat, 5) } });
  expect(a.s).toMatchObject({ count: many(() => true), avg_length: 2, distribution: { k: 0.5 } });
  expect(a.t.value).toBeGreaterThanOrEqual(0);
});
