/**
 * `geo_grid` of Elasticsearch: the documents in one cell of a grid, identified by its key in
 * `geohash_grid`, `geotile_grid` or `geohex_grid`.
 */
import { type GridCell, type GridName, gridCell } from '@skein/aggregations';
import { isJsonObject, type JsonValue } from '@skein/content';
import {
  boxArea,
  type GeoArea,
  type GeoGeometry,
  geoAreaQuery,
  geoShapeQuery,
} from '@skein/search_library';
import { onGeoPoint } from '../geo/geo_field.js';
import { readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { booleanOf, textOf } from './options.js';
import { parsingError } from './query_parse_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';

const NAME = 'geo_grid';
/** Tolerance in degrees against rounding at the edges of a cell. */
const ROOM = 1e-7;
const GRIDS: readonly GridName[] = ['geohash', 'geotile', 'geohex'];

interface Params {
  readonly field: string;
  readonly grid: GridName;
  readonly key: string;
  readonly ignoreUnmapped: boolean;
}

export const geo_grid: QueryType<Params> = {
  name: NAME,
  parse(body, context) {
    const fields = Object.entries(body).filter(([, json]) => isJsonObject(json ?? null));
    const [named, ...others] = fields;
    if (named === undefined) throw parsingError(context, `[${NAME}] requires a field`, body);
    if (others.length > 0) {
      throw parsingError(context, `[${NAME}] query doesn't support multiple fields`, body);
    }
    const [field, cell = null] = named;
    const { grid, key } = cellOf(cell, (reason) => parsingError(context, reason, cell));
    const draft = { ignoreUnmapped: false };
    const rest = Object.entries(body).filter(([name]) => name !== field);
    const header = readOptions(
      { query: NAME, options: Object.fromEntries(rest), context },
      { ignore_unmapped: intoDraft(draft, 'ignoreUnmapped', booleanOf) },
    );
    const { ignoreUnmapped } = draft;
    return { ...header, params: { field, grid, key, ignoreUnmapped } };
  },
  ...LEAF,
  needs: () => HEAVY,
  bind({ field, grid, key, ignoreUnmapped }, shard) {
    const cell = gridCell(grid, key);
    return onGeoPoint(
      { name: field, ignoreUnmapped, validation: 'strict' },
      shard,
      (mapped) => geoAreaQuery(mapped.spec.name, cellArea(cell, `${grid} ${key}`)),
      (mapped) => geoShapeQuery(mapped.spec.name, 'intersects', cellGeometry(cell)),
    );
  },
};

function cellOf(
  json: JsonValue,
  refused: (reason: string) => Error,
): { readonly grid: GridName; readonly key: string } {
  const entries = isJsonObject(json) ? Object.entries(json) : [];
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) {
    throw refused(`[${NAME}] requires exactly one of [${GRIDS.join(', ')}]`);
  }
  const [name, value = null] = only;
  const grid = GRIDS.find((each) => each === name);
  if (grid === undefined) throw refused(`[${NAME}] Invalid grid name [${name}]`);
  const key = textOf(value);
  gridCell(grid, key);
  return { grid, key };
}

function cellArea({ box, holds }: GridCell, text: string): GeoArea {
  const { south, north, west, east } = box;
  const around = boxArea({
    south: Math.max(-90, south - ROOM),
    north: Math.min(90, north + ROOM),
    west: Math.max(-180, west - ROOM),
    east: Math.min(180, east + ROOM),
  });
  return { boxes: around.boxes, contains: holds, toString: () => text };
}

function cellGeometry({ box, ring }: GridCell): GeoGeometry {
  const { south, north, west, east } = box;
  const nothing = { points: [], lines: [], circles: [] };
  if (ring !== undefined) {
    return { ...nothing, boxes: [], polygons: [{ shell: ring, holes: [] }] };
  }
  const whole = { south, north, west, east: west > east ? east + 360 : east };
  return { ...nothing, polygons: [], boxes: [whole] };
}
