/** `IsoFields`, `JulianFields` and `WeekFields`: date fields by quarters, weeks and day counts. */
import { daysFromCivil, daysInMonth, daysInYear } from '@skein/dates';
import type { Locale } from '../text/locale.js';
import { constantAt, type EnumConstant } from '../values/enum_constant.js';
import { illegalArgument } from '../values/throwable.js';
import { JavaObject, type Value } from '../values/value.js';
import { weekBasedYear, weekOfWeekBasedYear, weeksOf, withWeekYear } from './iso_weeks.js';
import { DAY_OF_WEEK, LocalDate } from './time.js';
import { DateField } from './time_fields.js';
import { ValueRange } from './value_range.js';

const MAX_YEAR = 999_999_999;
const yearRange = ValueRange.of(-MAX_YEAR, -MAX_YEAR, MAX_YEAR, MAX_YEAR);
const ISO = 'java.time.temporal.IsoFields$Field';

const quarterStart = (date: LocalDate): number =>
  daysFromCivil(date.year, Math.floor((date.month - 1) / 3) * 3 + 1, 1);

const quarterLength = (date: LocalDate): number => {
  const first = Math.floor((date.month - 1) / 3) * 3 + 1;
  return [0, 1, 2].reduce((days, i) => days + daysInMonth(date.year, first + i), 0);
};

export const ISO_FIELD: readonly [
  dayOfQuarter: DateField,
  quarterOfYear: DateField,
  weekOfWeekBasedYear: DateField,
  weekBasedYear: DateField,
] = [
  new DateField(ISO, 'DAY_OF_QUARTER', {
    ordinal: 0,
    text: 'DayOfQuarter',
    unit: 'DAYS',
    rangeUnit: 'QUARTER_YEARS',
    range: ValueRange.of(1, 1, 90, 92),
    ofDate: (d) => d.day - quarterStart(d) + 1,
    set: (d, to) => new LocalDate(quarterStart(d) + to - 1),
    refined: (d) => ValueRange.of(1, 1, quarterLength(d), quarterLength(d)),
  }),
  new DateField(ISO, 'QUARTER_OF_YEAR', {
    ordinal: 1,
    text: 'QuarterOfYear',
    unit: 'QUARTER_YEARS',
    rangeUnit: 'YEARS',
    range: ValueRange.of(1, 1, 4, 4),
    ofDate: (d) => Math.floor((d.month + 2) / 3),
    set: (d, to) => d.plusMonths((to - Math.floor((d.month + 2) / 3)) * 3),
  }),
  new DateField(ISO, 'WEEK_OF_WEEK_BASED_YEAR', {
    ordinal: 2,
    text: 'WeekOfWeekBasedYear',
    unit: 'WEEKS',
    rangeUnit: 'WEEK_BASED_YEARS',
    range: ValueRange.of(1, 1, 52, 53),
    ofDate: weekOfWeekBasedYear,
    set: (d, to) => new LocalDate(d.day + (to - weekOfWeekBasedYear(d)) * 7),
    refined: (d) => ValueRange.of(1, 1, weeksOf(weekBasedYear(d)), weeksOf(weekBasedYear(d))),
  }),
  new DateField(ISO, 'WEEK_BASED_YEAR', {
    ordinal: 3,
    text: 'WeekBasedYear',
    unit: 'WEEK_BASED_YEARS',
    rangeUnit: 'FOREVER',
    range: yearRange,
    ofDate: weekBasedYear,
    set: withWeekYear,
  }),
];

/** Days counted from another day than 1970-01-01. */
function julian(name: string, text: string, offset: number): DateField {
  const low = -365_243_219_162 + offset;
  const high = 365_241_780_471 + offset;
  return new DateField('java.time.temporal.JulianFields$Field', name, {
    text,
    unit: 'DAYS',
    rangeUnit: 'FOREVER',
    range: ValueRange.of(low, low, high, high),
    ofDate: (d) => d.day + offset,
    set: (_d, to) => new LocalDate(to - offset),
  });
}

export const JULIAN_FIELD: readonly [DateField, DateField, DateField] = [
  julian('JULIAN_DAY', 'JulianDay', 2_440_588),
  julian('MODIFIED_JULIAN_DAY', 'ModifiedJulianDay', 40_587),
  julian('RATA_DIE', 'RataDie', 719_163),
];

/**
 * `WeekFields`: the first day of weeks, and the minimum number of days in the first week of a year
 * or month.
 */
export class WeekFields extends JavaObject {
  readonly className: string = 'java.time.temporal.WeekFields';
  /** The first day of the week, from 1 for Monday. */
  readonly firstDay: number;
  readonly minimalDays: number;

  constructor(firstDay: number, minimalDays: number) {
    super();
    if (minimalDays < 1 || minimalDays > 7)
      throw illegalArgument('Minimal number of days is invalid');
    this.firstDay = firstDay;
    this.minimalDays = minimalDays;
  }

  get firstDayOfWeek(): EnumConstant {
    return constantAt(DAY_OF_WEEK, this.firstDay - 1);
  }

  /** The day of the week, from 1 for the first one. */
  dayOfWeek(date: LocalDate): number {
    return ((date.dayOfWeek - this.firstDay + 7) % 7) + 1;
  }

  /** The first day of week one in a period that starts on `start`. */
  #weekOne(start: number): number {
    const lead = this.dayOfWeek(new LocalDate(start)) - 1;
    return lead > 7 - this.minimalDays ? start + 7 - lead : start - lead;
  }

  /** The week of the month or year that starts on `start`; 0 for the days before its first week. */
  weekSince(date: LocalDate, start: number): number {
    return Math.floor((date.day - this.#weekOne(start)) / 7) + 1;
  }

  /** The start of the week-based year. */
  yearStart(year: number): number {
    return this.#weekOne(daysFromCivil(year, 1, 1));
  }

  weekYear(date: LocalDate): number {
    if (date.day < this.yearStart(date.year)) return date.year - 1;
    return date.day >= this.yearStart(date.year + 1) ? date.year + 1 : date.year;
  }

  weekOfWeekYear(date: LocalDate): number {
    return Math.floor((date.day - this.yearStart(this.weekYear(date))) / 7) + 1;
  }

  weeksOfWeekYear(year: number): number {
    return (this.yearStart(year + 1) - this.yearStart(year)) / 7;
  }

  override equals(other: Value): boolean {
    return other instanceof WeekFields && other.text() === this.text();
  }

  override hashCode(): number {
    return (this.firstDay - 1) * 7 + this.minimalDays;
  }

  override text(): string {
    return `WeekFields[${this.firstDayOfWeek.name},${this.minimalDays}]`;
  }

  override key(): string {
    return this.text();
  }

  #field(name: string, how: Omit<ConstructorParameters<typeof DateField>[2], 'text'>): DateField {
    const text = `${name}[${this.text()}]`;
    const { firstDay } = this;
    return new DateField('java.time.temporal.TemporalField', text, { ...how, text, firstDay });
  }

  dayOfWeekField(): DateField {
    return this.#field('DayOfWeek', {
      unit: 'DAYS',
      rangeUnit: 'WEEKS',
      range: ValueRange.of(1, 1, 7, 7),
      ofDate: (d) => this.dayOfWeek(d),
      set: (d, to) => new LocalDate(d.day + to - this.dayOfWeek(d)),
    });
  }

  weekOfMonthField(): DateField {
    const start = (d: LocalDate): number => d.day - d.dayOfMonth + 1;
    const week = (d: LocalDate): number => this.weekSince(d, start(d));
    const last = (d: LocalDate): number =>
      this.weekSince(new LocalDate(start(d) + daysInMonth(d.year, d.month) - 1), start(d));
    return this.#field('WeekOfMonth', {
      unit: 'WEEKS',
      rangeUnit: 'MONTHS',
      range: ValueRange.of(0, 1, 4, 6),
      ofDate: week,
      set: (d, to) => new LocalDate(d.day + (to - week(d)) * 7),
      refined: (d) => {
        const first = this.weekSince(new LocalDate(start(d)), start(d));
        return ValueRange.of(first, first, last(d), last(d));
      },
    });
  }

  weekOfYearField(): DateField {
    const start = (d: LocalDate): number => d.day - d.dayOfYear + 1;
    const week = (d: LocalDate): number => this.weekSince(d, start(d));
    return this.#field('WeekOfYear', {
      unit: 'WEEKS',
      rangeUnit: 'YEARS',
      range: ValueRange.of(0, 1, 52, 54),
      ofDate: week,
      set: (d, to) => new LocalDate(d.day + (to - week(d)) * 7),
      refined: (d) => {
        const first = this.weekSince(new LocalDate(start(d)), start(d));
        const end = this.weekSince(new LocalDate(start(d) + daysInYear(d.year) - 1), start(d));
        return ValueRange.of(first, first, end, end);
      },
    });
  }

  weekOfWeekBasedYearField(): DateField {
    return this.#field('WeekOfWeekBasedYear', {
      unit: 'WEEKS',
      rangeUnit: 'WEEK_BASED_YEARS',
      range: ValueRange.of(1, 1, 52, 53),
      ofDate: (d) => this.weekOfWeekYear(d),
      set: (d, to) => new LocalDate(d.day + (to - this.weekOfWeekYear(d)) * 7),
      refined: (d) => {
        const weeks = this.weeksOfWeekYear(this.weekYear(d));
        return ValueRange.of(1, 1, weeks, weeks);
      },
    });
  }

  weekBasedYearField(): DateField {
    return this.#field('WeekBasedYear', {
      unit: 'WEEK_BASED_YEARS',
      rangeUnit: 'FOREVER',
      range: yearRange,
      ofDate: (d) => this.weekYear(d),
      set: (d, to) => {
        const week = Math.min(this.weekOfWeekYear(d), this.weeksOfWeekYear(to));
        return new LocalDate(this.yearStart(to) + (week - 1) * 7 + this.dayOfWeek(d) - 1);
      },
    });
  }
}

export const ISO_WEEKS = new WeekFields(1, 4);
export const SUNDAY_WEEKS = new WeekFields(7, 1);

/**
 * The weeks of languages and of countries whose weeks differ from those of their language: the
 * first day, and the days that the first week needs. They are those of OpenSearch's JVM, in which
 * the root locale and all other languages have the weeks of the ISO standard.
 */
const WEEKS: readonly (readonly [locales: string, weeks: WeekFields])[] = [
  ['ar', new WeekFields(6, 1)],
  ['be bg en he hi iw ja ko mk sq th vi zh es-US fr-CA pt-BR', SUNDAY_WEEKS],
  ['es hr pt ro ru sl sr tr uk el-CY id-ID in-ID ms-MY', new WeekFields(1, 1)],
  ['en-GB en-IE es-ES pt-PT', ISO_WEEKS],
  ['mt en-MT', new WeekFields(7, 4)],
];

const WEEKS_OF: ReadonlyMap<string, WeekFields> = new Map(
  WEEKS.flatMap(([locales, weeks]) => locales.split(' ').map((locale) => [locale, weeks] as const)),
);

export function weekFieldsOf({ language, country }: Locale): WeekFields {
  return WEEKS_OF.get(`${language}-${country}`) ?? WEEKS_OF.get(language) ?? ISO_WEEKS;
}
