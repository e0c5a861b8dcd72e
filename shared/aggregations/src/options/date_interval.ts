/** `calendar_interval`, `fixed_interval`, the older `interval`, and `offset` of date histograms. */
import { parseTimeMs } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { ApiError, readTimeMs } from '@skein/errors';
import { type FieldReaders, textOf } from '@skein/reading';
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
  return { intervalMs: Math.floor(readTimeMs('date_histogram.fixedInterval', text)) };
}

/** The older `interval`, which is a calendar unit if it names one, and a fixed length otherwise. */
export function eitherInterval(text: string): DateInterval {
  const unit = UNITS.get(text);
  if (unit !== undefined) return { unit };
  const intervalMs = parseTimeMs(text);
  if (intervalMs !== undefined) return { intervalMs: Math.floor(intervalMs) };
  throw new ApiError('illegal_argument_exception', `Unable to parse interval [${text}]`);
}

/** Readers of the interval options, of which one may be given. */
export function intervalReaders(set: (interval: DateInterval) => void): FieldReaders {
  let given: string | undefined;
  const once = (option: string, read: (text: string) => DateInterval) => (value: JsonValue) => {
    if (given !== undefined && given !== option) {
      throw new ApiError(
        'illegal_argument_exception',
        `Cannot use [${option}] with [${given}] configuration option.`,
      );
    }
    set(read(textOf(value)));
    given = option;
  };
  return {
    interval: [
      'number',
      once('interval', (text) =>
        /^\d+$/.test(text) ? { intervalMs: Number(text) } : eitherInterval(text),
      ),
    ],
    calendar_interval: ['string', once('calendar_interval', calendarInterval)],
    fixed_interval: ['string', once('fixed_interval', fixedInterval)],
  };
}

/** Throws for a length that rounds no date. */
export function checkInterval(interval: DateInterval): DateInterval {
  if ('unit' in interval || interval.intervalMs >= 1) return interval;
  throw new ApiError('illegal_argument_exception', 'Zero or negative time interval not supported');
}

/** Reads an offset such as `+6h`, `-1d` or a number of milliseconds; the result is in these. */
export function offsetMs(json: JsonValue): number {
  if (typeof json === 'number') return Math.trunc(json);
  const text = textOf(json);
  const sign = text.startsWith('-') ? -1 : 1;
  const size = /^[+-]/.test(text) ? text.slice(1) : text;
  return sign * readTimeMs('DateHistogramAggregationBuilder.parseOffset', size);
}
