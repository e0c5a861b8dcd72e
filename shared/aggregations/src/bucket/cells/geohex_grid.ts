/** `geohex_grid`: hexagons of H3 at a resolution. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { integerOf } from '@skein/reading';
import { aggregationType } from '../../aggregation_type.js';
import { hexGrid } from '../../geo/geohex.js';
import { gridType } from './grid.js';

const DEFAULT_RESOLUTION = 6;
const MAX_RESOLUTION = 15;

function resolutionOf(json: JsonValue): number {
  const resolution = integerOf(json);
  if (resolution >= 0 && resolution <= MAX_RESOLUTION) return resolution;
  throw new ApiError(
    'illegal_argument_exception',
    `Invalid geohex aggregation precision of ${resolution}. Must be between 0 and ${MAX_RESOLUTION}.`,
  );
}

export const geohexGridType = aggregationType(
  gridType({
    name: 'geohex_grid',
    resultName: 'InternalGeoHexGrid',
    precision: DEFAULT_RESOLUTION,
    precisionOf: resolutionOf,
    grid: hexGrid,
    text: (key) => String(key),
  }),
);
