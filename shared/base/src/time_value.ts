/**
 * Durations as OpenSearch writes them: `30s`, `500ms`, `-1`, `0`. Values are milliseconds;
 * sub-millisecond units keep their fraction.
 */

import { javaDouble } from './java_double.js';

/** Milliseconds of each unit. */
export const UNIT_MS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The units in the order in which OpenSearch tries them as the end of a text. */
const UNIT_ENDS = ['nanos', 'micros', 'ms', 's', 'm', 'h', 'd'] as const;

/** The form and the range of Java's `long`. */
const LONG = /^[+-]?\d+$/;
const isLong = (number: bigint): boolean => number === BigInt.asIntN(64, number);

/** Why a text is not a duration. `number` is the part before the unit if that is the fault. */
export type TimeFault =
  | { readonly kind: 'no_unit' | 'negative' }
  | { readonly kind: 'fractional' | 'no_number'; readonly number: string };

/**
 * Reads a duration; `-1` for "-1" (no limit), `0` for "0". As in OpenSearch, a number without a
 * unit, a fraction and a capital `M` (which means months) are refused. Unlike in OpenSearch, `-1s`
 * is negative too: there, it is sometimes no limit and sometimes a moment in the past.
 */
export function readTime(text: string): { readonly ms: number } | TimeFault {
  const trimmed = text.trim().toLowerCase();
  const unit = UNIT_ENDS.find((end) => trimmed.endsWith(end));
  if (unit === undefined || (unit === 'm' && !text.trim().endsWith('m'))) {
    if (/^-0*1$/.test(trimmed)) return { ms: -1 };
    return /^0+$/.test(trimmed) ? { ms: 0 } : { kind: 'no_unit' };
  }
  const number = trimmed.slice(0, -unit.length).trim();
  if (LONG.test(number) && isLong(BigInt(number.replace('+', '')))) {
    const count = Number(number);
    return count < 0 ? { kind: 'negative' } : { ms: count * (UNIT_MS[unit] ?? Number.NaN) };
  }
  return { kind: javaDouble(number) === undefined ? 'no_number' : 'fractional', number };
}

/** The milliseconds of a duration, or undefined when the text is not a duration. */
export function parseTimeMs(text: string): number | undefined {
  const read = readTime(text);
  return 'ms' in read ? read.ms : undefined;
}

/** The text of a duration of whole milliseconds, without loss: `36h`, `90m`. */
export function exactTime(ms: number): string {
  if (ms <= 0) return formatTimeMs(ms);
  const unit = (['d', 'h', 'm', 's'] as const).find((each) => ms % (UNIT_MS[each] ?? 1) === 0);
  return unit === undefined ? `${ms}ms` : `${ms / (UNIT_MS[unit] ?? 1)}${unit}`;
}

const DISPLAY_UNITS = ['d', 'h', 'm', 's', 'ms', 'micros', 'nanos'] as const;

/**
 * OpenSearch's human-readable form: the largest unit that fits, one decimal at most (`1.5h`,
 * `230ms`, `0s`, `-1`). It is for display: `parseTimeMs` refuses fractions.
 */
export function formatTimeMs(ms: number): string {
  if (ms === -1) return '-1';
  if (ms === 0) return '0s';
  for (const unit of DISPLAY_UNITS) {
    const size = UNIT_MS[unit] ?? 1;
    if (ms >= size) return `${truncateToOneDecimal(ms / size)}${unit}`;
  }
  return `${ms}ms`;
}

function truncateToOneDecimal(value: number): string {
  const tenths = Math.floor(value * 10 + 1e-9);
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}
