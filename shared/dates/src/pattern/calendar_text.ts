/** The words in dates: English, as in Java's root locale. */
import type { TextSet, TextWidth } from './element.js';

type Words = Readonly<Record<TextWidth, readonly string[]>> & {
  /** The numeric value of the first word. */
  readonly first: number;
};

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const WEEKDAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

const shortened = (words: readonly string[]) => words.map((word) => word.slice(0, 3));
const initials = (words: readonly string[]) => words.map((word) => word.slice(0, 1));
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
const QUARTERS = numbers(4).map((quarter) => `Q${quarter}`);

export const CALENDAR_TEXT: Readonly<Record<TextSet, Words>> = {
  month: {
    first: 1,
    full: MONTH_NAMES,
    short: shortened(MONTH_NAMES),
    narrow: numbers(MONTH_NAMES.length),
  },
  weekday: {
    first: 1,
    full: WEEKDAY_NAMES,
    short: shortened(WEEKDAY_NAMES),
    narrow: initials(WEEKDAY_NAMES),
  },
  halfDay: { first: 0, full: ['AM', 'PM'], short: ['AM', 'PM'], narrow: ['a', 'p'] },
  era: { first: 0, full: ['BCE', 'CE'], short: ['BC', 'AD'], narrow: ['B', 'A'] },
  quarter: { first: 1, full: QUARTERS, short: QUARTERS, narrow: numbers(QUARTERS.length) },
};
