/**
 * The proleptic Gregorian calendar in plain arithmetic, after Howard Hinnant's "chrono-compatible
 * low-level date algorithms". A day number counts from 1970-01-01; years may be zero or negative.
 */

export const MS_PER_SECOND = 1_000;
export const MS_PER_MINUTE = 60_000;
export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;

export interface CivilDate {
  readonly year: number;
  /** The month, from 1 to 12. */
  readonly month: number;
  /** The day of the month, from 1 to 31. */
  readonly day: number;
}

/**
 * The day number of a date. Months out of range overflow into other years. The computation starts
 * years in March, so that a leap day is the last day of a year.
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const months = year * 12 + month - 3;
  const marchYear = Math.floor(months / 12);
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (months - marchYear * 12) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function civilFromDays(dayNumber: number): CivilDate {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export const daysInYear = (year: number): number => (isLeapYear(year) ? 366 : 365);

export function quarterOf(month: number): number {
  return Math.floor((month + 2) / 3);
}

/** The ISO day of the week: Monday is 1, Sunday 7. */
export function dayOfWeek(dayNumber: number): number {
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

export function dayOfYear(dayNumber: number): number {
  return dayNumber - daysFromCivil(civilFromDays(dayNumber).year, 1, 1) + 1;
}

/** The Monday on which ISO week 1 of a week-based year starts. */
export function firstIsoWeekStart(weekYear: number): number {
  const fourth = daysFromCivil(weekYear, 1, 4);
  return fourth - dayOfWeek(fourth) + 1;
}

export function isoWeekOf(dayNumber: number): { weekYear: number; week: number } {
  const thursday = dayNumber - dayOfWeek(dayNumber) + 4;
  const weekYear = civilFromDays(thursday).year;
  return { weekYear, week: Math.floor((dayNumber - firstIsoWeekStart(weekYear)) / 7) + 1 };
}

/**
 * The week of the month: the first one has four days or more in it, and weeks start on Mondays. A
 * shorter one before it is week 0.
 */
export function weekOfMonth(day: number, weekday: number): number {
  const thursday = day + 4 - weekday;
  return Math.floor((thursday - 1) / 7) + 1;
}

/** The day of a week of which the first day is the first of the month, from 1 to 7. */
export function alignedDay(day: number): number {
  return ((day - 1) % 7) + 1;
}

/** The modified Julian day, which counts from 17 November 1858, of day number 0. */
export const MODIFIED_JULIAN_DAY_OF_EPOCH = 40_587;
