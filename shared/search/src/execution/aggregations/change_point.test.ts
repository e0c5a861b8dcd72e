/** `change_point` over buckets: the bucket it returns, and the requests it refuses. */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const DAYS = 40;
const LATER = 23;
const index = new TestIndex({
  mapping: {
    properties: { t: { type: 'date' }, v: { type: 'double' }, k: { type: 'keyword' } },
  },
  documents: Array.from({ length: DAYS }, (_none, day) => ({
    t: Date.UTC(2024, 0, 1 + day),
    // Two days have no value.
    ...(day === 3 || day === 4 ? {} : { v: (day < LATER ? 5 : 50) + (day % 3) }),
    k: day % 2 === 0 ? 'even' : 'odd',
  })),
});

function answered(aggs: JsonObject, url = {}): Readonly<Record<string, JsonObject>> {
  const answer = index.answer({ size: 0, aggs }, url);
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations));
}

const days = (more: JsonObject = {}, interval = '1d'): JsonObject => ({
  d: {
    date_histogram: { field: 't', fixed_interval: interval, format: 'yyyy-MM-dd', ...more },
    aggs: { v: { avg: { field: 'v' } } },
  },
});
const change = (options: JsonObject = {}): JsonObject => ({
  c: { change_point: { buckets_path: 'd>v', ...options } },
});

test('the bucket with which it begins, as it is shown', () => {
  const { c } = answered({ ...days(), ...change() });
  expect(c).toMatchObject({
    bucket: { key_as_string: '2024-01-24', doc_count: 1, v: { value: 52 } },
    type: { step_change: { change_point: LATER } },
  });
  const keyed = answered({ ...days({ keyed: true }), ...change() }, { typedKeys: true });
  expect(keyed['change_point#c']).toMatchObject({
    bucket: { key_as_string: '2024-01-24', 'avg#v': { value: 52 } },
    type: { step_change: { change_point: LATER } },
  });
});

test('values that are missing are zeros only where it is asked for', () => {
  const { c } = answered({ ...days(), ...change({ gap_policy: 'insert_zeros' }) });
  expect(c).toMatchObject({ type: { step_change: { change_point: LATER } } });
});

test('in buckets, each has its own, and few values say nothing', () => {
  const inner = { ...days({}, '2d'), ...change() };
  const { k } = answered({ k: { terms: { field: 'k', order: { _key: 'asc' } }, aggs: inner } });
  const reason = 'not enough buckets to calculate change_point. Requires at least [22]; found [19]';
  expect(k).toMatchObject({
    buckets: [
      { key: 'even', c: { type: { indeterminable: { reason } } } },
      { key: 'odd', c: { type: { indeterminable: { reason } } } },
    ],
  });
});

test.each([
  [{ format: '0.0' }, 'unknown field [format]'],
  [{ buckets_path: 'nope>v' }, 'No aggregation found for path [nope>v]'],
  [{ other: 1 }, 'other'],
])('%j is refused', (options, reason) => {
  expect(() => answered({ ...days(), ...change(options) })).toThrow(reason);
});
