/**
 * Compares `scripted_metric` with its scripts, implemented again over the documents; several shards
 * must give the result of one.
 */
import { finishAggregations, reduceAggregations } from '@skein/aggregations';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { ScriptService } from '@skein/script';
import fc from 'fast-check';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { reduceScript } from '../../scripts/metric_scripts.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = { properties: { k: { type: 'keyword' }, n: { type: 'long' } } };

type Doc = { k: string; n: number };

const SUMS: JsonObject = {
  params: { factor: 2 },
  init_script: 'state.all = []',
  map_script: "state.all.add(doc['n'].value * params.factor)",
  combine_script: 'long sum = 0; for (n in state.all) sum += n; return [sum, state.all.size()]',
  reduce_script:
    'long sum = 0; long count = 0; for (s in states) if (s != null) { sum += s[0]; count += s[1] } return [sum, count]',
};

const index = (documents: readonly Doc[]): TestIndex =>
  new TestIndex({ mapping: MAPPING, documents: documents as readonly JsonObject[] });

const STILL = { nowMs: () => 0, monotonicMs: () => 0 };

function finished(aggs: JsonObject, answers: readonly (readonly unknown[])[]): JsonObject {
  const { aggregations: tree } = parseSearchRequest({ size: 0, aggs }, {});
  if (tree === undefined) throw new Error('no aggregations');
  const options = {
    maxBuckets: 10_000,
    typedKeys: false,
    checkCancelled: () => undefined,
    script: () => {
      throw new Error('there are no pipelines');
    },
    reduceScript: reduceScript(new ScriptService(STILL)),
  };
  const json = finishAggregations(tree, answers, options);
  return JSON.parse(stringifyJson(json)) as JsonObject;
}

function answered(documents: readonly Doc[], body: JsonObject): JsonObject {
  const answer = index(documents).answer({ size: 0, ...body });
  if (!isJsonObject(answer)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations ?? null)) as JsonObject;
}

const metric = (changes: JsonObject = {}): JsonObject => ({
  a: { scripted_metric: { ...SUMS, ...changes } },
});

const documents = fc.array(
  fc.record({ k: fc.constantFrom('a', 'b', 'c'), n: fc.integer({ min: -50, max: 50 }) }),
  { maxLength: 24 },
);

/** The sum and the number of the values that the map script adds. */
function model(docs: readonly Doc[]): readonly [number, number] {
  return [docs.reduce((sum, { n }) => sum + 2 * n, 0), docs.length];
}

test('the scripts see each document of a bucket once, on any number of shards, reduced in any batches', () => {
  const aggs = {
    ...metric(),
    t: { terms: { field: 'k', order: { _key: 'asc' } }, aggs: metric() },
  };
  const { aggregations: tree } = parseSearchRequest({ size: 0, aggs }, {});
  if (tree === undefined) throw new Error('no aggregations');
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 4 }), (docs, shards) => {
      const parts = Array.from({ length: shards }, (_, shard) =>
        index(docs.filter((_doc, i) => i % shards === shard)).part({ size: 0, aggs }),
      );
      const options = { isFinal: false, maxBuckets: 10_000, checkCancelled: () => undefined };
      const [first, ...rest] = parts as [readonly unknown[], ...(readonly unknown[])[]];
      const batched = rest.reduce<readonly unknown[]>(
        (sum, part) => reduceAggregations(tree, [sum, part as readonly unknown[]], options),
        first,
      );
      const buckets = ['a', 'b', 'c'].flatMap((key) => {
        const own = docs.filter(({ k }) => k === key);
        return own.length === 0 ? [] : [{ key, doc_count: own.length, a: { value: model(own) } }];
      });
      const expected = {
        a: { value: model(docs) },
        t: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets },
      };
      expect(finished(aggs, parts)).toEqual(expected);
      expect(finished(aggs, [batched])).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

const DOCS: readonly Doc[] = [
  { k: 'a', n: 1 },
  { k: 'a', n: 2 },
  { k: 'b', n: 3 },
  { k: 'c', n: 9 },
];

test('a shard where nothing matches begins and combines; a bucket that no shard has is [null]', () => {
  const states = { reduce_script: 'return states' };
  expect(answered(DOCS, { query: { term: { k: 'z' } }, aggs: metric(states) })).toEqual({
    a: { value: [[0, 0]] },
  });
  const steps = { histogram: { field: 'n', interval: 3 }, aggs: metric(states) };
  const { h } = answered(DOCS, { aggs: { h: steps } }) as { h: { buckets: JsonObject[] } };
  expect(h.buckets.map(({ a }) => a)).toEqual([
    { value: [[6, 2]] },
    { value: [[6, 1]] },
    { value: [null] },
    { value: [[18, 1]] },
  ]);
});

test('pipelines read a number by `value`', () => {
  const aggs = {
    t: {
      terms: { field: 'k' },
      aggs: {
        ...metric({ reduce_script: 'return states[0][0]' }),
        half: { bucket_script: { buckets_path: { v: 'a.value' }, script: 'params.v / 2' } },
      },
    },
  };
  const { t } = answered(DOCS, { aggs }) as { t: { buckets: { half: JsonObject }[] } };
  expect(t.buckets.map(({ half }) => half.value)).toEqual([3, 3, 9]);
});

test('a script sees the score, and its own parameters beside those of all', () => {
  const map = {
    map_script: { source: 'state.all.add((long) (_score * params.own))', params: { own: 4 } },
  };
  const query = { constant_score: { filter: { match_all: {} }, boost: 3 } };
  expect(answered(DOCS, { query, aggs: metric(map) })).toEqual({ a: { value: [48, 4] } });
});

test('whole doubles among the parameters are Doubles', () => {
  const text = stringifyJson({
    size: 0,
    aggs: metric({ params: { factor: 1 }, reduce_script: 'return params.half instanceof Double' }),
  }).replace('"factor":1', '"factor":1,"half":1.0');
  const body = new TextEncoder().encode(text);
  const answer = index(DOCS).answerTo(body) as JsonObject;
  expect(answer.aggregations).toEqual({ a: { value: true } });
});

test.each([
  [{ map_script: null }, "map_script doesn't support values of type: VALUE_NULL"],
  [{ combine_script: undefined }, '[combineScript] must not be null: [a]'],
  [{ reduce_script: undefined }, '[reduceScript] must not be null: [a]'],
  [
    { init_script: { source: 'state.all = []', params: { factor: 3 } } },
    'Parameter name "factor" used in both aggregation and script parameters',
  ],
  [
    { reduce_script: { source: 'return 1', params: { factor: 3 } } },
    'Parameter name "factor" used in both aggregation and script parameters',
  ],
  [
    { init_script: 'state.me = state; state.all = []' },
    'Iterable object is self-referencing itself (Scripted metric aggs init script)',
  ],
  [
    { map_script: 'state.me = state' },
    'Iterable object is self-referencing itself (Scripted metric aggs map script)',
  ],
  [
    { combine_script: 'state.me = state; return state' },
    'Iterable object is self-referencing itself (Scripted metric aggs combine script)',
  ],
  [{ combine_script: "return 'c'.charAt(0)" }, 'Cannot write type [java.lang.Character] to stream'],
  [{ map_script: 'int i = 0; while (i >= 0) { i = 0; }' }, 'runtime error'],
  [{ typo: 1 }, 'unknown field [typo]'],
])('%j is refused', (changes, reason) => {
  const given = Object.fromEntries(
    Object.entries({ ...SUMS, ...changes }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
  const run = () => answered(DOCS, { aggs: { a: { scripted_metric: given } } });
  expect(run).toThrow(reason);
});

test.each([
  ['Map m = [:]; m.me = m; return m', 'Iterable object is self-referencing itself (reduce script)'],
  ["return 'c'.charAt(0)", 'can not write type [class java.lang.Character]'],
  ["throw new IllegalArgumentException('no')", 'runtime error'],
])('a reduce script that does %s fails the search', (reduce_script, reason) => {
  expect.hasAssertions();
  try {
    answered(DOCS, { aggs: metric({ reduce_script }) });
  } catch (thrown) {
    expect((thrown as { cause: { reason: string } }).cause.reason).toBe(reason);
  }
});

test('no order by what a script gives', () => {
  const aggs = { t: { terms: { field: 'k', order: { 'a.value': 'asc' } }, aggs: metric() } };
  expect(() => answered(DOCS, { aggs })).toThrow('Invalid aggregation order path [a.value]');
});

it('a script that assigns to a variable of its context changes nothing outside of it', () => {
  const scripts = {
    init_script: 'state.kept = 1; state = [:]; state.lost = 2; params = [:]',
    map_script: "state.n = doc['n'].value; doc = null; state = [:]",
    combine_script: 'def own = state; state = [:]; own',
    reduce_script: 'def all = states; states = []; all',
  };
  const answer = index([{ k: 'a', n: 5 }]).answer({
    size: 0,
    aggs: { a: { scripted_metric: scripts } },
  });
  expect(JSON.parse(stringifyJson((answer as JsonObject).aggregations as JsonObject))).toEqual({
    a: { value: [{ kept: 1, n: 5 }] },
  });
});
