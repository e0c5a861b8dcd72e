/** The plan of a sort by distance. */
import { ApiError } from '@skein/errors';
import type { GeoValue } from '@skein/mapping';
import type { SortField } from '@skein/search_library';
import { coercedPoint, illegalCoordinate } from '../../geo/geo_field.js';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import type { GeoSort } from '../../request/search_request.js';

export function geoSortField(sort: GeoSort, context: QueryShardContext): SortField {
  const mapped = context.mapping.field(sort.field);
  if (!mapped && !sort.ignoreUnmapped) {
    throw new ApiError(
      'illegal_argument_exception',
      `failed to find mapper for [${sort.field}] for geo distance based sort`,
    );
  }
  if (mapped && mapped.values.kind !== 'point') {
    throw new ApiError(
      'illegal_argument_exception',
      `field [${sort.field}] is of type [${mapped.typeName}], but only geo_point can be sorted by distance`,
    );
  }
  return {
    kind: 'distance',
    field: mapped?.spec.name ?? sort.field,
    reverse: sort.descending,
    origins: sort.origins.map((origin) => onGlobe(origin, sort)),
    metersPerUnit: sort.metersPerUnit,
    plane: sort.plane,
    mode: sort.mode ?? (sort.descending ? 'max' : 'min'),
  };
}

function onGlobe(point: GeoValue, sort: GeoSort): GeoValue {
  const fault = sort.validation === 'strict' ? illegalCoordinate(point) : undefined;
  if (fault !== undefined) {
    const reason = `${fault} for [GeoDistanceSort] for field [${sort.field}].`;
    throw new ApiError('parse_exception', reason);
  }
  return coercedPoint(point, sort);
}
