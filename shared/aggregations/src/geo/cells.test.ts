/** Checks that cells are ordered as their keys are. */
import fc from 'fast-check';
import { compareKeys } from '../bucket/merge_buckets.js';
import { geohashGrid } from './geohash.js';
import { hexGrid } from './geohex.js';
import { tileGrid } from './geotile.js';

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** Pairs of points, including near ones, whose cells differ in the last bits. */
const pair = fc.tuple(point, point, fc.constantFrom(1, 1e-3, 1e-6)).map(([a, b, share]) => {
  const near = { lat: a.lat + (b.lat - a.lat) * share, lon: a.lon + (b.lon - a.lon) * share };
  return [a, near] as const;
});
const grid = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map(geohashGrid),
  fc.integer({ min: 0, max: 29 }).map(tileGrid),
  fc.integer({ min: 0, max: 15 }).map(hexGrid),
);

test('cells compare as their keys', () => {
  fc.assert(
    fc.property(grid, pair, (cells, [a, b]) => {
      const points = {
        lats: Float64Array.of(a.lat, b.lat),
        lons: Float64Array.of(a.lon, b.lon),
        count: 2,
      };
      const [highs, lows] = [new Uint32Array(2), new Uint32Array(2)];
      cells.assign(points, { highs, lows });
      const [aHigh, bHigh] = highs;
      const [aLow, bLow] = lows;
      const expected = compareKeys(cells.key(aHigh, aLow), cells.key(bHigh, bLow));
      expect(Math.sign(cells.compare(aHigh, aLow, bHigh, bLow))).toBe(expected);
    }),
  );
});
