/**
 * Aggregations over `geo_shape`: cases as OpenSearch answers them, and the cells of random shapes
 * compared with `geo_shape` queries for each cell.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { refusal } from '../../testing/refusals.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = {
  properties: {
    g: { type: 'geo_shape' },
    k: { type: 'keyword' },
    unread: { type: 'geo_shape', doc_values: false },
    point: { type: 'geo_point', doc_values: false },
  },
};

function indexOf(shapes: Readonly<Record<string, string>>): TestIndex {
  const documents = Object.entries(shapes).map(([k, g]) => (g === '' ? { k } : { k, g }));
  return new TestIndex({ mapping: MAPPING, documents });
}

type Answer = {
  readonly buckets?: readonly { readonly key: string; readonly doc_count: number }[];
  readonly value?: number;
  readonly doc_count?: number;
  readonly bounds?: { readonly top_left: Corner; readonly bottom_right: Corner };
};
type Corner = { readonly lat: number; readonly lon: number };

function answered(index: TestIndex, a: JsonObject, query: JsonObject = { match_all: {} }): Answer {
  const answer = index.answer({ size: 0, query, aggs: { a } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  const shown = JSON.parse(stringifyJson(answer.aggregations)) as { a: Answer };
  return shown.a;
}

const keysOf = ({ buckets }: Answer) => buckets?.map(({ key }) => key).sort() ?? [];

const SHAPES = {
  corner: 'POINT (45 45)',
  pole: 'POINT (0 90)',
  arctic: 'POLYGON ((0 84, 10 84, 10 88, 0 88, 0 84))',
  east: 'POINT (180 0)',
  across: 'POLYGON ((170 0, 190 0, 190 10, 170 10, 170 0))',
  triangle: 'POLYGON ((1 1, 89 1, 89 80, 1 1))',
  ring: 'POLYGON ((-80 -60, 80 -60, 80 60, -80 60, -80 -60), (-70 -50, -70 50, 70 50, 70 -50, -70 -50))',
  south: 'LINESTRING (5 -45, 5 0)',
  edge: 'LINESTRING (45 -10, 45 10)',
};
const shapes = indexOf(SHAPES);
const only = (k: string) => ({ term: { k } });

describe('as in OpenSearch', () => {
  test.each([
    ['corner', '2/2/1'],
    ['pole', ''],
    ['arctic', '2/2/0'],
    ['east', '2/3/2'],
    ['across', '2/0/1 2/0/2 2/3/1 2/3/2'],
    ['triangle', '2/2/0 2/2/1'],
    ['ring', '2/1/1 2/1/2 2/2/1 2/2/2'],
    ['south', '2/2/2'],
    ['edge', '2/2/1 2/2/2'],
  ])('the tiles of the shape "%s" are %s', (name, tiles) => {
    const options = { geotile_grid: { field: 'g', precision: 2 } };
    expect(keysOf(answered(shapes, options, only(name))).join(' ')).toBe(tiles);
  });

  test.each([
    ['corner', 'v'],
    ['pole', 'u'],
    ['across', '8 x'],
    ['ring', '4 5 6 d f g h j m t u v'],
    ['south', 'k s'],
    ['edge', 'm t'],
  ])('the geohash cells of the shape "%s" are %s', (name, cells) => {
    const options = { geohash_grid: { field: 'g', precision: 1 } };
    expect(keysOf(answered(shapes, options, only(name))).join(' ')).toBe(cells);
  });

  test('shapes that meet the bounds count with all of their cells', () => {
    const bounds = { top_left: '50,-20', bottom_right: '-50,50' };
    const tiles = (name: string) => {
      const options = { geotile_grid: { field: 'g', precision: 3, bounds } };
      return keysOf(answered(shapes, options, only(name))).join(' ');
    };
    expect(tiles('triangle')).toBe('3/4/3 3/5/0 3/5/1 3/5/2 3/5/3');
    expect(tiles('corner')).toBe('3/5/2');
    expect(tiles('arctic')).toBe('');
    expect(tiles('across')).toBe('');
    const acrossTheDateLine = { top_left: '50,170', bottom_right: '-50,-170' };
    const options = { geotile_grid: { field: 'g', precision: 3, bounds: acrossTheDateLine } };
    expect(keysOf(answered(shapes, options, only('east')))).toEqual(['3/7/4']);
    expect(keysOf(answered(shapes, options, only('corner')))).toEqual([]);
  });

  test('bounds are those of the boxes around shapes, as the index stores them', () => {
    const bounds = (name: string, more: JsonObject = {}) =>
      answered(shapes, { geo_bounds: { field: 'g', ...more } }, only(name)).bounds;
    expect(bounds('triangle')).toEqual({
      top_left: { lat: 79.99999996740371, lon: 0.9999999403953552 },
      bottom_right: { lat: 0.9999999823048711, lon: 88.99999997578561 },
    });
    expect(bounds('across')).toEqual({
      top_left: { lat: 9.999999990686774, lon: 179.99999991618097 },
      bottom_right: { lat: 0, lon: -180 },
    });
    expect(bounds('across', { wrap_longitude: false })).toEqual({
      top_left: { lat: 9.999999990686774, lon: -180 },
      bottom_right: { lat: 0, lon: 179.99999991618097 },
    });
  });

  test('a document counts once, and "missing" is well-known text', () => {
    const index = indexOf({ one: SHAPES.ring, same: SHAPES.ring, other: SHAPES.edge, none: '' });
    const value = (name: string, more: JsonObject = {}) => {
      const { value: counted, doc_count: count } = answered(index, {
        [name]: { field: 'g', ...more },
      });
      return counted ?? count;
    };
    expect(value('value_count')).toBe(3);
    expect(value('value_count', { missing: 'POINT (0 0)' })).toBe(4);
    expect(value('cardinality')).toBe(2);
    expect(value('cardinality', { missing: SHAPES.edge })).toBe(2);
    expect(value('cardinality', { missing: 'POINT (0 0)' })).toBe(3);
    expect(value('missing')).toBe(1);
    expect(value('missing', { missing: 'POINT (0 0)' })).toBe(0);
    const grid = { geotile_grid: { field: 'g', precision: 0, missing: 'POINT (0 0)' } };
    expect(answered(index, grid).buckets).toEqual([{ key: '0/0/0', doc_count: 4 }]);
  });

  test.each([
    [
      { geotile_grid: { field: 'g', missing: '0,0' } },
      'Unable to parse the missing value [0,0] provided in the input.',
    ],
    [
      { geo_centroid: { field: 'g' } },
      'Field [g] of type [geo_shape] is not supported for aggregation [geo_centroid]',
    ],
    [
      { geohex_grid: { field: 'g' } },
      'Field [g] of type [geo_shape] is not supported for aggregation [geohex_grid]',
    ],
    [
      { composite: { sources: [{ t: { geotile_grid: { field: 'g' } } }] } },
      'Field [g] of type [geo_shape] is not supported for aggregation [geotile_grid]',
    ],
    [
      { terms: { field: 'g' } },
      'Field [g] of type [geo_shape] is not supported for aggregation [terms]',
    ],
    [
      { geo_bounds: { field: 'unread' } },
      "Can't load fielddata on [unread] because fielddata is unsupported on fields of type [geo_shape]. Use doc values instead.",
    ],
    [
      { geo_bounds: { field: 'point' } },
      "Can't load fielddata on [point] because fielddata is unsupported on fields of type [geo_point]. Use doc values instead.",
    ],
  ])('%j is refused', (a, reason) => {
    expect(refusal(() => answered(shapes, a))).toContain(reason);
  });
});

/** Degrees that are on no edge of a tile, where the edge would belong to two tiles. */
const degrees = (most: number) => {
  const steps = Math.floor(most / 0.37);
  return fc.integer({ min: -steps, max: steps }).map((step) => step * 0.37 + 0.0137);
};
const position = fc.tuple(degrees(179), degrees(84)).map(([lon, lat]) => `${lon} ${lat}`);
const shape = fc.oneof(
  position.map((at) => `POINT (${at})`),
  fc.array(position, { minLength: 2, maxLength: 5 }).map((list) => `LINESTRING (${list})`),
  fc
    .tuple(fc.uniqueArray(degrees(179), { minLength: 3, maxLength: 3 }), degrees(80), degrees(80))
    .map(([[a = 0, b = 0, c = 0], low, high]) => {
      return `POLYGON ((${a} ${low}, ${b} ${low}, ${c} ${low === high ? high + 1 : high}, ${a} ${low}))`;
    }),
);

const TILES = 8;

/** The tiles of zoom 3 that a `geo_shape` query finds to meet the shape. */
function tilesByQuery(index: TestIndex): readonly string[] {
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / TILES))) * 180) / Math.PI;
  const tiles: string[] = [];
  for (let x = 0; x < TILES; x++) {
    for (let y = 0; y < TILES; y++) {
      const west = (x / TILES) * 360 - 180;
      const corners = [
        [west, latitude(y)],
        [west + 360 / TILES, latitude(y + 1)],
      ];
      const query = { geo_shape: { g: { shape: { type: 'envelope', coordinates: corners } } } };
      if (index.matches(query).length > 0) tiles.push(`3/${x}/${y}`);
    }
  }
  return tiles;
}

test('the tiles of a shape are those whose boxes it meets', () => {
  fc.assert(
    fc.property(shape, (g) => {
      const index = indexOf({ one: g });
      const found = keysOf(answered(index, { geotile_grid: { field: 'g', precision: 3 } }));
      expect([g, found]).toEqual([g, tilesByQuery(index)]);
    }),
    { numRuns: 40 },
  );
});
