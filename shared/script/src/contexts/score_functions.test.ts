import { GeoPoint, Throwable } from '@skein/java';
import { SCORE_FUNCTIONS } from './score_functions.js';

test.each([
  ['0.5d', 'failed to parse [0.5d], fractional time values are not supported', '"0.5"'],
  ['5', 'failed to parse setting [DecayDateGauss.scale] with value [5] as a time value', undefined],
])('a scale of %p is refused by a Java exception', (scale, message, number) => {
  const decay = SCORE_FUNCTIONS.find(({ name }) => name === 'decayDateGauss');
  let thrown: unknown;
  try {
    decay?.run('2024-01-01T00:00:00Z', scale, '0', 0.5, { instant: { seconds: 0, nano: 0 } });
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof Throwable)) throw new Error('it is no Java exception');
  expect(thrown.message).toContain(message);
  expect(thrown.cause?.message).toEqual(number && `For input string: ${number}`);
});

const named = (name: string) =>
  (SCORE_FUNCTIONS.find((one) => one.name === name) ?? fail(name)).run;

function fail(name: string): never {
  throw new Error(`there is no function ${name}`);
}

const dateScore = (origin: string, instant = { seconds: 1_577_923_200, nano: 0 }): unknown =>
  named('decayDateLinear')(origin, '10d', '0ms', 0.5, { instant });

test.each([
  ['1577836800000', 0.95],
  ['2020-01-01', 0.95],
  ['2020-01-01||+1d', 1],
  ['2020-01-15||/M', 0.95],
])(
  'the origin of a decay of dates takes the formats of dates and date math: %s',
  (origin, score) => {
    expect(dateScore(origin)).toBe(score);
  },
);

test('the origin of a decay is not relative to the current time', () => {
  expect(() => dateScore('now-1d')).toThrow('could not read the current timestamp');
});

test('a decay of dates does not count parts of milliseconds', () => {
  expect(dateScore('2020-01-02', { seconds: 1_577_923_200, nano: 999_999 })).toBe(1);
});

const geoScore = (origin: string, scale = '100km'): unknown =>
  named('decayGeoLinear')(origin, scale, '0', 0.5, new GeoPoint(1, 2));

test.each(['1,2', ' 1 , 2 ', 'POINT (2 1)', 'point(2 1)'])('the origin %p is a point', (origin) => {
  expect(geoScore(origin)).toBe(1);
});

test('the origin of a decay is the corner of a geohash', () => {
  expect(geoScore('s00twy01mtw0', '200kilometers')).toBeCloseTo(0.72205466, 6);
});

test.each([
  ['', 'empty geohash'],
  ['lat,lon', 'latitude must be a number'],
  ['1,lon', 'longitude must be a number'],
  ['1,2,3', 'failed to parse [1,2,3], expected 2 coordinates but found: [3]'],
  ['POINT (2)', 'failed to parse [POINT (2)], expected 2 coordinates but found: [1]'],
])('the origin %p is no point', (origin, reason) => {
  expect(() => geoScore(origin)).toThrow(reason);
});

test.each(['100km', '100kilometers', '100000', '100000meters', '1e5', '109361.3298337708yards'])(
  'a scale of %s is a hundred kilometers',
  (scale) => {
    expect(geoScore('1,2.5', scale)).toBeCloseTo(0.722, 2);
  },
);

test.each([
  ['100KM', 'For input string: "100KM"'],
  ['', 'empty String'],
  ['1km ', 'For input string: "1km"'],
])('a scale of %p is refused', (scale, message) => {
  let thrown: unknown;
  try {
    geoScore('1,2', scale);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ className: 'java.lang.NumberFormatException', message });
});
