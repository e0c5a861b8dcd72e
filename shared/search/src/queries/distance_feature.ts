/**
 * `distance_feature`: scores documents with a date or a point higher the nearer they are to an
 * origin.
 */

import { doubleText, isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkPoint, type MappedField, parseGeoValue } from '@skein/mapping';
import { distanceFeatureQuery, matchNoneQuery, type Query } from '@skein/search_library';
import { distanceMeters } from '../geo/distance_unit.js';
import { into } from '../request/object_fields.js';
import { readHeader } from './header.js';
import { textOf } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, needsOf, type QueryType } from './query_type.js';
import { durationMs, instantOf } from './score_functions/decay.js';

const UNMAPPED = "Can't run [distance_feature] query on unmapped fields!";

interface Params extends Place {
  readonly field: string;
}

interface Draft {
  field: JsonValue;
  origin: JsonValue;
  pivot: JsonValue;
}

export const distance_feature: QueryType<Params> = {
  name: 'distance_feature',
  parse(body, context) {
    const draft: Draft = { field: null, origin: null, pivot: null };
    const readers = {
      field: into(draft, 'field', 'string', textOf),
      origin: into(draft, 'origin', 'object_array_string_or_number', originOf),
      pivot: into(draft, 'pivot', 'string', (json) => json),
    };
    const header = readHeader(body, readers, { name: 'distance_feature', locate: context.locate });
    const { origin, pivot } = draft;
    const field = textOf(requireAll({ ...draft }));
    return { ...header, params: { field, origin, pivot } };
  },
  ...LEAF,
  needs: ({ origin }) => needsOf('heavy', origin),
  bind: ({ field, ...place }, shard) => {
    const mapped = shard.mapping.field(field);
    return mapped ? bind(mapped, place, shard) : matchNoneQuery(UNMAPPED);
  },
};

/** Checks that all options are given and returns the field. */
function requireAll(options: Readonly<Record<string, JsonValue>>): JsonValue {
  const missing = Object.keys(options).filter((option) => options[option] === null);
  if (missing.length === 0) return options.field ?? null;
  throw new ApiError('illegal_argument_exception', `Required [${missing.join(', ')}]`);
}

/** A date is returned unparsed; a point is validated at once. */
function originOf(json: JsonValue): JsonValue {
  if (isJsonObject(json) || isJsonArray(json)) parseGeoValue(json);
  return json;
}

interface Place {
  readonly origin: JsonValue;
  readonly pivot: JsonValue;
}

function bind(mapped: MappedField, { origin, pivot }: Place, shard: QueryShardContext): Query {
  const { values } = mapped;
  const field = mapped.spec.name;
  if (values.kind === 'point') {
    const from = parseGeoValue(origin);
    checkPoint(from);
    const meters = distanceMeters(pivot);
    checkPivot(meters, doubleText(meters));
    return distanceFeatureQuery({ field, origin: from, pivot: meters });
  }
  if (values.kind === 'instant') {
    const ticks = pivotTicks(pivot, values.perMs);
    checkPivot(ticks, String(ticks));
    return distanceFeatureQuery({
      field,
      origin: instantOf(mapped, origin, { ...shard, roundUp: true }),
      pivot: ticks,
    });
  }
  throw new ApiError(
    'illegal_argument_exception',
    `Illegal data type of [${mapped.typeName}]![distance_feature] query can only be run on a date, date_nanos or geo_point field type!`,
  );
}

const MAX_LONG = 2 ** 63;

/** The pivot in the unit of the field's instants, as whole as these are. */
function pivotTicks(pivot: JsonValue, perMs: number): number {
  const ticks = Math.trunc(durationMs(pivot, 'distance_feature.pivot') * perMs);
  return Math.min(ticks, MAX_LONG);
}

/** An infinite pivot is refused too: the scores would be no numbers. */
function checkPivot(pivot: number, shown: string): void {
  if (pivot > 0 && Number.isFinite(pivot)) return;
  throw new ApiError('illegal_argument_exception', `pivotDistance must be > 0, got ${shown}`);
}
