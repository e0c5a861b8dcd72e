/** `calendar_interval`, `fixed_interval`, the older `interval`, and `offset` of date histograms. */
import { parseTimeMs } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CalendarUnit } from '../rounding/date_rounding.js';

export type DateInterval = { readonly unit: CalendarUnit } | { readonly intervalMs: number };

const UNITS: ReadonlyMap<string, CalendarUnit> = new Map(
  (
    [
      ['year', ['year', '1y']],
      ['quarter', ['quarter', '1q']],
      ['month', ['month', '1M']],
      ['week', ['week', '1w']],
      ['day', ['day', '1d']],
      ['hour', ['hour', '1h']],
      ['minute', ['minute', '1m']],
      ['second', ['second', '1s']],
    ] as const
  ).flatMap(([unit, names]) => names.map((name) => [name, unit] as const)),
);

export function calendarInterval(text: string): DateInterval {
  const unit = UNITS.get(text);
  if (unit !== undefined) return { unit };
  throw new ApiError(
    'illegal_argument_exception',
    text === ''
      ? '[interval] must not be null: [date_histogram]'
      : `The supplied interval [${text}] could not be parsed as a calendar interval.`,
  );
}

export function fixedInterval(text: string): DateInterval {
  return { intervalMs: timeMs(text, 'date_histogram.fixedInterval') };
}

/** The older `interval`, which is a calendar unit if it names one, and a fixed length otherwise. */
export function eitherInterval(text: string): DateInterval {
  const unit = UNITS.get(text);
  return unit === undefined ? { intervalMs: timeMs(text, 'date_histogram.interval') } : { unit };
}

/** Throws for a length that rounds no date. */
export function checkInterval(interval: DateInterval): DateInterval {
  if ('unit' in interval || interval.intervalMs >= 1) return interval;
  throw new ApiError('illegal_argument_exception', 'Zero or negative time interval not supported');
}

function timeMs(text: string, name: string): number {
  const ms = parseTimeMs(text);
  if (ms !== undefined) return ms;
  throw new ApiError(
    'illegal_argument_exception',
    `failed to parse setting [${name}] with value [${text}] as a time value: unit is missing or unrecognized`,
  );
}

/** Parses an offset such as `+6h` or `-1d`; the result is in milliseconds. */
export function offsetMs(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const size = /^[+-]/.test(text) ? text.slice(1) : text;
  return sign * timeMs(size, 'DateHistogramAggregationBuilder.parseOffset');
}
