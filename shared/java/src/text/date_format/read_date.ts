/**
 * Reads a text by a pattern of SimpleDateFormat into the fields of a calendar. The fields are set
 * in the order of the pattern, so the last ones decide as if a script had set them.
 */
import { namesOfZone, zoneNamedAt } from '@skein/dates';
import type { JCalendar } from '../../time/calendar/calendar.js';
import { FIELD, FIELD_COUNT } from '../../time/calendar/calendar_field.js';
import { setWeekDate } from '../../time/calendar/calendar_moves.js';
import { weekdayOfIso } from '../../time/calendar/calendar_weeks.js';
import { JTimeZone } from '../../time/calendar/time_zone.js';
import { amPmText, eraText, monthText, weekdayText } from '../../time/time_texts.js';
import type { Locale } from '../locale.js';
import type { DatePart } from './date_pattern.js';

export interface Reading {
  readonly parts: readonly DatePart[];
  readonly locale: Locale;
  /** The moment from which on two digits name the years of a century. */
  readonly centuryStart: JCalendar;
}

/** The end of a part, and what it means. */
interface Found {
  readonly end: number;
  readonly set: readonly Setting[];
  readonly zone?: JTimeZone;
  /** True if two digits may also name the year a century later. */
  readonly mayBeLater?: boolean;
}

interface Read {
  readonly end: number;
  /**
   * Sets the date a century later. It is given if two digits name the year in which the century
   * starts, so that an earlier day of it is of the next century.
   */
  readonly aCenturyLater?: () => void;
}

/** Where the text does not fit the pattern. */
interface Fault {
  readonly errorAt: number;
}

const TEXT_LETTERS = 'GEazZX';

/** Sets the fields of the calendar, which was cleared; returns the end of the date, or a fault. */
export function readDate(
  text: string,
  from: number,
  { parts, locale, centuryStart }: Reading,
  into: JCalendar,
): Read | Fault {
  let at = from;
  let mayBeLater = false;
  let zone: JTimeZone | undefined;
  const settings: Setting[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.letter === undefined) {
      if (!text.startsWith(part.text, at)) return { errorAt: at };
      at += part.text.length;
      continue;
    }
    const start = skipBlanks(text, at);
    if (start >= text.length) return { errorAt: at };
    // Java counts the blanks before a number among its signs.
    const isAbutting = isNumber(part) && parts[i + 1]?.letter !== undefined;
    const limit = isAbutting ? at + part.count : undefined;
    const { zone: own, isLenient } = into;
    const found = readPart(text, start, { part, locale, centuryStart, limit, own, isLenient });
    if (found === undefined) return { errorAt: start };
    at = found.end;
    settings.push(...found.set);
    zone = found.zone ?? zone;
    if (found.mayBeLater !== undefined) mayBeLater = found.mayBeLater;
  }
  if (zone !== undefined) into.zone = zone;
  setFields(into, settings);
  if (!mayBeLater) return { end: at };
  const aCenturyLater = () => {
    into.clear();
    setFields(into, settings.map(laterYear));
  };
  return { end: at, aCenturyLater };
}

const laterYear = ([field, value]: Setting): Setting =>
  field === FIELD.year || field === WEEK_YEAR ? [field, value + 100] : [field, value];

type Setting = readonly [field: number, value: number];

/** Stands for the year of a week, which is no field of a calendar. */
const WEEK_YEAR = FIELD_COUNT;

/** Sets fields in their order. The year of a week counts if no other year follows it. */
function setFields(calendar: JCalendar, settings: readonly Setting[]): void {
  const last = (field: number): Setting | undefined => settings.findLast(([one]) => one === field);
  for (const [field, value] of settings) if (field !== WEEK_YEAR) calendar.set(field, value);
  const weekYear = last(WEEK_YEAR);
  if (weekYear === undefined) return;
  const year = last(FIELD.year);
  if (year !== undefined && settings.indexOf(year) > settings.indexOf(weekYear)) return;
  const [, week = 1] = last(FIELD.weekOfYear) ?? [];
  const [, given = calendar.weeks.firstDay] = last(FIELD.dayOfWeek) ?? [];
  // A number that is no weekday was not translated from the numbers of ISO 8601 yet.
  const weeksOn = isIsoWeekday(given) ? 0 : Math.floor((given - 1) / 7);
  const weekday = isIsoWeekday(given) ? given : weekdayOfIso(given - 7 * weeksOn);
  setWeekDate(calendar, weekYear[1], week + weeksOn, weekday);
}

const isIsoWeekday = (day: number): boolean => day >= 1 && day <= 7;

function isNumber(part: DatePart | undefined): boolean {
  if (part?.letter === undefined || TEXT_LETTERS.includes(part.letter)) return false;
  return !('ML'.includes(part.letter) && part.count >= 3);
}

const skipBlanks = (text: string, from: number): number => {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
};

interface Asked {
  readonly part: DatePart;
  readonly locale: Locale;
  readonly centuryStart: JCalendar;
  /** The zone of the format, whose names come first. */
  readonly own: JTimeZone;
  /** The end of a number that another part follows at once. */
  readonly limit: number | undefined;
  /** True if hours may be out of their range. */
  readonly isLenient: boolean;
}

function readPart(text: string, at: number, asked: Asked): Found | undefined {
  const { part, locale } = asked;
  const { letter = '', count } = part;
  switch (letter) {
    case 'G':
      return named(
        text,
        at,
        [0, 1].map((era) => [eraText(era === 1, 'short', locale), era]),
        FIELD.era,
      );
    case 'E':
      return named(
        text,
        at,
        names(7, (day, width) => weekdayText(day, width, locale)),
        FIELD.dayOfWeek,
        weekdayOfIso,
      );
    case 'a':
      return named(
        text,
        at,
        [0, 1].map((half) => [amPmText(half === 1, locale), half]),
        FIELD.amPm,
      );
    case 'z':
      return readZone(text, at, asked.own) ?? readOffset(text, at);
    case 'Z':
      return readOffset(text, at) ?? readZone(text, at, asked.own);
    case 'X':
      return readIsoOffset(text, at, count);
    case 'M':
    case 'L':
      if (count >= 3) {
        return named(
          text,
          at,
          names(12, (month, width) => monthText(month, width, locale, letter === 'L')),
          FIELD.month,
          (month) => month - 1,
        );
      }
      break;
    default:
  }
  return readNumber(text, at, asked);
}

type Width = 'long' | 'short';

/** The names of the numbers from 1 on, in both widths. */
function names(count: number, name: (value: number, width: Width) => string): [string, number][] {
  const values = Array.from({ length: count }, (_, i) => i + 1);
  return values.flatMap((value): [string, number][] => [
    [name(value, 'long'), value],
    [name(value, 'short'), value],
  ]);
}

/** The longest name that stands in the text, in any case. */
function named(
  text: string,
  at: number,
  list: readonly (readonly (string | number)[])[],
  field: number,
  meaning: (value: number) => number = (value) => value,
): Found | undefined {
  let best: { readonly length: number; readonly value: number } | undefined;
  for (const [name, value] of list) {
    const wanted = String(name);
    const given = text.slice(at, at + wanted.length);
    if (given.toLowerCase() !== wanted.toLowerCase()) continue;
    if (wanted.length > (best?.length ?? 0)) best = { length: wanted.length, value: Number(value) };
  }
  return best && { end: at + best.length, set: [[field, meaning(best.value)]] };
}

const NUMBER_FIELDS: Readonly<Record<string, number>> = {
  M: FIELD.month,
  L: FIELD.month,
  d: FIELD.dayOfMonth,
  k: FIELD.hourOfDay,
  H: FIELD.hourOfDay,
  m: FIELD.minute,
  s: FIELD.second,
  S: FIELD.millisecond,
  D: FIELD.dayOfYear,
  F: FIELD.dayOfWeekInMonth,
  w: FIELD.weekOfYear,
  W: FIELD.weekOfMonth,
  h: FIELD.hour,
  K: FIELD.hour,
  u: FIELD.dayOfWeek,
  y: FIELD.year,
  Y: WEEK_YEAR,
};

/** The last hour of those that are counted from one. */
const HOURS_FROM_ONE: Readonly<Record<string, number>> = { k: 24, h: 12 };

function readNumber(
  text: string,
  at: number,
  { part, centuryStart, limit = text.length, isLenient }: Asked,
): Found | undefined {
  const { letter = '', count } = part;
  const digits = limit > text.length ? undefined : matchAt(/-?\d+/y, text.slice(0, limit), at)?.[0];
  const field = NUMBER_FIELDS[letter];
  if (digits === undefined || field === undefined) return undefined;
  const end = at + digits.length;
  const value = Number(digits) | 0;
  const mostHours = isLenient ? undefined : HOURS_FROM_ONE[letter];
  if (mostHours !== undefined && (value < 1 || value > mostHours)) return undefined;
  const isShortYear = (letter === 'y' || letter === 'Y') && count <= 2 && /^\d\d$/.test(digits);
  if (isShortYear) {
    const mayBeLater = value === centuryStart.get(FIELD.year) % 100;
    return { end, set: [[field, inCentury(value, centuryStart)]], mayBeLater };
  }
  return { end, set: [[field, meaning(value)]] };

  function meaning(given: number): number {
    if (letter === 'M' || letter === 'L') return given - 1;
    if (letter === 'k' && given === 24) return 0;
    if (letter === 'h' && given === 12) return 0;
    return letter === 'u' && isIsoWeekday(given) ? weekdayOfIso(given) : given;
  }
}

/** The year of two digits that is not before the start of the century. */
function inCentury(given: number, start: JCalendar): number {
  const first = start.get(FIELD.year);
  const year = Math.floor(first / 100) * 100 + given;
  return given < first % 100 ? year + 100 : year;
}

const MINUTE_MS = 60_000;

const offsetFound = (end: number, minutes: number): Found => ({
  end,
  set: [
    [FIELD.zoneOffset, minutes * MINUTE_MS],
    [FIELD.dstOffset, 0],
  ],
});

/** `+0100`, or `GMT+1:00`. */
function readOffset(text: string, at: number): Found | undefined {
  const custom = matchAt(/GMT([+-])(\d{1,2}):(\d\d)/y, text, at);
  return offsetOf(custom ?? matchAt(/([+-])(\d\d)(\d\d)/y, text, at), at);
}

/** Matches a sticky expression at a position. */
function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

/** The offset of a sign, hours and minutes, which may be empty. */
function offsetOf(match: RegExpExecArray | null, at: number): Found | undefined {
  if (match === null) return undefined;
  const [whole, sign, hours = '', minutes = ''] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return offsetFound(at + whole.length, sign === '-' ? -size : size);
}

const ISO_OFFSETS = [/([+-])(\d\d)()/y, /([+-])(\d\d)(\d\d)/y, /([+-])(\d\d):(\d\d)/y];

function readIsoOffset(text: string, at: number, count: number): Found | undefined {
  if (text[at] === 'Z') return offsetFound(at + 1, 0);
  const form = ISO_OFFSETS[count - 1];
  return form && offsetOf(matchAt(form, text, at), at);
}

/** A zone by its name, such as `CEST` or `Central European Time`. */
function readZone(text: string, at: number, own: JTimeZone): Found | undefined {
  if (matchAt(/GMT[+-]\d/y, text, at) !== null) return undefined;
  const zero = matchAt(/(GMT|UTC|UT)(?![A-Za-z])/y, text, at)?.[0];
  if (zero === 'UTC') return { end: at + zero.length, zone: JTimeZone.of(zero), set: [] };
  if (zero !== undefined) return offsetFound(at + zero.length, 0);
  const found =
    nameOfOwn(text, at, own.id) ?? zoneNamedAt(text, at, 'long') ?? zoneNamedAt(text, at, 'short');
  if (found === undefined) return undefined;
  const hasTwoNames = namesOfZone(found.id)?.summer !== undefined;
  const summer = [[FIELD.dstOffset, found.isSummer ? 60 * MINUTE_MS : 0]] as const;
  const zone = JTimeZone.of(found.id);
  return { end: at + found.length, zone, set: hasTwoNames ? summer : [] };
}

function nameOfOwn(text: string, at: number, id: string) {
  const names = namesOfZone(id);
  for (const width of ['long', 'short'] as const) {
    for (const kind of ['standard', 'summer'] as const) {
      const name = names?.[kind]?.[width];
      if (name === undefined || !text.startsWith(name, at)) continue;
      return { id, length: name.length, isSummer: kind === 'summer' };
    }
  }
  return undefined;
}
