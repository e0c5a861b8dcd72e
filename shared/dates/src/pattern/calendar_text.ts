/** The words in dates: English, as in Java's root locale. */
import type { TextSet } from './element.js';

interface Words {
  /** The numeric value of the first word. */
  readonly first: number;
  readonly full: readonly string[];
  readonly short: readonly string[];
}

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

export const CALENDAR_TEXT: Readonly<Record<TextSet, Words>> = {
  month: { first: 1, full: MONTH_NAMES, short: shortened(MONTH_NAMES) },
  weekday: { first: 1, full: WEEKDAY_NAMES, short: shortened(WEEKDAY_NAMES) },
  halfDay: { first: 0, full: ['AM', 'PM'], short: ['AM', 'PM'] },
  era: { first: 0, full: ['Before Christ', 'Anno Domini'], short: ['BC', 'AD'] },
};
