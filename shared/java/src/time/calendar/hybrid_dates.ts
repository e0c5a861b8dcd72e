/**
 * Dates of GregorianCalendar: those of the Julian calendar before 15 October 1582, those of the
 * Gregorian calendar from then on. Days count from 1970-01-01; years may be zero or negative.
 */
import { civilFromDays, daysFromCivil, isLeapYear } from '@skein/dates';

/** 15 October 1582, the first day of the Gregorian calendar. */
const CUTOVER_DAY = -141_427;
const CUTOVER_YEAR = 1582;

interface HybridDate {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

/** Returns the first day of a month; months beyond the year belong to other years. */
export type FirstOfMonth = (year: number, month: number) => number;

const gregorianFirst: FirstOfMonth = (year, month) => daysFromCivil(year, month + 1, 1);

export const firstOfMonth: FirstOfMonth = (year, month) => {
  const gregorian = gregorianFirst(year, month);
  return gregorian >= CUTOVER_DAY ? gregorian : julianDay(year, month);
};

/**
 * The day that is counted from the first day of a month, by the calendar that was in use on it. A
 * day that 1582 left out is counted by the Julian calendar.
 */
export function hybridDay(countFrom: (first: FirstOfMonth) => number): number {
  const gregorian = countFrom(gregorianFirst);
  return gregorian >= CUTOVER_DAY ? gregorian : countFrom(julianDay);
}

export function hybridDate(day: number): HybridDate {
  if (day < CUTOVER_DAY) return julianDate(day);
  const { year, month, day: ofMonth } = civilFromDays(day);
  return { year, month: month - 1, day: ofMonth };
}

export const lengthOfMonth = (year: number, month: number): number =>
  firstOfMonth(year, month + 1) - firstOfMonth(year, month);

export const lengthOfYear = (year: number): number =>
  firstOfMonth(year + 1, 0) - firstOfMonth(year, 0);

export const isHybridLeapYear = (year: number): boolean =>
  year > CUTOVER_YEAR ? isLeapYear(year) : year % 4 === 0;

/** The days before each month of a year that begins in March. */
const MARCH_DAYS = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];
/** 1 March of the year 0 of the Julian calendar. */
const MARCH_0 = -719_470;
const DAYS_OF_FOUR_YEARS = 1461;

function julianDay(year: number, month: number): number {
  const months = 12 * year + month - 2;
  const marchYear = Math.floor(months / 12);
  const ofYear = MARCH_DAYS[months - 12 * marchYear] ?? 0;
  return MARCH_0 + 365 * marchYear + Math.floor(marchYear / 4) + ofYear;
}

function julianDate(day: number): HybridDate {
  const since = day - MARCH_0;
  const cycle = Math.floor(since / DAYS_OF_FOUR_YEARS);
  const inCycle = since - cycle * DAYS_OF_FOUR_YEARS;
  const yearOfCycle = Math.min(3, Math.floor(inCycle / 365));
  const ofYear = inCycle - 365 * yearOfCycle;
  const marchMonth = MARCH_DAYS.findLastIndex((before) => before <= ofYear);
  const month = (marchMonth + 2) % 12;
  const year = 4 * cycle + yearOfCycle + (month < 2 ? 1 : 0);
  return { year, month, day: ofYear - (MARCH_DAYS[marchMonth] ?? 0) + 1 };
}
