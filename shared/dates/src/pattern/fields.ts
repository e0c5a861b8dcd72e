/**
 * The fields that a text gives for a date, before they become an instant. Absent fields are NaN, so
 * that a reset is one fill.
 */

export const FIELD = {
  year: 0,
  yearOfEra: 1,
  era: 2,
  month: 3,
  day: 4,
  dayOfYear: 5,
  dayOfWeek: 6,
  weekYear: 7,
  week: 8,
  hour: 9,
  clockHour: 10,
  hourOfHalfDay: 11,
  clockHourOfHalfDay: 12,
  halfDay: 13,
  minute: 14,
  second: 15,
  nano: 16,
  milliOfDay: 17,
  nanoOfDay: 18,
  offsetSeconds: 19,
  quarter: 20,
  weekOfMonth: 21,
  /** The day of a week that begins on the first of the month. */
  alignedDay: 22,
  /** Days since 17 November 1858. */
  modifiedJulianDay: 23,
} as const;

export type Field = (typeof FIELD)[keyof typeof FIELD];
const FIELD_COUNT = 24;

/** OpenSearch's names of the fields and their limits, for messages and checks. */
export const FIELD_LIMITS: Readonly<
  Partial<Record<Field, { readonly name: string; readonly min: number; readonly max: number }>>
> = {
  [FIELD.year]: { name: 'Year', min: -999_999_999, max: 999_999_999 },
  [FIELD.yearOfEra]: { name: 'YearOfEra', min: 1, max: 999_999_999 },
  [FIELD.month]: { name: 'MonthOfYear', min: 1, max: 12 },
  [FIELD.day]: { name: 'DayOfMonth', min: 1, max: 31 },
  [FIELD.dayOfYear]: { name: 'DayOfYear', min: 1, max: 366 },
  [FIELD.dayOfWeek]: { name: 'DayOfWeek', min: 1, max: 7 },
  [FIELD.week]: { name: 'WeekOfWeekBasedYear', min: 1, max: 53 },
  [FIELD.hour]: { name: 'HourOfDay', min: 0, max: 23 },
  [FIELD.clockHour]: { name: 'ClockHourOfDay', min: 1, max: 24 },
  [FIELD.hourOfHalfDay]: { name: 'HourOfAmPm', min: 0, max: 11 },
  [FIELD.clockHourOfHalfDay]: { name: 'ClockHourOfAmPm', min: 1, max: 12 },
  [FIELD.minute]: { name: 'MinuteOfHour', min: 0, max: 59 },
  [FIELD.second]: { name: 'SecondOfMinute', min: 0, max: 59 },
  [FIELD.nano]: { name: 'NanoOfSecond', min: 0, max: 999_999_999 },
  [FIELD.milliOfDay]: { name: 'MilliOfDay', min: 0, max: 86_399_999 },
  [FIELD.nanoOfDay]: { name: 'NanoOfDay', min: 0, max: 86_399_999_999_999 },
  [FIELD.quarter]: { name: 'QuarterOfYear', min: 1, max: 4 },
};

export interface DateFields {
  readonly values: Float64Array;
  zone: string | undefined;
}

const scratch: DateFields = { values: new Float64Array(FIELD_COUNT), zone: undefined };

/**
 * Empty fields, shared by the thread and valid until the next call, since a date is parsed in one
 * go.
 */
export function emptyFields(): DateFields {
  scratch.values.fill(Number.NaN);
  scratch.zone = undefined;
  return scratch;
}

const LIMITED = Object.values(FIELD).flatMap((field) => {
  const limits = FIELD_LIMITS[field];
  return limits === undefined ? [] : [{ field, min: limits.min, max: limits.max }];
});

/** The first field beyond its limits. */
export function fieldBeyondLimits({ values }: DateFields): Field | undefined {
  for (const { field, min, max } of LIMITED) {
    const value = values[field] ?? Number.NaN;
    if (value < min || value > max) return field;
  }
  return undefined;
}

export function fieldOf(fields: DateFields, field: Field): number | undefined {
  const value = fields.values[field];
  return value === undefined || Number.isNaN(value) ? undefined : value;
}
