/** `geotile_grid`: tiles of a map at a zoom. */
import { aggregationType } from '../../aggregation_type.js';
import { tileGrid, tileText } from '../../geo/geotile.js';
import { tilePrecision } from '../../options/composite_sources.js';
import { gridType } from './grid.js';

const DEFAULT_ZOOM = 7;

export const geotileGridType = aggregationType(
  gridType({
    name: 'geotile_grid',
    resultName: 'InternalGeoTileGrid',
    precision: DEFAULT_ZOOM,
    precisionOf: tilePrecision,
    grid: tileGrid,
    text: tileText,
  }),
);
