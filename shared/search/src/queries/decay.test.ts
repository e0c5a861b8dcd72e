/** Decay functions: what counts where an option is not given. */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const DAY_MS = 86_400_000;
const ORIGIN = Date.UTC(2024, 0, 1);
/** A longitude about one metre from the null meridian, at the equator. */
const ONE_METRE = 1 / 111_195;

const index = new TestIndex({
  mapping: mappingOf({
    n: 'double',
    at: 'date',
    nanos: 'date_nanos',
    place: 'geo_point',
    tag: 'keyword',
  }),
  documents: [
    {
      n: 110,
      at: new Date(ORIGIN + DAY_MS).toISOString(),
      nanos: new Date(ORIGIN + DAY_MS).toISOString(),
      place: { lat: 0, lon: ONE_METRE },
    },
  ],
});

function score(decay: JsonObject): number {
  const { hits } = index.search({ query: { function_score: decay } });
  return Number(hits[0]?._score);
}

const NUMBER = { n: { origin: 100, scale: 10 } };
const DATE = { at: { origin: '2024-01-01', scale: '1d' } };
const NANOS = { nanos: { origin: '2024-01-01', scale: '1d' } };
const PLACE = { place: { origin: '0,0', scale: '1m' } };

test.each([NUMBER, DATE, NANOS, PLACE])('at the distance of the scale, half: %j', (field) => {
  for (const kind of ['gauss', 'exp', 'linear'])
    expect(score({ [kind]: field })).toBeCloseTo(0.5, 2);
});

test('a place without an origin is compared with where both coordinates are 0', () => {
  expect(score({ exp: { place: { scale: '1m' } } })).toBeCloseTo(0.5, 2);
});

test.each<[JsonObject]>([
  [{ n: { ...NUMBER.n, offset: 5 } }],
  [{ at: { ...DATE.at, offset: '12h' } }],
  [{ nanos: { ...NANOS.nanos, offset: '12h' } }],
  [{ place: { ...PLACE.place, offset: '50cm' } }],
])('up to the offset nothing is lost: %j', (field) => {
  expect(score({ exp: field })).toBeCloseTo(Math.SQRT1_2, 2);
  expect(score({ linear: field })).toBeCloseTo(0.75, 2);
  expect(score({ gauss: field })).toBeCloseTo(0.5 ** 0.25, 2);
});

test('numbers may be written as Java writes them', () => {
  expect(score({ exp: { n: { origin: '100d', scale: '10f', decay: '2e-1' } } })).toBeCloseTo(
    0.2,
    4,
  );
});

test('another decay', () => {
  expect(score({ exp: { n: { ...NUMBER.n, decay: 0.2 } } })).toBeCloseTo(0.2, 4);
});

test.each<[JsonObject, string]>([
  [{ n: { origin: 1 } }, 'both [scale] and [origin] must be set for numeric fields.'],
  [{ n: { scale: 1 } }, 'both [scale] and [origin] must be set for numeric fields.'],
  [{ at: { origin: 'now' } }, '[scale] must be set for date fields.'],
  [{ place: { origin: '0,0' } }, '[origin] and [scale] must be set for geo fields.'],
  [{ tag: { origin: 1, scale: 1 } }, 'but only numeric types are supported.'],
  [{ n: { origin: 1, scale: 1, x: 1 } }, 'parameter [x] not supported!'],
  [{ n: { origin: '', scale: 1 } }, 'empty String'],
  [{ n: { origin: '0x10', scale: 1 } }, 'For input string: "0x10"'],
  [{ n: { origin: 'NaN', scale: 1 } }, 'For input string: "NaN"'],
  [{ n: { origin: true, scale: 1 } }, 'Current token (VALUE_TRUE) not numeric'],
  [{ at: { origin: null, scale: '1d' } }, "Can't get text on a VALUE_NULL"],
])('%j is refused', (field, reason) => {
  expect(() => score({ gauss: field })).toThrow(reason);
});
