/**
 * Date math: `now-1d/d`, `2024-01-01||+1M/d`. An anchor, then steps: `+n unit`, `-n unit`, `/unit`
 * (round). Rounding goes to the start of the unit, or to its last millisecond when the caller asks
 * (`gt` and `lte` of a range do).
 * https://www.elastic.co/guide/en/elasticsearch/reference/7.10/common-options.html#date-math
 */
import { ApiError } from '@skein/errors';
import {
  civilFromDays,
  dayOfWeek,
  daysFromCivil,
  daysInMonth,
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  MS_PER_SECOND,
} from './civil.js';
import type { DateFormat, DateParseOptions } from './date_format_type.js';
import { parseTimeZone, type TimeZone, UTC } from './time_zone.js';

export interface DateMathOptions {
  readonly nowMs: number;
  /** True if rounding and missing parts go to the end of the unit. */
  readonly roundUp: boolean;
  /** IANA id or offset, for texts without a zone, and for rounding. */
  readonly timeZone?: string | undefined;
}

export function parseDateMath(text: string, format: DateFormat, options: DateMathOptions): number {
  const zone = options.timeZone === undefined ? UTC : parseTimeZone(options.timeZone);
  if (text.startsWith('now')) return applyMath(text.slice(3), options.nowMs, options.roundUp, zone);
  const bar = text.indexOf('||');
  if (bar < 0) return parseAnchor(text, format, options);
  const anchor = parseAnchor(text.slice(0, bar), format, { ...options, roundUp: false });
  return applyMath(text.slice(bar + 2), anchor, options.roundUp, zone);
}

function parseAnchor(text: string, format: DateFormat, options: DateMathOptions): number {
  return parsing(text, format, () => format.parseMs(text, anchorOptions(options)));
}

/** Like `parseDateMath` for a date without math, to the nanosecond. */
export function parseNanosAnchor(
  text: string,
  format: DateFormat,
  options: Pick<DateMathOptions, 'timeZone' | 'roundUp'>,
): bigint {
  return parsing(text, format, () => format.parseNanos(text, anchorOptions(options)));
}

function anchorOptions({
  timeZone,
  roundUp,
}: Pick<DateMathOptions, 'timeZone' | 'roundUp'>): DateParseOptions {
  return { timeZone, roundUp, epochIsLocal: true };
}

function parsing<T>(text: string, format: DateFormat, parse: () => T): T {
  if (text === '') throw new ApiError('parse_exception', 'cannot parse empty date');
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `failed to parse date field [${text}] with format [${format.pattern}]: [${error.reason}]`;
    throw new ApiError('parse_exception', reason, { cause: error });
  }
}

interface Step {
  readonly round: boolean;
  /** A signed number of units. */
  readonly amount: number;
  readonly unit: string;
  /** Start of the next step. */
  readonly end: number;
}

function applyMath(math: string, anchorMs: number, roundUp: boolean, zone: TimeZone): number {
  let ms = anchorMs;
  for (let at = 0; at < math.length; ) {
    const step = readStep(math, at);
    if (!isUnit(step.unit)) {
      throw new ApiError(
        'parse_exception',
        `unit [${step.unit}] not supported for date math [${math}]`,
      );
    }
    if (step.round) {
      ms = roundDown(ms, step.unit, zone);
      if (roundUp) ms = add(ms, 1, step.unit, zone) - 1;
    } else {
      ms = add(ms, step.amount, step.unit, zone);
    }
    at = step.end;
  }
  return ms;
}

function readStep(math: string, start: number): Step {
  const operator = math.charAt(start);
  if (operator !== '/' && operator !== '+' && operator !== '-') {
    throw new ApiError('parse_exception', `operator not supported for date math [${math}]`);
  }
  let at = start + 1;
  while (at < math.length && isDigit(math.charCodeAt(at))) at++;
  if (at >= math.length) {
    throw new ApiError('parse_exception', `truncated date math [${math}]`);
  }
  const digits = math.slice(start + 1, at);
  const amount = digits === '' ? 1 : Number(digits);
  if (amount > 0x7fff_ffff) {
    throw new ApiError('number_format_exception', `For input string: "${digits}"`);
  }
  if (operator === '/' && amount !== 1) {
    throw new ApiError(
      'parse_exception',
      `rounding \`/\` can only be used on single unit types [${math}]`,
    );
  }
  return {
    round: operator === '/',
    amount: operator === '-' ? -amount : amount,
    unit: math.charAt(at),
    end: at + 1,
  };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'H' | 'm' | 's';

function isUnit(unit: string): unit is Unit {
  return unit.length === 1 && 'yMwdhHms'.includes(unit);
}

/**
 * Adds an amount. Hours and shorter units move along the time line; days and longer units along the
 * zone's calendar.
 */
function add(ms: number, amount: number, unit: Unit, zone: TimeZone): number {
  switch (unit) {
    case 's':
      return ms + amount * MS_PER_SECOND;
    case 'm':
      return ms + amount * MS_PER_MINUTE;
    case 'h':
    case 'H':
      return ms + amount * MS_PER_HOUR;
    case 'd':
      return addDays(ms, amount, zone);
    case 'w':
      return addDays(ms, amount * 7, zone);
    case 'M':
      return addMonths(ms, amount, zone);
    case 'y':
      return addMonths(ms, amount * 12, zone);
  }
}

/** As in Java, the offset stays if the new local time has it. */
function addDays(ms: number, days: number, zone: TimeZone): number {
  const offset = zone.offsetMs(ms);
  return zone.toUtc(ms + offset + days * MS_PER_DAY, offset);
}

/** The years of `java.time.LocalDate`. */
const MAX_YEAR = 999_999_999;

/**
 * Adds months. If the day does not exist in the month, it becomes the month's last day: 31 January
 * plus a month is 28 February.
 */
function addMonths(ms: number, months: number, zone: TimeZone): number {
  const offset = zone.offsetMs(ms);
  const localMs = ms + offset;
  const dayNumber = Math.floor(localMs / MS_PER_DAY);
  const date = civilFromDays(dayNumber);
  const monthIndex = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(monthIndex / 12);
  if (Math.abs(year) > MAX_YEAR) {
    const reason = `Invalid value for Year (valid values -${MAX_YEAR} - ${MAX_YEAR}): ${year}`;
    throw new ApiError('date_time_exception', reason);
  }
  const month = monthIndex - year * 12 + 1;
  const moved = daysFromCivil(year, month, Math.min(date.day, daysInMonth(year, month)));
  return zone.toUtc(moved * MS_PER_DAY + (localMs - dayNumber * MS_PER_DAY), offset);
}

const TIME_UNIT_MS = {
  s: MS_PER_SECOND,
  m: MS_PER_MINUTE,
  h: MS_PER_HOUR,
  H: MS_PER_HOUR,
} as const;

/** As in Java, the date is changed before the time, and each change keeps the offset if it can. */
function roundDown(ms: number, unit: Unit, zone: TimeZone): number {
  const offset = zone.offsetMs(ms);
  const localMs = ms + offset;
  if (unit === 's' || unit === 'm' || unit === 'h' || unit === 'H') {
    const size = TIME_UNIT_MS[unit];
    return zone.toUtc(Math.floor(localMs / size) * size, offset);
  }
  const dayNumber = Math.floor(localMs / MS_PER_DAY);
  const first = unitStart(dayNumber, unit);
  const onFirst = zone.toUtc(localMs - (dayNumber - first) * MS_PER_DAY, offset);
  return zone.toUtc(first * MS_PER_DAY, zone.offsetMs(onFirst));
}

function unitStart(dayNumber: number, unit: 'y' | 'M' | 'w' | 'd'): number {
  const { year, month } = civilFromDays(dayNumber);
  if (unit === 'y') return daysFromCivil(year, 1, 1);
  if (unit === 'M') return daysFromCivil(year, month, 1);
  return unit === 'w' ? dayNumber - dayOfWeek(dayNumber) + 1 : dayNumber;
}
