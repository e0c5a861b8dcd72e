/** The weeks of ISO 8601: they start on Mondays, and the first one has the 4 January. */
import { daysFromCivil } from '@skein/dates';
import { LocalDate } from './time.js';

/** The Monday on which a week-based year starts. */
function weekYearStart(year: number): number {
  const fourth = new LocalDate(daysFromCivil(year, 1, 4));
  return fourth.day - fourth.dayOfWeek + 1;
}

export function weekBasedYear(date: LocalDate): number {
  return new LocalDate(date.day - date.dayOfWeek + 4).year;
}

export function weekOfWeekBasedYear(date: LocalDate): number {
  return Math.floor((date.day - weekYearStart(weekBasedYear(date))) / 7) + 1;
}

export const weeksOf = (weekYear: number): number =>
  (weekYearStart(weekYear + 1) - weekYearStart(weekYear)) / 7;

/** The same week and day of another week-based year, or its last week if it has fewer. */
export function withWeekYear(date: LocalDate, to: number): LocalDate {
  const week = Math.min(weekOfWeekBasedYear(date), weeksOf(to));
  return new LocalDate(weekYearStart(to) + (week - 1) * 7 + date.dayOfWeek - 1);
}
