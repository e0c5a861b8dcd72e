/** Weeks of a calendar whose first day, and the days that the first week needs, can be chosen. */
import { firstOfMonth, hybridDate } from './hybrid_dates.js';

export interface Weeks {
  /** From 1 for Sunday. */
  readonly firstDay: number;
  readonly minimalDays: number;
}

/** The weekday of a day since 1970-01-01, which was a Thursday; from 1 for Sunday. */
export const weekdayOf = (day: number): number => ((((day + 4) % 7) + 7) % 7) + 1;

/** The number in ISO 8601, from 1 for Monday, of a weekday from 1 for Sunday. */
export const isoWeekdayOf = (weekday: number): number => ((weekday + 5) % 7) + 1;

/** The weekday, from 1 for Sunday, of a number from 1 for Monday. */
export const weekdayOfIso = (day: number): number => (day % 7) + 1;

/** The last day up to `day` that is this weekday. */
export const onOrBefore = (day: number, weekday: number): number =>
  day - ((((weekdayOf(day) - weekday) % 7) + 7) % 7);

/** The first day of the first week of a year or a month, which may belong to the one before. */
export function firstWeekStart(
  firstDay: number,
  { firstDay: weekday, minimalDays }: Weeks,
): number {
  const start = onOrBefore(firstDay + 6, weekday);
  return start - firstDay >= minimalDays ? start - 7 : start;
}

/** The number of a day's week, counted from the first week of the year or month. */
export const weekNumber = (firstDay: number, day: number, weeks: Weeks): number =>
  Math.floor((day - firstWeekStart(firstDay, weeks)) / 7) + 1;

export interface WeekOfYear {
  readonly year: number;
  readonly week: number;
}

/** The week of a day, and the year that the week belongs to. */
export function weekOfYear(day: number, weeks: Weeks): WeekOfYear {
  const { year } = hybridDate(day);
  const next = firstWeekStart(firstOfMonth(year + 1, 0), weeks);
  if (day >= next) return { year: year + 1, week: Math.floor((day - next) / 7) + 1 };
  const week = weekNumber(firstOfMonth(year, 0), day, weeks);
  if (week > 0) return { year, week };
  return { year: year - 1, week: weekNumber(firstOfMonth(year - 1, 0), day, weeks) };
}

/** The number of weeks of a year. */
export function weeksInYear(year: number, weeks: Weeks): number {
  const start = firstWeekStart(firstOfMonth(year, 0), weeks);
  return (firstWeekStart(firstOfMonth(year + 1, 0), weeks) - start) / 7;
}

/** The day of a weekday in a week of a year. */
export function dayOfWeek(
  weeks: Weeks,
  { year, week, weekday }: WeekOfYear & { readonly weekday: number },
): number {
  const inWeek = (((weekday - weeks.firstDay) % 7) + 7) % 7;
  return firstWeekStart(firstOfMonth(year, 0), weeks) + 7 * (week - 1) + inWeek;
}
