/** A field's sort key: renders it in a hit's `sort` and parses it from `search_after`. */
import { double, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  isBeyondLong,
  type MappedField,
  numberWidth,
  type SortKind,
  sortKind,
  sortNumber,
} from '@skein/mapping';
import type { SortField, SortValue } from '@skein/search_library';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import type { SortSpec } from '../../request/search_request.js';
import type { SortKey } from './sort_plan.js';

interface FieldKey {
  readonly spec: SortSpec;
  readonly field: SortField;
  readonly mapped: MappedField;
  /** The value shown for a document without a value. */
  readonly missing: JsonValue;
}

export function fieldKey(key: FieldKey, context: QueryShardContext): SortKey {
  const { spec, field, mapped, missing } = key;
  if (field.kind !== 'number') {
    return {
      format: (value) => (value === null ? missing : mapped.formatSortValue(value, spec.format)),
      parse: (value) => (value === null ? null : mapped.parseSortValue(value, context)),
    };
  }
  return {
    format: (value) => (value === null ? missing : shownNumber(value, key)),
    parse: (value) => (isMissing(value, missing) ? null : cursorOf(value, key, context)),
  };
}

/** Shows the number in the field's own format, unless it is sorted by another numeric type. */
function shownNumber(value: SortValue, { spec, field, mapped }: FieldKey): JsonValue {
  const asDouble = field.kind === 'number' && !field.integral && spec.numericType === 'double';
  if (asDouble && !isScaled(mapped)) return double(Number(value));
  const isCast = field.kind === 'number' && field.cast !== undefined;
  if (!isCast) return mapped.formatSortValue(value, spec.format);
  return value instanceof Uint8Array ? null : value;
}

function cursorOf(value: JsonValue, key: FieldKey, context: QueryShardContext): SortValue {
  const { spec, field, mapped } = key;
  const isTruth = mapped.values.kind === 'truth';
  const own = numberWidth(mapped.values) ?? (isTruth ? 'int' : 'long');
  const kind = sortKind(own, spec.numericType);
  const cast = field.kind === 'number' ? field.cast : undefined;
  const isNumber = typeof value === 'number' || (typeof value === 'bigint' && !isBeyondLong(value));
  if (field.kind === 'number' && field.unsigned === true)
    return mapped.parseSortValue(unsignedText(value), context);
  if (!isNumber && kind === 'long') {
    return isTruth ? longOfTruth(String(value)) : longOfText(value, key, context);
  }
  const number = cursorNumber(value, kind, mapped.name);
  const isOwn = kind === 'double' && cast === undefined && spec.numericType === undefined;
  return isOwn || (isScaled(mapped) && !cast) ? mapped.parseSortValue(number, context) : number;
}

/**
 * Dates are parsed as the field parses them. Any other value may have a fraction, which is rounded
 * down.
 */
function longOfText(value: JsonValue, key: FieldKey, context: QueryShardContext): SortValue {
  const { field, mapped } = key;
  const cast = field.kind === 'number' ? field.cast : undefined;
  if (mapped.values.kind !== 'instant') {
    const text = String(value);
    if (/^[+-]?\d+$/.test(text)) return longOrDouble(text, mapped.name);
    return Math.floor(Number(cursorNumber(text, 'double', mapped.name)));
  }
  const text = String(value);
  if (text.startsWith('now')) throw noCurrentTime();
  const parsed = mapped.parseSortValue(text, context);
  return cast && parsed !== null && !(parsed instanceof Uint8Array) ? cast(parsed) : parsed;
}

/** A boolean that is sorted as another type has its own words, and is still shown as a number. */
function longOfTruth(text: string): SortValue {
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  throw new ApiError(
    'illegal_argument_exception',
    `Cannot parse boolean [${text}], expected either [true] or [false]`,
  );
}

/** A cursor that contains the current time would resume at a different place each time. */
function noCurrentTime(): ApiError {
  const cause = new ApiError(
    'illegal_state_exception',
    'now() is not allowed in [search_after] key',
  );
  return new ApiError('parse_exception', 'could not read the current timestamp', { cause });
}

function longOrDouble(text: string, field: string): SortValue {
  const exact = BigInt(text);
  if (BigInt.asIntN(64, exact) === exact) return cursorNumber(text, 'long', field);
  return Number(text);
}

function isScaled({ values }: MappedField): boolean {
  return values.kind === 'number' && values.step !== 1;
}

function unsignedText(value: JsonValue): JsonValue {
  return typeof value === 'boolean' ? String(value) : value;
}

/** Parses a number of `search_after` into the form that the key compares. */
export function cursorNumber(value: JsonValue, kind: SortKind, field: string): number | bigint {
  try {
    return sortNumber(value, kind);
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'number_format_exception') throw error;
    const reason = `Failed to parse search_after value for field [${field}].`;
    throw new ApiError('illegal_argument_exception', reason, { cause: error });
  }
}

/**
 * True if a `search_after` value is the number shown for a missing value. An infinite one needs no
 * care: it stands where documents without a value do.
 */
function isMissing(value: JsonValue, missing: JsonValue): boolean {
  if (value === null) return true;
  if (typeof missing === 'number') return missing !== 0 && value === missing;
  return typeof missing === 'bigint' && isWhole(value) && BigInt(value) === missing;
}

function isWhole(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}
