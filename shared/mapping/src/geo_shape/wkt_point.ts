/** A `geo_point` as well-known text, which must be a point or `POINT EMPTY`. */
import { doubleText } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import { checkLatitude, checkLongitude } from './check_coordinate.js';
import { IGNORED_SHAPES, readWkt, type ShapeSink } from './wkt.js';

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** As in OpenSearch, an empty point lies at 0, 0. */
const EMPTY: Place = { lat: 0, lon: 0 };

/** Throws parse_exception, with the reason as its cause. */
export function pointOfWkt(text: string, ignoreZ: boolean): Place {
  let point = EMPTY;
  const sink: ShapeSink = {
    ...IGNORED_SHAPES,
    point: (position) => {
      point = checked(position, ignoreZ);
    },
  };
  const type = validType(text, sink);
  if (type === 'POINT') return point;
  throw failure(`[geo_point] supports only POINT among WKT primitives, but found ${type}`);
}

function validType(text: string, sink: ShapeSink): string {
  try {
    return readWkt(text, sink);
  } catch (thrown) {
    throw new ApiError('parse_exception', 'Invalid WKT format', { cause: asApiError(thrown) });
  }
}

function checked([lon = 0, lat = 0, z]: readonly number[], ignoreZ: boolean): Place {
  checkLatitude(lat);
  checkLongitude(lon);
  if (z === undefined || ignoreZ) return { lat, lon };
  throw illegalArgument(
    `found Z value [${doubleText(z)}] but [ignore_z_value] parameter is [false]`,
  );
}

function failure(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
