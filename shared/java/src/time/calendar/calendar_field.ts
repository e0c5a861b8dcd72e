/** The fields of java.util.Calendar: their numbers, names and limits. */

export const FIELD = {
  era: 0,
  year: 1,
  month: 2,
  weekOfYear: 3,
  weekOfMonth: 4,
  dayOfMonth: 5,
  dayOfYear: 6,
  dayOfWeek: 7,
  dayOfWeekInMonth: 8,
  amPm: 9,
  hour: 10,
  hourOfDay: 11,
  minute: 12,
  second: 13,
  millisecond: 14,
  zoneOffset: 15,
  dstOffset: 16,
} as const;

export const FIELD_COUNT = 17;

const HOUR_MS = 3_600_000;

interface FieldLimits {
  readonly name: string;
  readonly least: number;
  /** The maximum of the shortest year or month, which lost ten days in 1582, and of the longest. */
  readonly leastMost: number;
  readonly most: number;
}

const limits = (name: string, least: number, leastMost: number, most = leastMost): FieldLimits => ({
  name,
  least,
  leastMost,
  most,
});

/** The names and limits by number, as GregorianCalendar has them. */
export const FIELDS: readonly FieldLimits[] = [
  limits('ERA', 0, 1),
  limits('YEAR', 1, 292_269_054, 292_278_994),
  limits('MONTH', 0, 11),
  limits('WEEK_OF_YEAR', 1, 50, 53),
  limits('WEEK_OF_MONTH', 0, 3, 6),
  limits('DAY_OF_MONTH', 1, 28, 31),
  limits('DAY_OF_YEAR', 1, 355, 366),
  limits('DAY_OF_WEEK', 1, 7),
  limits('DAY_OF_WEEK_IN_MONTH', 1, 3, 6),
  limits('AM_PM', 0, 1),
  limits('HOUR', 0, 11),
  limits('HOUR_OF_DAY', 0, 23),
  limits('MINUTE', 0, 59),
  limits('SECOND', 0, 59),
  limits('MILLISECOND', 0, 999),
  limits('ZONE_OFFSET', -13 * HOUR_MS, 14 * HOUR_MS),
  limits('DST_OFFSET', 0, HOUR_MS / 3, 2 * HOUR_MS),
];
