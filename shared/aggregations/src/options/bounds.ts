/**
 * `extended_bounds` and `hard_bounds` as the request gave them; a date is parsed where its format
 * is known.
 */
import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldReaders, readFields, textOf } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import type { Bounds } from '../bucket/histogram/step_cells.js';

export interface GivenBounds {
  readonly min: JsonValue | undefined;
  readonly max: JsonValue | undefined;
}

/** Reads the bounds of dates, which are parsed later, once the format of the field is known. */
export function readBounds(json: JsonValue, { locate }: ParseContext): GivenBounds {
  let min: JsonValue | undefined;
  let max: JsonValue | undefined;
  const readers: FieldReaders = {
    min: [
      'number_or_null',
      (value) => {
        min = wholeOr(value) ?? undefined;
      },
    ],
    max: [
      'number_or_null',
      (value) => {
        max = wholeOr(value) ?? undefined;
      },
    ],
  };
  readFields(isJsonObject(json) ? json : {}, readers, { name: 'bounds', locate });
  return { min, max };
}

/** Refuses a number with a fraction. */
function wholeOr(json: JsonValue): JsonValue {
  if (typeof json !== 'number' || Number.isInteger(json)) return json;
  throw new ApiError(
    'illegal_argument_exception',
    `${textOf(json)} cannot be converted to Long without data loss`,
  );
}

interface BoundsReading {
  /** `extended_bounds` or `hard_bounds`. */
  readonly option: string;
  readonly aggregation: string;
  readonly numberOf: (value: JsonValue) => number;
}

/**
 * Refuses `extended_bounds` (within which empty buckets are shown) that reach beyond `hard_bounds`
 * (beyond which there are no buckets). `texts` holds both as error messages write them.
 */
export function checkInside(
  { extended, hard }: { readonly extended: Bounds | undefined; readonly hard: Bounds | undefined },
  texts: { readonly extended: string; readonly hard: string },
): void {
  if (extended === undefined || hard === undefined) return;
  const isAbove = Number.isFinite(extended.max) && extended.max > hard.max;
  const isBelow = Number.isFinite(extended.min) && extended.min < hard.min;
  if (!isAbove && !isBelow) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Extended bounds have to be inside hard bounds, hard bounds: [${texts.hard}], extended bounds: [${texts.extended}]`,
  );
}

/** The bounds as numbers; an end that is not given is infinite. */
export function boundsOf(
  given: GivenBounds,
  { option, aggregation, numberOf }: BoundsReading,
): Bounds {
  const min = given.min === undefined ? Number.NEGATIVE_INFINITY : numberOf(given.min);
  const max = given.max === undefined ? Number.POSITIVE_INFINITY : numberOf(given.max);
  if (min <= max) return { min, max };
  throw new ApiError(
    'illegal_argument_exception',
    `[${option}.min][${min}] cannot be greater than [${option}.max][${max}] for histogram aggregation [${aggregation}]`,
  );
}
