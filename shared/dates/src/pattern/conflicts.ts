/**
 * Fields of a text that a date does not need, and that must not contradict it. As in java.time,
 * they are compared only if the text gives a whole date.
 */
import {
  alignedDay,
  type CivilDate,
  civilFromDays,
  dayOfWeek,
  quarterOf,
  weekOfMonth,
} from '../civil.js';
import { type DateFields, FIELD, type Field, fieldOf } from './fields.js';

interface Check {
  readonly name: string;
  readonly field: Field;
  fieldOfDay(dayNumber: number, date: CivilDate): number;
}

const CHECKS: readonly Check[] = [
  { name: 'DayOfWeek', field: FIELD.dayOfWeek, fieldOfDay: dayOfWeek },
  { name: 'QuarterOfYear', field: FIELD.quarter, fieldOfDay: (_, { month }) => quarterOf(month) },
  {
    name: 'WeekOfMonth',
    field: FIELD.weekOfMonth,
    fieldOfDay: (dayNumber, { day }) => weekOfMonth(day, dayOfWeek(dayNumber)),
  },
  {
    name: 'AlignedDayOfWeekInMonth',
    field: FIELD.alignedDay,
    fieldOfDay: (_, { day }) => alignedDay(day),
  },
];

/** A modified Julian day is a whole date: the usual fields of a date are compared with it too. */
const CHECKS_OF_JULIAN_DAY: readonly Check[] = [
  { name: 'Year', field: FIELD.year, fieldOfDay: (_, { year }) => year },
  { name: 'YearOfEra', field: FIELD.yearOfEra, fieldOfDay: (_, { year }) => year },
  { name: 'MonthOfYear', field: FIELD.month, fieldOfDay: (_, { month }) => month },
  { name: 'DayOfMonth', field: FIELD.day, fieldOfDay: (_, { day }) => day },
  ...CHECKS,
];

/** Tells the first field that has another value than on this day; undefined if all agree. */
export function conflictOf(fields: DateFields, dayNumber: number): string | undefined {
  const isJulian = fieldOf(fields, FIELD.modifiedJulianDay) !== undefined;
  if (!isJulian && !namesDate(fields)) return undefined;
  const date = civilFromDays(dayNumber);
  for (const { name, field, fieldOfDay } of isJulian ? CHECKS_OF_JULIAN_DAY : CHECKS) {
    const given = fieldOf(fields, field);
    if (given === undefined) continue;
    const found = fieldOfDay(dayNumber, date);
    if (given !== found) {
      return `Conflict found: Field ${name} ${found} differs from ${name} ${given} derived from ${printDay(date)}`;
    }
  }
  return undefined;
}

function namesDate(fields: DateFields): boolean {
  const hasYear =
    fieldOf(fields, FIELD.year) !== undefined || fieldOf(fields, FIELD.yearOfEra) !== undefined;
  if (!hasYear || isOfNoEra(fields)) return false;
  const hasDay =
    fieldOf(fields, FIELD.month) !== undefined && fieldOf(fields, FIELD.day) !== undefined;
  return hasDay || fieldOf(fields, FIELD.dayOfYear) !== undefined;
}

/**
 * True if the date has a year of era without an era. java.time does not resolve such a date while
 * it parses the text: no field contradicts it, and its errors do not count as errors of the text.
 */
export function isOfNoEra(fields: DateFields): boolean {
  return (
    fieldOf(fields, FIELD.year) === undefined &&
    fieldOf(fields, FIELD.yearOfEra) !== undefined &&
    fieldOf(fields, FIELD.era) === undefined
  );
}

function printDay({ year, month, day }: CivilDate): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
