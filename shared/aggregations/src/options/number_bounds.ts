/** `extended_bounds` and `hard_bounds` of numbers. An end that is not given is infinite. */
import { doubleText, isJsonObject, type JsonValue } from '@skein/content';
import type { ApiError } from '@skein/errors';
import { type Draft, doubleOf, into, readFields, readingField } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import type { Bounds } from '../bucket/histogram/step_cells.js';
import { notBuilt } from './built.js';

const NAME = 'double_bounds';

interface GivenNumbers {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export function readNumberBounds(json: JsonValue, { locate }: ParseContext): Bounds {
  const draft: Draft<GivenNumbers> = { min: undefined, max: undefined };
  const bound = (value: JsonValue) => (value === null ? undefined : doubleOf(value));
  const inside = isJsonObject(json) ? json : {};
  const readers = {
    min: into(draft, 'min', 'number_or_null', bound),
    max: into(draft, 'max', 'number_or_null', bound),
  };
  readFields(inside, readers, { name: NAME, locate });
  const fault = faultOf(draft);
  const [, last] = Object.keys(inside);
  if (fault && last !== undefined) {
    // If both are given, OpenSearch builds the bounds while it reads the second one, so the fault
    // is reported at that field.
    readingField({ name: NAME, field: last, locate, inside }, () => {
      throw fault;
    });
  }
  if (fault) throw fault;
  return { min: draft.min ?? Number.NEGATIVE_INFINITY, max: draft.max ?? Number.POSITIVE_INFINITY };
}

function faultOf({ min, max }: GivenNumbers): ApiError | undefined {
  if (min !== undefined && !Number.isFinite(min)) return notFinite('min', min);
  if (max !== undefined && !Number.isFinite(max)) return notFinite('max', max);
  if (min === undefined || max === undefined || max >= min) return undefined;
  const [high, low] = [doubleText(max), doubleText(min)];
  return notBuilt(NAME, `max bound [${high}] must be greater than min bound [${low}]`);
}

function notFinite(which: 'min' | 'max', bound: number): ApiError {
  return notBuilt(NAME, `${which} bound must be finite, got: ${bound}`);
}
