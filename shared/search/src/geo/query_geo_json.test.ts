/** Expected are the answers of OpenSearch 2.19. */
import type { JsonObject, JsonValue } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';
import { queryGeoJson } from './query_geo_json.js';

const RING = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [0, 0],
];

test.each<[JsonObject, JsonObject]>([
  [
    { type: 'BBox', coordinates: RING.slice(0, 2) },
    { type: 'envelope', coordinates: RING.slice(0, 2) },
  ],
  [
    { radius: '1km', coordinates: [1, 2] },
    { type: 'circle', coordinates: [1, 2], radius: '1km' },
  ],
  [
    { geometries: ['POINT (1 1)', { type: 'bbox', coordinates: RING.slice(0, 2) }] },
    {
      type: 'geometrycollection',
      geometries: ['POINT (1 1)', { type: 'envelope', coordinates: RING.slice(0, 2) }],
    },
  ],
  [
    { type: 'Polygon', orientation: 'cw', crs: 'x', coordinates: [RING] },
    { type: 'polygon', coordinates: [RING], orientation: 'cw' },
  ],
  [
    {
      type: 'linestring',
      coordinates: [
        [1, 2, 3],
        [3, 4, 5],
      ],
    },
    {
      type: 'linestring',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [
    { type: 'point', coordinates: [1n, 10n ** 20n, null] },
    { type: 'point', coordinates: [1, 1e20] },
  ],
  [
    {
      type: 'multipoint',
      coordinates: [
        [1, 2, 'x'],
        [3, 4],
      ],
    },
    {
      type: 'multipoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
])('%j has all of GeoJSON', (shape, expected) => {
  expect(queryGeoJson(shape)).toEqual(expected);
});

test.each<[JsonObject, string]>([
  [
    { type: 'POINT', radius: '1km', coordinates: [1, 1] },
    'cannot have [radius] with type set to [point]',
  ],
  [
    { type: 'point', coordinates: [1, 1], geometries: [] },
    'cannot have [geometries] with type set to [point]',
  ],
  [
    { radius: '1km', type: 'bbox', coordinates: [1, 1] },
    'type already parsed as [circle] cannot redefine as [envelope]',
  ],
  [
    { type: 'circle', radius: '-1km', coordinates: [1, 1] },
    'Circle radius [-1000.0] cannot be negative',
  ],
  [{ type: 'circle', coordinates: [1, 1] }, 'radius not included'],
])('%j is refused', (shape, reason) => expect(() => queryGeoJson(shape)).toThrow(reason));

const index = new TestIndex({
  mapping: mappingOf({ shape: 'geo_shape', at: 'geo_point' }),
  documents: [{ shape: 'POINT (1 1)', at: [1, 1] }],
});
const related = (shape: JsonValue, relation = 'intersects'): readonly string[] =>
  index.matches({ geo_shape: { shape: { shape, relation } } });

test('collections have texts, and may be empty', () => {
  const texts = { type: 'geometrycollection', geometries: ['POINT (1 1)'] };
  expect(related(texts)).toEqual(['1']);
  const boxes = { geometries: [{ type: 'geometrycollection', geometries: ['BBOX (0, 2, 2, 0)'] }] };
  expect(related(boxes)).toEqual(['1']);
  expect(index.matches({ geo_shape: { at: { shape: boxes } } })).toEqual(['1']);
  for (const relation of ['intersects', 'disjoint', 'within', 'contains']) {
    expect(related({ type: 'geometrycollection', geometries: [] }, relation)).toEqual([]);
  }
});

test.each<[JsonValue, string]>([
  [{ type: 'point', coordinates: [361, 1] }, 'invalid longitude 361.0'],
  [{ type: 'multipoint', coordinates: [[1, 91]] }, 'invalid latitude 91.0'],
  [{ type: 'circle', coordinates: [1, 91], radius: '1km' }, 'invalid latitude 91.0'],
  ['POINT (361 1)', 'invalid longitude 361.0'],
])('%j is not on the globe', (shape, reason) => expect(() => related(shape)).toThrow(reason));
