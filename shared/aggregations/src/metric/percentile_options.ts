/**
 * The common options of `percentiles` and `percentile_ranks`: how the values are kept, and how the
 * list of numbers is shown.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanOf,
  type Draft,
  doubleOf,
  type FieldReaders,
  integerOf,
  into,
  readFields,
} from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import { notBuilt } from '../options/built.js';
import { checkDigits } from '../sketches/hdr.js';
import {
  formatted,
  numberJson,
  RAW,
  textOfNumber,
  type ValueFormat,
} from '../values/value_format.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';

export type Method =
  | { readonly kind: 'tdigest'; readonly compression: number }
  | { readonly kind: 'hdr'; readonly digits: number };

export interface PercentileOptions extends ValuesOptions {
  readonly keyed: boolean;
  readonly method: Method;
  /** Percentages or, for `percentile_ranks`, values. */
  readonly wanted: readonly number[];
}

export const DEFAULT_COMPRESSION = 100;
const DEFAULT_DIGITS = 3;

/** The names of the methods in profiles. */
export const SKETCH_NAMES: Readonly<Record<Method['kind'], string>> = {
  tdigest: 'TDigest',
  hdr: 'HDR',
};

/** The compression of the digest that holds the values, high for HDR, whose values are exact. */
export function compressionOf(method: Method): number {
  return method.kind === 'tdigest' ? method.compression : 1000;
}

interface PercentileDraft extends Draft<Pick<PercentileOptions, 'keyed' | 'wanted'>, 'wanted'> {
  tdigest: Method | undefined;
  hdr: Method | undefined;
}

export function readPercentiles(
  json: JsonObject,
  context: ParseContext,
  list: { readonly name: 'percents' | 'values'; readonly standard: readonly number[] },
): PercentileOptions {
  const draft: PercentileDraft = {
    keyed: true,
    wanted: undefined,
    tdigest: undefined,
    hdr: undefined,
  };
  const own: FieldReaders = {
    keyed: into(draft, 'keyed', 'boolean', booleanOf),
    [list.name]: into(draft, 'wanted', 'object_array_string_or_number', (value) =>
      numbersOf(value),
    ),
    tdigest: into(draft, 'tdigest', 'object', (value) => tdigestOf(value, context)),
    hdr: into(draft, 'hdr', 'object', (value) => hdrOf(value, context)),
  };
  const values = readValues(json, context, { own });
  checkNumbers(draft.wanted, list.name, context);
  if (draft.tdigest && draft.hdr) {
    throw new ApiError(
      'illegal_state_exception',
      'Only one percentiles method should be declared.',
    );
  }
  const method = draft.tdigest ??
    draft.hdr ?? { kind: 'tdigest', compression: DEFAULT_COMPRESSION };
  return { ...values, keyed: draft.keyed, wanted: draft.wanted ?? list.standard, method };
}

function numbersOf(json: JsonValue): readonly number[] {
  return (isJsonArray(json) ? json : [json]).map(doubleOf).sort((a, b) => a - b);
}

/** Checks the numbers that the request gave. Only `percents` may be left out. */
function checkNumbers(
  numbers: readonly number[] | undefined,
  option: 'percents' | 'values',
  { name }: ParseContext,
): void {
  const type = option === 'values' ? 'percentile_ranks' : 'percentiles';
  if (numbers === undefined) {
    if (option === 'values') throw notBuilt(type, `[values] must not be null: [${name}]`);
    return;
  }
  if (numbers.length === 0) {
    const empty = option === 'values' ? 'an empty array' : 'empty';
    throw notBuilt(type, `[${option}] must not be ${empty}: [${name}]`);
  }
  const bad =
    option === 'percents' ? numbers.find((share) => !(share >= 0 && share <= 100)) : undefined;
  if (bad === undefined) return;
  const text = textOfNumber(bad, RAW);
  throw notBuilt(type, `percent must be in [0,100], got [${text}]: [${name}]`);
}

function tdigestOf(json: JsonValue, { locate }: ParseContext): Method {
  const draft = { compression: DEFAULT_COMPRESSION };
  const read = (value: JsonValue): number => {
    const compression = doubleOf(value);
    if (compression >= 0) return compression;
    throw new ApiError(
      'illegal_argument_exception',
      `[compression] must be greater than or equal to 0. Found [${textOfNumber(compression, RAW)}]`,
    );
  };
  readFields(
    isJsonObject(json) ? json : {},
    { compression: into(draft, 'compression', 'number', read) },
    { name: 'tdigest', locate },
  );
  return { kind: 'tdigest', ...draft };
}

function hdrOf(json: JsonValue, { locate }: ParseContext): Method {
  const draft = { digits: DEFAULT_DIGITS };
  const read = (value: JsonValue): number => checkDigits(integerOf(value));
  readFields(
    isJsonObject(json) ? json : {},
    { number_of_significant_value_digits: into(draft, 'digits', 'number', read) },
    { name: 'hdr', locate },
  );
  return { kind: 'hdr', ...draft };
}

/** The `values` of the response: an object keyed by the wanted numbers, or a list. */
export function shownValues(
  { keyed, wanted }: PercentileOptions,
  shownOf: (wanted: number) => number,
  format: ValueFormat,
): JsonObject {
  if (!keyed) {
    return {
      values: wanted.map((key) => {
        const value = shownOf(key);
        const text = Number.isNaN(value) ? undefined : formatted(value, format);
        return {
          key: numberJson(key),
          value: Number.isNaN(value) ? null : numberJson(value),
          ...(text === undefined ? {} : { value_as_string: text }),
        };
      }),
    };
  }
  const members = wanted.flatMap((key): [string, JsonValue][] => {
    const name = textOfNumber(key, RAW);
    const value = shownOf(key);
    if (Number.isNaN(value)) return [[name, null]];
    const text = formatted(value, format);
    const plain: [string, JsonValue] = [name, numberJson(value)];
    return text === undefined ? [plain] : [plain, [`${name}_as_string`, text]];
  });
  return { values: Object.fromEntries(members) };
}
