/**
 * The calendars other than ISO: Minguo and Thai Buddhist count its years from another one, the
 * Japanese calendar counts by eras of emperors, and the Hijrah calendar of Umm al-Qura is lunar,
 * with the platform's data.
 */
import { daysFromCivil, daysInMonth, daysInYear, isLeapYear } from '@skein/dates';
import { constantAt, EnumConstant } from '../values/enum_constant.js';
import { dateTime, unsupportedTemporal } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { timeFieldValue } from './formatter/field_values.js';
import { ChronologyObject, ISO_CHRONOLOGY } from './iso_chronology.js';
import { LocalDate, LocalDateTime, LocalTime, Period, pad, Temporal } from './time.js';
import { between, plus } from './time_math.js';

/** A date in a calendar: the proleptic year, and month and day from 1. */
interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface ChronologyKind {
  readonly name: 'Minguo' | 'ThaiBuddhist' | 'Japanese' | 'Hijrah';
  readonly id: string;
  readonly calendarType: string;
  readonly eras: readonly EnumConstant[];
  /** The number of an era. */
  readonly eraValue: (era: EnumConstant) => number;
  readonly ofDay: (day: number) => CalendarDate;
  readonly toDay: (date: CalendarDate) => number;
  readonly isLeap: (year: number) => boolean;
  readonly lengthOfMonth: (year: number, month: number) => number;
  readonly lengthOfYear: (year: number) => number;
  /** The era of a day, and the year of that era. */
  readonly eraOf: (date: CalendarDate, day: number) => { era: EnumConstant; year: number };
  readonly yearOfEra: (era: EnumConstant, year: number) => number;
}

const P = 'java.time.chrono.';
const eraOf = (name: string, era: string, ordinal: number): EnumConstant =>
  new EnumConstant(`${P}${name}Era`, era, ordinal);
const eras = (name: string, names: readonly string[]): EnumConstant[] =>
  names.map((one, i) => eraOf(name, one, i));

/** A calendar with ISO months whose years are counted from another one. */
function shifted(
  name: 'Minguo' | 'ThaiBuddhist',
  {
    id,
    calendarType,
    by,
    before,
    after,
  }: { id: string; calendarType: string; by: number; before: string; after: string },
): ChronologyKind {
  const [past, present] = [eraOf(name, before, 0), eraOf(name, after, 1)];
  return {
    name,
    id,
    calendarType,
    eras: [past, present],
    eraValue: (era) => era.ordinal,
    ofDay: (day) => {
      const date = new LocalDate(day);
      return { year: date.year + by, month: date.month, day: date.dayOfMonth };
    },
    toDay: ({ year, month, day }) => LocalDate.of(year - by, month, day).day,
    isLeap: (year) => isLeapYear(year - by),
    lengthOfMonth: (year, month) => daysInMonth(year - by, month),
    lengthOfYear: (year) => daysInYear(year - by),
    eraOf: ({ year }) => (year >= 1 ? { era: present, year } : { era: past, year: 1 - year }),
    yearOfEra: (era, year) => (era === present ? year : 1 - year),
  };
}

const MINGUO = shifted('Minguo', {
  id: 'Minguo',
  calendarType: 'roc',
  by: -1911,
  before: 'BEFORE_ROC',
  after: 'ROC',
});
const THAI = shifted('ThaiBuddhist', {
  id: 'ThaiBuddhist',
  calendarType: 'buddhist',
  by: 543,
  before: 'BEFORE_BE',
  after: 'BE',
});

class JapaneseEra extends EnumConstant {
  override text(): string {
    return this.name.charAt(0) + this.name.slice(1).toLowerCase();
  }
}

const JAPANESE_ERAS = ['MEIJI', 'TAISHO', 'SHOWA', 'HEISEI', 'REIWA'].map(
  (name, i) => new JapaneseEra(`${P}JapaneseEra`, name, i),
);
const ERA_STARTS = [
  daysFromCivil(1868, 1, 1),
  daysFromCivil(1912, 7, 30),
  daysFromCivil(1926, 12, 25),
  daysFromCivil(1989, 1, 8),
  daysFromCivil(2019, 5, 1),
];
const ERA_YEARS = [1868, 1912, 1926, 1989, 2019];
const FIRST_JAPANESE_DAY = daysFromCivil(1873, 1, 1);

const JAPANESE: ChronologyKind = {
  name: 'Japanese',
  id: 'Japanese',
  calendarType: 'japanese',
  eras: JAPANESE_ERAS,
  eraValue: (era) => era.ordinal - 1,
  ofDay: (day) => {
    if (day < FIRST_JAPANESE_DAY) throw dateTime('JapaneseDate before Meiji 6 is not supported');
    const date = new LocalDate(day);
    return { year: date.year, month: date.month, day: date.dayOfMonth };
  },
  toDay: ({ year, month, day }) => LocalDate.of(year, month, day).day,
  isLeap: isLeapYear,
  lengthOfMonth: daysInMonth,
  lengthOfYear: daysInYear,
  eraOf: ({ year }, day) => {
    const at = ERA_STARTS.findLastIndex((start) => start <= day);
    return { era: constantAt(JAPANESE_ERAS, at), year: year - (ERA_YEARS[at] ?? 0) + 1 };
  },
  yearOfEra: (era, year) => (ERA_YEARS[era.ordinal] ?? 0) + year - 1,
};

/** The years for which the calendar is published. */
const HIJRAH_YEARS = [1300, 1600] as const;
let hijrahMonths: readonly number[] | undefined;

/** The first days of all months in the published years. */
function monthStarts(): readonly number[] {
  if (hijrahMonths !== undefined) return hijrahMonths;
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
    day: 'numeric',
    timeZone: 'UTC',
  });
  const dayOf = (day: number): number => Number(format.format(day * 86_400_000));
  const starts: number[] = [];
  // 1 Muharram 1300.
  let at = daysFromCivil(1882, 11, 12);
  const count = (HIJRAH_YEARS[1] - HIJRAH_YEARS[0] + 1) * 12 + 1;
  for (let i = 0; i < count; i++) {
    starts.push(at);
    at += dayOf(at + 29) === 1 ? 29 : 30;
  }
  hijrahMonths = starts;
  return starts;
}

function hijrahOfDay(day: number): CalendarDate {
  const starts = monthStarts();
  const last = starts.at(-1) ?? 0;
  if (day < (starts[0] ?? 0) || day >= last) throw dateTime('Hijrah date out of range');
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= day) low = middle;
    else high = middle - 1;
  }
  return {
    year: HIJRAH_YEARS[0] + Math.floor(low / 12),
    month: (low % 12) + 1,
    day: day - (starts[low] ?? 0) + 1,
  };
}

function hijrahMonth(year: number, month: number): number {
  if (year < HIJRAH_YEARS[0] || year > HIJRAH_YEARS[1])
    throw dateTime(`Invalid Hijrah year: ${year}`);
  if (month < 1 || month > 12)
    throw dateTime(`Invalid value for MonthOfYear (valid values 1 - 12): ${month}`);
  return (year - HIJRAH_YEARS[0]) * 12 + month - 1;
}

const hijrahLength = (year: number, month: number): number => {
  const at = hijrahMonth(year, month);
  return (monthStarts()[at + 1] ?? 0) - (monthStarts()[at] ?? 0);
};
const hijrahYearLength = (year: number): number => {
  const at = hijrahMonth(year, 1);
  return (monthStarts()[at + 12] ?? 0) - (monthStarts()[at] ?? 0);
};

const HIJRAH_ERAS = eras('Hijrah', ['AH']);
const HIJRAH: ChronologyKind = {
  name: 'Hijrah',
  id: 'Hijrah-umalqura',
  calendarType: 'islamic-umalqura',
  eras: HIJRAH_ERAS,
  eraValue: () => 1,
  ofDay: hijrahOfDay,
  toDay: ({ year, month, day }) => {
    const at = hijrahMonth(year, month);
    if (day < 1 || day > hijrahLength(year, month))
      throw dateTime(`Invalid Hijrah day of month: ${day}`);
    return (monthStarts()[at] ?? 0) + day - 1;
  },
  isLeap: (year) =>
    year >= HIJRAH_YEARS[0] && year <= HIJRAH_YEARS[1] && hijrahYearLength(year) > 354,
  lengthOfMonth: hijrahLength,
  lengthOfYear: hijrahYearLength,
  eraOf: ({ year }) => ({ era: constantAt(HIJRAH_ERAS, 0), year }),
  yearOfEra: (_era, year) => year,
};

export const KINDS: readonly ChronologyKind[] = [HIJRAH, JAPANESE, MINGUO, THAI];

export class Chronology extends ChronologyObject {
  readonly className: string;
  readonly id: string;
  readonly kind: ChronologyKind;

  constructor(kind: ChronologyKind) {
    super();
    this.kind = kind;
    this.id = kind.id;
    this.className = `${P}${kind.name}Chronology`;
  }
}

export const CHRONOLOGIES: readonly Chronology[] = KINDS.map((kind) => new Chronology(kind));

export class ChronoDate extends Temporal {
  readonly className: string;
  readonly kind: ChronologyKind;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly parts: CalendarDate;

  constructor(kind: ChronologyKind, day: number) {
    super();
    this.kind = kind;
    this.day = day;
    this.parts = kind.ofDay(day);
    this.className = `${P}${kind.name}Date`;
  }

  static of(kind: ChronologyKind, year: number, month: number, day: number): ChronoDate {
    return new ChronoDate(kind, kind.toDay({ year, month, day }));
  }

  get era(): { era: EnumConstant; year: number } {
    return this.kind.eraOf(this.parts, this.day);
  }

  get dayOfYear(): number {
    const { year, month, day } = this.parts;
    let days = day;
    for (let i = 1; i < month; i++) days += this.kind.lengthOfMonth(year, i);
    return days;
  }

  override fieldValue({ name }: EnumConstant): number | undefined {
    const { year, month, day } = this.parts;
    switch (name) {
      case 'ERA':
        return this.kind.eraValue(this.era.era);
      case 'YEAR':
        return year;
      case 'YEAR_OF_ERA':
        return this.era.year;
      case 'PROLEPTIC_MONTH':
        return year * 12 + month - 1;
      case 'MONTH_OF_YEAR':
        return month;
      case 'DAY_OF_MONTH':
        return day;
      case 'DAY_OF_YEAR':
        return this.dayOfYear;
      case 'EPOCH_DAY':
        return this.day;
      case 'DAY_OF_WEEK':
        return new LocalDate(this.day).dayOfWeek;
      default:
        return undefined;
    }
  }

  plus(amount: bigint, unit: EnumConstant): ChronoDate {
    const months = { MONTHS: 1, YEARS: 12, DECADES: 120, CENTURIES: 1200, MILLENNIA: 12_000 }[
      unit.name
    ];
    if (months === undefined)
      return new ChronoDate(this.kind, plus(new LocalDate(this.day), amount, unit).day);
    const total = this.parts.year * 12 + this.parts.month - 1 + months * Number(amount);
    return this.resolved(Math.floor(total / 12), (((total % 12) + 12) % 12) + 1);
  }

  /** The same day of another month, or its last day if it is shorter. */
  resolved(year: number, month: number, day = this.parts.day): ChronoDate {
    const last = Math.min(day, this.kind.lengthOfMonth(year, month));
    return ChronoDate.of(this.kind, year, month, last);
  }

  with(field: EnumConstant, value: bigint): ChronoDate {
    const now = this.fieldValue(field);
    if (now === undefined) throw unsupportedTemporal(`Unsupported field: ${field.text()}`);
    const wanted = Number(value);
    const { year, month } = this.parts;
    switch (field.name) {
      case 'YEAR':
        return this.resolved(wanted, month);
      case 'YEAR_OF_ERA':
        return this.resolved(this.kind.yearOfEra(this.era.era, wanted), month);
      case 'MONTH_OF_YEAR':
        return this.resolved(year, wanted);
      case 'PROLEPTIC_MONTH':
        return this.resolved(Math.floor(wanted / 12), (wanted % 12) + 1);
      case 'DAY_OF_MONTH':
        return ChronoDate.of(this.kind, year, month, wanted);
      case 'ERA': {
        const era =
          this.kind.eras.find((one) => this.kind.eraValue(one) === wanted) ?? this.era.era;
        return this.resolved(this.kind.yearOfEra(era, this.era.year), month);
      }
      default:
        return new ChronoDate(this.kind, this.day + wanted - now);
    }
  }

  until(end: ChronoDate, unit: EnumConstant): bigint {
    return between(unit, new LocalDate(this.day), new LocalDate(end.day));
  }

  plusPeriod(period: Period, sign: number): ChronoDate {
    const months = BigInt((period.years * 12 + period.months) * sign);
    const moved = this.plus(months, new EnumConstant('', 'MONTHS', 9));
    return new ChronoDate(this.kind, moved.day + period.days * sign);
  }

  override equals(other: Value): boolean {
    return other instanceof ChronoDate && other.kind === this.kind && other.day === this.day;
  }

  override compareTo(to: this): number {
    return Math.sign(this.day - to.day);
  }

  override text(): string {
    const { era, year } = this.era;
    const { month, day } = this.parts;
    return `${this.kind.id} ${era.text()} ${year}-${pad(month)}-${pad(day)}`;
  }
}

/** Years, months and days of a calendar. */
export class CalendarPeriod extends Period {
  readonly #id: string;

  constructor(id: string, years: number, months: number, days: number) {
    super(years, months, days);
    this.#id = id;
  }

  override text(): string {
    return `${this.#id} ${super.text()}`;
  }
}

/** Computes `a.until(b)`. */
export function calendarPeriod(a: ChronoDate, b: ChronoDate): CalendarPeriod {
  const months = (date: ChronoDate): number => date.parts.year * 12 + date.parts.month - 1;
  let total = months(b) - months(a);
  let days = b.parts.day - a.parts.day;
  if (total > 0 && days < 0) {
    total--;
    days = b.day - a.plus(BigInt(total), new EnumConstant('', 'MONTHS', 9)).day;
  } else if (total < 0 && days > 0) {
    total++;
    days -= b.kind.lengthOfMonth(b.parts.year, b.parts.month);
  }
  return new CalendarPeriod(a.kind.id, Math.trunc(total / 12), total % 12, days);
}

/** A date of a calendar with a time. */
export class ChronoDateTime extends Temporal {
  readonly className: string = `${P}ChronoLocalDateTimeImpl`;
  readonly date: ChronoDate;
  readonly time: LocalTime;

  constructor(date: ChronoDate, time: LocalTime) {
    super();
    this.date = date;
    this.time = time;
  }

  /** The same date and time in the ISO calendar. */
  get local(): LocalDateTime {
    return new LocalDateTime(new LocalDate(this.date.day), this.time.nanos);
  }

  static of(kind: ChronologyKind, local: LocalDateTime): ChronoDateTime {
    return new ChronoDateTime(new ChronoDate(kind, local.date.day), new LocalTime(local.nanos));
  }

  override fieldValue(field: EnumConstant): number | bigint | undefined {
    return this.date.fieldValue(field) ?? timeFieldValue(this.time, field);
  }

  plus(amount: bigint, unit: EnumConstant): ChronoDateTime {
    const isOfDate = /^(?:MONTHS|YEARS|DECADES|CENTURIES|MILLENNIA)$/.test(unit.name);
    if (isOfDate) return new ChronoDateTime(this.date.plus(amount, unit), this.time);
    return ChronoDateTime.of(this.date.kind, plus(this.local, amount, unit));
  }

  until(end: ChronoDateTime, unit: EnumConstant): bigint {
    return between(unit, this.local, end.local);
  }

  override compareTo(other: this): number {
    return this.local.compareTo(other.local);
  }

  override text(): string {
    return `${this.date.text()}T${this.time.text()}`;
  }
}

/** The calendar of a date; the ISO calendar for objects of no other one. */
export function chronologyOf(from: Value): ChronologyObject {
  const date = from instanceof ChronoDateTime ? from.date : from;
  const kind = date instanceof ChronoDate ? date.kind : undefined;
  return CHRONOLOGIES.find((one) => one.kind === kind) ?? ISO_CHRONOLOGY;
}
