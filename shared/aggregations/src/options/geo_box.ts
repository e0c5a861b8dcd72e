/**
 * `bounds` of grids: the box whose points are counted, given by its sides or by two opposite
 * corners.
 */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseGeoValue } from '@skein/mapping';
import { doubleOf, into, readFields } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import type { Box } from '../values/geo_source.js';

export function boxOf(json: JsonValue, { locate }: ParseContext): Box {
  const draft = { top: NaN, bottom: NaN, left: NaN, right: NaN };
  const corner =
    (lat: 'top' | 'bottom', lon: 'left' | 'right') =>
    (value: JsonValue): void => {
      const point = parseGeoValue(value);
      draft[lat] = point.lat;
      draft[lon] = point.lon;
    };
  readFields(
    isJsonObject(json) ? json : {},
    {
      top: into(draft, 'top', 'number', doubleOf),
      bottom: into(draft, 'bottom', 'number', doubleOf),
      left: into(draft, 'left', 'number', doubleOf),
      right: into(draft, 'right', 'number', doubleOf),
      top_left: corner('top', 'left'),
      bottom_right: corner('bottom', 'right'),
      top_right: corner('top', 'right'),
      bottom_left: corner('bottom', 'left'),
    },
    { name: 'bounds', locate },
  );
  const { top: north, bottom: south, left: west, right: east } = draft;
  if ([north, south, west, east].some(Number.isNaN)) {
    throw new ApiError('parse_exception', 'failed to parse bounding box');
  }
  return { north, south, west, east };
}
