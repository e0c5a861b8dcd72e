/**
 * Cron expressions of Elasticsearch (its class `Cron`, which follows Quartz): `seconds minutes
 * hours day-of-month month day-of-week [year]`, in UTC. Days of the week are numbered from Sunday,
 * 1, to Saturday, 7. One of the two fields for days must be `?`, since no rule combines them.
 *
 * A day is found by checking one after the other, in the matching months.
 */
import { ApiError } from '@skein/errors';
import {
  type CivilDate,
  civilFromDays,
  dayOfWeek,
  daysInMonth,
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  MS_PER_SECOND,
} from './civil.js';

export interface QuartzCron {
  /** The first time after `afterMs`; `undefined`: there is none. */
  nextMs(afterMs: number): number | undefined;
}

const LAST_YEAR = 2199;
/**
 * Number of years within which every expression that matches at all does so: the fifth Friday of a
 * February is at most 40 years away.
 */
const YEARS_AHEAD = 40;
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly words?: readonly string[];
}

const SECOND: Field = { name: 'seconds', least: 0, most: 59 };
const MINUTE: Field = { name: 'minutes', least: 0, most: 59 };
const HOUR: Field = { name: 'hours', least: 0, most: 23 };
const DAY: Field = { name: 'day of month', least: 1, most: 31 };
const MONTH: Field = { name: 'month', least: 1, most: 12, words: MONTHS };
const WEEKDAY: Field = { name: 'day of week', least: 1, most: 7, words: WEEKDAYS };
const YEAR: Field = { name: 'year', least: 1970, most: LAST_YEAR };

/** A candidate day, with the values that the rules about days need. */
interface Day extends CivilDate {
  /** Day of the week; 1 is Sunday. */
  readonly weekday: number;
  readonly lastOfMonth: number;
}

type IsMeant = (day: Day) => boolean;

/** Throws illegal_argument_exception for an invalid expression. */
export function parseQuartzCron(expression: string): QuartzCron {
  const fault = (reason: string) =>
    new ApiError(
      'illegal_argument_exception',
      `invalid cron expression [${expression}]: ${reason}`,
    );
  const parts = expression.trim().toUpperCase().split(/\s+/);
  if (parts.length < 6 || parts.length > 7) {
    throw fault(`six or seven fields are expected, but there are ${parts.length}`);
  }
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = '', year] = parts;
  const hasDay = day !== '?';
  if (hasDay === (weekday !== '?')) {
    throw fault('one of [day of month] and [day of week] must be [?], and only one');
  }
  const values = (text: string, field: Field) => valuesOf(text, field, fault);
  const months = new Set(values(month, MONTH));
  const years = year === undefined ? undefined : new Set(values(year, YEAR));
  const isMeant = hasDay ? dayRule(day, fault) : weekdayRule(weekday, fault);
  const times = { hours: values(hour, HOUR), minutes: values(minute, MINUTE) };
  const seconds = values(second, SECOND);
  return {
    nextMs: (afterMs) => {
      const fromMs = (Math.floor(afterMs / MS_PER_SECOND) + 1) * MS_PER_SECOND;
      const first = Math.floor(fromMs / MS_PER_DAY);
      const lastYear = Math.max(civilFromDays(first).year + YEARS_AHEAD, ...(years ?? []));
      for (let number = first; ; number++) {
        const date = dayOf(number);
        if (date.year > lastYear) return undefined;
        const isInMonth = months.has(date.month) && (years?.has(date.year) ?? true);
        // The loop continues with the first day of the next month.
        if (!isInMonth) number += date.lastOfMonth - date.day;
        if (!isInMonth || !isMeant(date)) continue;
        const ofDay = firstTime(Math.max(0, fromMs - number * MS_PER_DAY), { ...times, seconds });
        if (ofDay !== undefined) return number * MS_PER_DAY + ofDay;
      }
    },
  };
}

type Fault = (reason: string) => ApiError;

/** The first time of a day, in milliseconds, from `leastMs` on; the times are sorted. */
function firstTime(
  leastMs: number,
  times: {
    readonly hours: readonly number[];
    readonly minutes: readonly number[];
    readonly seconds: readonly number[];
  },
): number | undefined {
  for (const hour of times.hours) {
    if ((hour + 1) * MS_PER_HOUR <= leastMs) continue;
    for (const minute of times.minutes) {
      const minuteMs = hour * MS_PER_HOUR + minute * MS_PER_MINUTE;
      if (minuteMs + MS_PER_MINUTE <= leastMs) continue;
      for (const second of times.seconds) {
        if (minuteMs + second * MS_PER_SECOND >= leastMs) return minuteMs + second * MS_PER_SECOND;
      }
    }
  }
  return undefined;
}

function dayOf(number: number): Day {
  const date = civilFromDays(number);
  // ISO counts from Monday, 1, to Sunday, 7.
  const weekday = (dayOfWeek(number) % 7) + 1;
  return { ...date, weekday, lastOfMonth: daysInMonth(date.year, date.month) };
}

/** Parses `L`, `L-3`, `LW`, `15W`, or numbers. */
function dayRule(text: string, fault: Fault): IsMeant {
  const last = /^L(?:-(\d{1,2}))?(W)?$/.exec(text);
  if (last !== null) {
    const before = Number(last[1] ?? 0);
    if (before > 30) throw fault('the offset of [L] must be at most 30');
    const wanted = (day: Day) => day.lastOfMonth - before;
    return last[2] === undefined
      ? (day) => day.day === wanted(day)
      : (day) => day.day === nearestWeekday(day, wanted(day));
  }
  const near = /^(\d{1,2})W$/.exec(text)?.[1];
  if (near !== undefined) {
    const wanted = Number(near);
    if (wanted < 1 || wanted > 31) throw fault('[W] needs a day from 1 to 31');
    return (day) => wanted <= day.lastOfMonth && day.day === nearestWeekday(day, wanted);
  }
  const days = new Set(valuesOf(text, DAY, fault));
  return (day) => days.has(day.day);
}

/** The working day (Monday to Friday) of the same month that is nearest to the day of the month. */
function nearestWeekday({ day, weekday, lastOfMonth }: Day, wanted: number): number {
  const offset = (((weekday - 1 + wanted - day) % 7) + 7) % 7;
  if (offset === 6) return wanted === 1 ? wanted + 2 : wanted - 1;
  if (offset === 0) return wanted === lastOfMonth ? wanted - 2 : wanted + 1;
  return wanted;
}

/**
 * Parses `L` (Saturday), `6L` (the last Friday of the month), `6#3` (its third one), or numbers and
 * names.
 */
function weekdayRule(text: string, fault: Fault): IsMeant {
  if (text === 'L') return ({ weekday }) => weekday === 7;
  const special = /^(\w+?)(L|#(\d))$/.exec(text);
  if (special === null) {
    const weekdays = new Set(valuesOf(text, WEEKDAY, fault));
    return ({ weekday }) => weekdays.has(weekday);
  }
  const [, named = '', , nth] = special;
  const wanted = valueIn(named, WEEKDAY, fault);
  if (nth === undefined) {
    return ({ weekday, day, lastOfMonth }) => weekday === wanted && day + 7 > lastOfMonth;
  }
  const number = Number(nth);
  if (number < 1 || number > 5) throw fault('[#] needs a number from 1 to 5');
  return ({ weekday, day }) => weekday === wanted && Math.ceil(day / 7) === number;
}

/**
 * Parses `*`, `3`, `3-7`, `FRI-MON`, `0/15`, `10-20/2`, and lists of these; returns the sorted
 * values.
 */
function valuesOf(text: string, field: Field, fault: Fault): readonly number[] {
  const values = new Set(text.split(',').flatMap((one) => rangeOf(one, field, fault)));
  return [...values].sort((a, b) => a - b);
}

function rangeOf(text: string, field: Field, fault: Fault): number[] {
  const { name, least, most } = field;
  const [range = '', stepText, ...others] = text.split('/');
  const step = /^\d{1,4}$/.test(stepText ?? '1') ? Number(stepText ?? 1) : 0;
  if (others.length > 0 || step < 1 || step > most) {
    throw fault(`[${text}] in [${name}]`);
  }
  const [fromText = '', toText, ...more] = range.split('-');
  if (more.length > 0) throw fault(`[${text}] in [${name}]`);
  const isAll = fromText === '*' || (fromText === '' && stepText !== undefined);
  const from = isAll ? least : valueIn(fromText, field, fault);
  const single = isAll || stepText !== undefined ? most : from;
  const to = toText === undefined ? single : valueIn(toText, field, fault);
  const found: number[] = [];
  // A range such as `22-2` wraps around.
  const last = to >= from ? to : to + most - least + 1;
  if (last > most && field === YEAR) throw fault(`[${text}] in [${name}]`);
  for (let at = from; at <= last; at += step) {
    found.push(at > most ? at - (most - least + 1) : at);
  }
  return found;
}

function valueIn(text: string, { name, least, most, words }: Field, fault: Fault): number {
  const word = words?.indexOf(text) ?? -1;
  if (word >= 0) return word + least;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw fault(`[${text}] in [${name}]`);
}
