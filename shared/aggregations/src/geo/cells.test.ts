/** Checks that cells are ordered as their keys are. */
import fc from 'fast-check';
import { compareKeys } from '../bucket/merge_buckets.js';
import { geohashGrid } from './geohash.js';
import { hexGrid } from './geohex.js';
import { parseTile, tileAt, tileGrid, tileOfLong, tileText } from './geotile.js';

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

/** As documented for slippy maps. */
function slippy({ lat, lon }: { lat: number; lon: number }, zoom: number): string {
  const tiles = 2 ** zoom;
  const shown = Math.max(-85.0511287798066, Math.min(85.0511287798066, lat));
  const y = (1 - Math.asinh(Math.tan((Math.PI / 180) * shown)) / Math.PI) / 2;
  const places = [(lon + 180) / 360, y].map((share) =>
    Math.min(tiles - 1, Math.max(0, Math.floor(share * tiles))),
  );
  return `${zoom}/${places.join('/')}`;
}

test.each(Array.from({ length: 30 }, (_, zoom) => zoom))('the tiles of zoom %i', (zoom) => {
  const cities = [
    { lat: 52.52, lon: 13.405 },
    { lat: -33.8688, lon: 151.2093 },
    { lat: 40.7128, lon: -74.006 },
    { lat: 90, lon: 180 },
    { lat: -90, lon: -180 },
    { lat: 0.3, lon: -0.3 },
  ];
  const points = {
    lats: Float64Array.from(cities, ({ lat }) => lat),
    lons: Float64Array.from(cities, ({ lon }) => lon),
    count: cities.length,
  };
  const [highs, lows] = [new Uint32Array(cities.length), new Uint32Array(cities.length)];
  const cells = tileGrid(zoom);
  cells.assign(points, { highs, lows });
  cities.forEach((city, i) => {
    const key = cells.key(highs[i], lows[i]);
    expect([city, tileText(key, zoom)]).toEqual([city, slippy(city, zoom)]);
    expect(tileAt(city, zoom)).toBe(key);
  });
});

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

test('a tile of another zoom is before or after all tiles of this one', () => {
  const tile = parseTile('3/4/1', 3);
  expect(tileText(tile, 3)).toBe('3/4/1');
  expect(parseTile('2/1/1', 3) < tile).toBe(true);
  expect(parseTile('4/1/1', 3) > tile).toBe(true);
  expect(tileOfLong((3n << 58n) | (4n << 29n) | 1n, 3)).toBe(tile);
  expect(tileOfLong(5n, 3) < tile).toBe(true);
});
