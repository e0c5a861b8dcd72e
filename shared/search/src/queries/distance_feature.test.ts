/** Pivots and origins of `distance_feature`, as OpenSearch 2.19.1 takes and refuses them. */
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({ at: 'geo_point', day: 'date', nanos: 'date_nanos' }),
  documents: [{ at: [20, 10], day: '2020-01-01', nanos: '2020-01-01' }],
});

const scoreOf = (distance_feature: Record<string, unknown>) =>
  index.search({ query: { distance_feature } as never }).maxScore;

test.each([
  [{ origin: [20, 10], pivot: '0km' }, 'pivotDistance must be > 0, got 0.0'],
  [{ origin: [20, 10], pivot: 'Infinity' }, 'pivotDistance must be > 0, got Infinity'],
  [{ origin: [20, 100], pivot: '1km' }, 'invalid latitude 100.0; must be between -90.0 and 90.0'],
  [
    { origin: [200, 10], pivot: '1km' },
    'invalid longitude 200.0; must be between -180.0 and 180.0',
  ],
])('a point is refused: %j', (options, reason) => {
  expect(() => scoreOf({ field: 'at', ...options })).toThrow(reason);
});

test('the pivot of a date is whole milliseconds', () => {
  const origin = '2020-01-01T00:00:00.001Z';
  expect(() => scoreOf({ field: 'day', origin, pivot: '999micros' })).toThrow(
    'pivotDistance must be > 0, got 0',
  );
  expect(scoreOf({ field: 'day', origin, pivot: '1500micros' })).toBe(0.5);
});

test('nanoseconds are counted one by one', () => {
  const origin = '2020-01-01T00:00:00.000000002Z';
  expect(scoreOf({ field: 'nanos', origin, pivot: '2nanos' })).toBe(0.5);
});

test('the pivot of nanoseconds is at most a long', () => {
  const origin = '2020-01-01T00:00:00.001Z';
  expect(scoreOf({ field: 'nanos', origin, pivot: '1500micros' })).toBeCloseTo(0.6, 6);
  const long = { field: 'nanos', origin: '2021-01-01', pivot: '200000000d' };
  expect(scoreOf(long)).toBeCloseTo(0.996574, 6);
});
