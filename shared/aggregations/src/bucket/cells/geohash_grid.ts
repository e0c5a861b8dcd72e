/**
 * `geohash_grid`: the cells of geohashes of a given length, or of the shortest length whose cells
 * are no larger than a distance.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { metersOf } from '@skein/mapping';
import { integerOf } from '@skein/reading';
import { aggregationType } from '../../aggregation_type.js';
import { geohashGrid } from '../../geo/geohash.js';
import { gridType } from './grid.js';

const DEFAULT_PRECISION = 5;
const MAX_PRECISION = 12;
const EQUATOR_METERS = 40_075_016.685578;

function precisionOf(json: JsonValue): number {
  const precision =
    typeof json === 'string' && !/^[+-]?\d+$/.test(json)
      ? forDistance(metersOf(json, 'm'))
      : integerOf(json);
  if (precision >= 1 && precision <= MAX_PRECISION) return precision;
  throw new ApiError(
    'illegal_argument_exception',
    `Invalid geohash aggregation precision of ${precision}. Must be between 1 and ${MAX_PRECISION}.`,
  );
}

/** The shortest length whose cells have a diagonal of at most `meters` at the equator. */
function forDistance(meters: number): number {
  for (let precision = 1; precision < MAX_PRECISION; precision++) {
    const bits = 5 * precision;
    const width = EQUATOR_METERS / 2 ** Math.ceil(bits / 2);
    const height = EQUATOR_METERS / 2 / 2 ** Math.floor(bits / 2);
    if (Math.hypot(width, height) <= meters) return precision;
  }
  return MAX_PRECISION;
}

export const geohashGridType = aggregationType(
  gridType({
    name: 'geohash_grid',
    resultName: 'InternalGeoHashGrid',
    precision: DEFAULT_PRECISION,
    precisionOf,
    grid: geohashGrid,
    text: (key) => String(key),
  }),
);
