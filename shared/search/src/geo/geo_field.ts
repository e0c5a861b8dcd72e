/** The options that all geo queries share, and the check of the field that they search. */

import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { GeoValue, MappedField } from '@skein/mapping';
import { matchNoneQuery, type Query } from '@skein/search_library';
import type { OptionReaders } from '../queries/header.js';
import { intoDraft } from '../queries/into_draft.js';
import { booleanOf, textOf } from '../queries/options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { GeoValidation } from './geo_validation.js';

export interface GeoOptions {
  validation: GeoValidation;
  ignoreUnmapped: boolean;
}

export function defaultGeoOptions(): GeoOptions {
  return { validation: 'strict', ignoreUnmapped: false };
}

/** The readers of both options, which store what they read in `into`. */
export function geoOptionReaders(into: GeoOptions): OptionReaders {
  return {
    validation_method: intoDraft(into, 'validation', validationOf),
    ignore_unmapped: intoDraft(into, 'ignoreUnmapped', booleanOf),
  };
}

export function validationOf(json: JsonValue): GeoValidation {
  const text = textOf(json).toLowerCase();
  if (text === 'strict' || text === 'coerce' || text === 'ignore_malformed') return text;
  throw new ApiError(
    'illegal_argument_exception',
    `operator needs to be either [COERCE, IGNORE_MALFORMED, STRICT], but not [${textOf(json)}]`,
  );
}

/**
 * Builds the query on the field, which must be a `geo_point`, or a `geo_shape` if `buildForShapes`
 * is given.
 */
export function onGeoPoint(
  { name, ignoreUnmapped }: GeoOptions & { readonly name: string },
  shard: QueryShardContext,
  build: (field: MappedField) => Query,
  buildForShapes?: (field: MappedField) => Query,
): Query {
  const field = shard.mapping.field(name);
  if (field === undefined) {
    if (ignoreUnmapped) return matchNoneQuery(`unmapped field [${name}]`);
    throw failure(`failed to find geo field [${name}]`);
  }
  if (field.values.kind === 'shape' && buildForShapes) return buildForShapes(field);
  if (field.values.kind !== 'point') throw failure(`field [${name}] is not a geo_point field`);
  return build(field);
}

/**
 * Checks the coordinates of a query's point. One beyond the poles or the date line is refused with
 * `strict`, moved onto the globe with `coerce`, and used as it is with `ignore_malformed`.
 */
export function validPoint(point: GeoValue, { validation }: GeoOptions): GeoValue {
  const onGlobe = Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180;
  if (onGlobe || validation === 'ignore_malformed') return point;
  if (validation === 'strict') throw failure("couldn't validate latitude/ longitude values");
  return wrapped(point);
}

/**
 * The same point with latitude -90 to 90 and longitude -180 to 180: a path over a pole continues
 * on the opposite meridian.
 */
function wrapped({ lat, lon }: GeoValue): GeoValue {
  const modulo = (value: number, period: number) => ((value % period) + period) % period;
  const turned = modulo(lat + 90, 360);
  const beyondPole = turned > 180;
  return {
    lat: (beyondPole ? 360 - turned : turned) - 90,
    lon: modulo(lon + (beyondPole ? 180 : 0) + 180, 360) - 180,
  };
}

export function failure(reason: string): ApiError {
  return new ApiError('query_shard_exception', reason);
}
