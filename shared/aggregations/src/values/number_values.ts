/** Values that are numbers, and the option `missing` for them. */
import type { JsonValue } from '@skein/content';
import { parseDateFormat, parseDateMath } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { parseJavaDouble } from '@skein/mapping';
import type { AggregationShard } from '../aggregation_shard.js';
import { type NumberSource, withMissing } from './number_source.js';
import type { ValueFormat } from './value_format.js';

export interface NumberValues {
  readonly kind: 'number';
  readonly source: NumberSource;
  /** The kind of the numbers: longs are shown and compared as whole numbers. */
  readonly numbers: 'long' | 'unsigned_long' | 'double';
  readonly format: ValueFormat;
}

/** The values with one for documents without any. A fraction makes all values doubles. */
export function withMissingNumber(
  values: NumberValues,
  missing: JsonValue | undefined,
  shard: AggregationShard,
): NumberValues {
  if (missing === undefined) return values;
  const number = missingNumber(missing, values.format, shard);
  const isWhole = typeof number === 'bigint' || Number.isInteger(number);
  if (!isWhole || values.numbers === 'double') {
    return { ...values, numbers: 'double', source: withMissing(values.source, Number(number)) };
  }
  const missingLong = clampedLong(BigInt(number), values.numbers);
  return { ...values, source: withMissing(values.source, missingLong) };
}

/** The numbers that a column of longs can hold; negative ones stand for unsigned ones as well. */
const LONGS = {
  long: { least: -(2n ** 63n), greatest: 2n ** 63n - 1n },
  unsigned_long: { least: -(2n ** 63n), greatest: 2n ** 64n - 1n },
} as const;

/** The number of a column that is nearest to a whole number. */
export function clampedLong(
  long: bigint,
  numbers: Exclude<NumberValues['numbers'], 'double'>,
): number | bigint {
  const { least, greatest } = LONGS[numbers];
  const within = long < least ? least : long > greatest ? greatest : long;
  return Number.isSafeInteger(Number(within)) ? Number(within) : within;
}

/** The number that a date, a number or a text stands for, if values are numbers. */
export function missingNumber(
  missing: JsonValue,
  format: ValueFormat,
  { nowMs }: Pick<AggregationShard, 'nowMs'>,
): number | bigint {
  if (format.kind === 'date') {
    const date = parseDateFormat(format.pattern);
    const { timeZone } = format;
    return parseDateMath(String(missing), date, { nowMs, roundUp: false, timeZone });
  }
  if (format.kind === 'boolean' || typeof missing === 'boolean') return truth(missing);
  if (typeof missing === 'number' || typeof missing === 'bigint') return missing;
  return parseJavaDouble(String(missing));
}

export function truth(value: JsonValue): number {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false') return 0;
  throw new ApiError(
    'illegal_argument_exception',
    `Cannot parse boolean [${String(value)}], expected either [true] or [false]`,
  );
}
