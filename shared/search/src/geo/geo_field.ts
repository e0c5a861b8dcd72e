/** The options that all geo queries share, and the check of the field that they search. */

import { doubleText, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type GeoValue, type MappedField, normalizePoint } from '@skein/mapping';
import { matchNoneQuery, type Query } from '@skein/search_library';
import type { OptionReaders } from '../queries/header.js';
import { intoDraft } from '../queries/into_draft.js';
import { booleanOf, textOf } from '../queries/options.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { GeoValidation } from './geo_validation.js';

/** In degrees. */
export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;

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

interface NamedCoordinate {
  /** As the error names it: `top latitude`. */
  readonly name: string;
  readonly degrees: number;
  readonly limit: typeof MAX_LATITUDE | typeof MAX_LONGITUDE;
}

/** With `strict`, refuses coordinates beyond the poles or the date line, all in one error. */
export function checkCoordinates(
  query: string,
  coordinates: readonly NamedCoordinate[],
  { validation }: GeoOptions,
): void {
  if (validation !== 'strict') return;
  const faults = coordinates
    .filter(({ degrees, limit }) => !isWithin(degrees, limit))
    .map(({ name, degrees }) => `[${query}] ${name} is invalid: ${doubleText(degrees)}`);
  if (faults.length === 0) return;
  const listed = faults.map((fault, i) => ` ${i + 1}: ${fault};`);
  throw failure("couldn't validate latitude/ longitude values", {
    cause: new ApiError('query_validation_exception', `Validation Failed:${listed.join('')}`),
  });
}

/** With `coerce`, moves a point beyond the poles or the date line onto the globe. */
export function coercedPoint(point: GeoValue, { validation }: GeoOptions): GeoValue {
  return validation === 'coerce' ? normalizePoint(point) : point;
}

/**
 * The first coordinate beyond the poles or the date line, in the words of OpenSearch's errors:
 * `illegal latitude value [91.0]`. Undefined if there is none.
 */
export function illegalCoordinate({ lat, lon }: GeoValue): string | undefined {
  if (!isWithin(lat, MAX_LATITUDE)) return `illegal latitude value [${doubleText(lat)}]`;
  if (!isWithin(lon, MAX_LONGITUDE)) return `illegal longitude value [${doubleText(lon)}]`;
  return undefined;
}

/** False for a coordinate that is no number. */
function isWithin(degrees: number, limit: number): boolean {
  return Math.abs(degrees) <= limit;
}

export function failure(reason: string, options?: { readonly cause: ApiError }): ApiError {
  return new ApiError('query_shard_exception', reason, options);
}
