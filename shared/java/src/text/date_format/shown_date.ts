/** Writes the fields of a calendar as a pattern of SimpleDateFormat says. */
import type { JCalendar } from '../../time/calendar/calendar.js';
import { FIELD } from '../../time/calendar/calendar_field.js';
import { isoWeekdayOf, weekOfYear } from '../../time/calendar/calendar_weeks.js';
import { amPmText, eraText, monthText, weekdayText } from '../../time/time_texts.js';
import type { Locale } from '../locale.js';
import type { DatePart } from './date_pattern.js';

/** Letters whose part is a number of at least as many digits as there are letters. */
const NUMBERS: Readonly<Record<string, (calendar: JCalendar) => number>> = {
  d: (at) => at.get(FIELD.dayOfMonth),
  k: (at) => at.get(FIELD.hourOfDay) || 24,
  H: (at) => at.get(FIELD.hourOfDay),
  m: (at) => at.get(FIELD.minute),
  s: (at) => at.get(FIELD.second),
  S: (at) => at.get(FIELD.millisecond),
  D: (at) => at.get(FIELD.dayOfYear),
  F: (at) => at.get(FIELD.dayOfWeekInMonth),
  w: (at) => at.get(FIELD.weekOfYear),
  W: (at) => at.get(FIELD.weekOfMonth),
  h: (at) => at.get(FIELD.hour) || 12,
  K: (at) => at.get(FIELD.hour),
  u: (at) => isoWeekday(at),
};

/** From 1 for Monday. */
const isoWeekday = (at: JCalendar): number => isoWeekdayOf(at.get(FIELD.dayOfWeek));

/** From this number of letters on, names are written in full. */
const FULL = 4;

export function shownDate(parts: readonly DatePart[], at: JCalendar, locale: Locale): string {
  return parts.map((part) => shownPart(part, at, locale)).join('');
}

function shownPart({ letter, count, text }: DatePart, at: JCalendar, locale: Locale): string {
  if (letter === undefined) return text;
  const width = count >= FULL ? 'long' : 'short';
  switch (letter) {
    case 'G':
      return eraText(at.get(FIELD.era) === 1, 'short', locale);
    case 'y':
      return shownYear(at.get(FIELD.year), count);
    case 'Y':
      return shownYear(weekOfYear(at.day, at.weeks).year, count);
    case 'M':
    case 'L':
      return count < 3
        ? digits(at.get(FIELD.month) + 1, count)
        : monthText(at.get(FIELD.month) + 1, width, locale, letter === 'L');
    case 'E':
      return weekdayText(isoWeekday(at), width, locale);
    case 'a':
      return amPmText(at.get(FIELD.amPm) === 1, locale);
    case 'z': {
      const { summer } = at.zone.offsetsAt(at.millis);
      return at.zone.name(summer !== 0, width, locale, at.millis);
    }
    case 'Z':
      return offsetDigits(at, '', 2);
    case 'X':
      return at.zone.offsetAt(at.millis) === 0
        ? 'Z'
        : offsetDigits(at, count === 3 ? ':' : '', Math.min(count, 2));
    default:
      return digits(NUMBERS[letter]?.(at) ?? 0, count);
  }
}

const digits = (value: number, least: number): string =>
  value < 0 ? `-${String(-value).padStart(least, '0')}` : String(value).padStart(least, '0');

const shownYear = (year: number, count: number): string =>
  count === 2 ? digits(year % 100, 2) : digits(year, count);

/** Hours, and minutes if `parts` is 2. */
function offsetDigits(at: JCalendar, separator: string, parts: number): string {
  const minutes = Math.trunc(at.zone.offsetAt(at.millis) / 60_000);
  const size = Math.abs(minutes);
  const shown = [Math.floor(size / 60), size % 60].slice(0, parts).map((one) => digits(one, 2));
  return `${minutes < 0 ? '-' : '+'}${shown.join(separator)}`;
}
