/** The result of parsing, resolved to a date and a time as far as the fields allow. */
import { daysFromCivil, daysInMonth } from '@skein/dates';
import type { EnumConstant } from '../../values/enum_constant.js';
import { dateTime } from '../../values/throwable.js';
import { LocalDate, LocalDateTime, LocalTime, Period, Temporal } from '../time.js';
import {
  checkedField,
  chronoField,
  DateField,
  isDateField,
  isTimeField,
  ofYearDay,
} from '../time_fields.js';
import { offsetOfSeconds, ZonedDateTime, type ZoneId } from '../zone.js';
import { dateFieldValue, timeFieldValue } from './field_values.js';

export type Resolver = 'STRICT' | 'SMART' | 'LENIENT';

export class Parsed extends Temporal {
  readonly className: string = 'java.time.format.Parsed';
  readonly fields: Map<EnumConstant, bigint>;
  zone: ZoneId | undefined;
  date: LocalDate | undefined;
  time: LocalTime | undefined;
  excess = new Period(0, 0, 0);
  readonly leapSecond: boolean;
  #isResolved = false;

  constructor(fields: Map<EnumConstant, bigint>, zone: ZoneId | undefined, leapSecond = false) {
    super();
    this.fields = fields;
    this.zone = zone;
    this.leapSecond = leapSecond;
  }

  override fieldValue(field: EnumConstant): number | bigint | undefined {
    for (const [known, value] of this.fields) if (known.equals(field)) return value;
    if (this.date !== undefined && isDateField(field)) return dateFieldValue(this.date, field);
    if (this.time !== undefined && isTimeField(field)) return timeFieldValue(this.time, field);
    return undefined;
  }

  override text(): string {
    const fields = [...this.fields].map(([field, value]) => `${field.text()}=${value}`);
    let text = `{${fields.join(', ')}},${this.#isResolved ? 'ISO' : 'null'}`;
    if (this.zone !== undefined) text += `,${this.zone.id}`;
    if (this.date === undefined && this.time === undefined) return text;
    const date = this.date?.text() ?? '';
    if (this.time === undefined) return `${text} resolved to ${date}`;
    return `${text} resolved to ${date === '' ? '' : `${date}T`}${this.time.text()}`;
  }

  /** Combines the fields to a date and a time, using the resolver's mode. */
  resolve(resolver: Resolver): this {
    this.#isResolved = true;
    this.#resolveInstant();
    this.#resolveDate(resolver);
    this.#resolveTime(resolver);
    this.#crossCheck();
    this.#fractionOfInstant();
    if (this.time !== undefined && this.date !== undefined && !isZero(this.excess)) {
      this.date = new LocalDate(this.date.day + this.excess.days);
      this.excess = new Period(0, 0, 0);
    }
    this.#instantOfDate();
    return this;
  }

  #take(name: string): number | undefined {
    const field = chronoField(name);
    const value = this.fields.get(field);
    if (value === undefined) return undefined;
    this.fields.delete(field);
    return Number(value);
  }

  #has(...names: string[]): boolean {
    return names.every((name) => this.fields.has(chronoField(name)));
  }

  /** A field's value, checked against its range unless the resolver is lenient. */
  #checked(name: string, resolver: Resolver): number {
    const value = this.fields.get(chronoField(name)) ?? 0n;
    if (resolver !== 'LENIENT') checkedField(chronoField(name), value);
    return this.#take(name) ?? 0;
  }

  #resolveInstant(): void {
    const seconds = this.fields.get(chronoField('INSTANT_SECONDS'));
    if (seconds === undefined) return;
    const offset = this.fields.get(chronoField('OFFSET_SECONDS'));
    const zone = this.zone ?? (offset === undefined ? undefined : offsetOfSeconds(Number(offset)));
    if (zone === undefined) return;
    this.fields.delete(chronoField('INSTANT_SECONDS'));
    const local = LocalDateTime.ofSeconds(seconds, 0);
    const moved = local.plusSeconds(zone.offsetAt(local.seconds));
    this.date = moved.date;
    this.fields.set(chronoField('SECOND_OF_DAY'), BigInt(Math.floor(moved.nanos / 1e9)));
  }

  #resolveDate(resolver: Resolver): void {
    this.#resolveEra(resolver);
    this.date ??= this.#dateOfFields(resolver);
    // The day of a locale's week becomes a day of the ISO week, with which a date may be known.
    if (!this.#localDay()) return;
    this.date ??= this.#dateOfFields(resolver);
  }

  #localDay(): boolean {
    let isFound = false;
    for (const [field, value] of this.fields) {
      if (!(field instanceof DateField) || field.firstDay === undefined) continue;
      if (field.unit !== 'DAYS' || field.rangeUnit !== 'WEEKS') continue;
      const day = (field.firstDay - 1 + checkedField(field, value) - 1) % 7;
      this.fields.delete(field);
      this.fields.set(chronoField('DAY_OF_WEEK'), BigInt(day + 1));
      isFound = true;
    }
    return isFound;
  }

  #resolveEra(resolver: Resolver): void {
    const months = this.fields.get(chronoField('PROLEPTIC_MONTH'));
    if (months !== undefined) {
      const total = this.#checked('PROLEPTIC_MONTH', resolver);
      this.#addDate('MONTH_OF_YEAR', (((total % 12) + 12) % 12) + 1);
      this.#addDate('YEAR', Math.floor(total / 12));
    }
    if (!this.#has('YEAR_OF_ERA')) {
      const era = this.fields.get(chronoField('ERA'));
      if (era !== undefined) checkedField(chronoField('ERA'), era);
      return;
    }
    const ofEra = this.#checked('YEAR_OF_ERA', resolver);
    const era = this.#take('ERA');
    if (era === undefined && resolver === 'STRICT' && !this.#has('YEAR')) {
      this.fields.set(chronoField('YEAR_OF_ERA'), BigInt(ofEra));
      return;
    }
    if (era !== undefined && era !== 0 && era !== 1)
      throw dateTime(`Invalid value for era: ${era}`);
    // Without an era, that of a known year counts, and else the current one.
    const isBefore = era === undefined ? (this.fields.get(YEAR) ?? 1n) <= 0n : era === 0;
    this.#addDate('YEAR', isBefore ? 1 - ofEra : ofEra);
  }

  #addDate(name: string, value: number): void {
    const field = chronoField(name);
    const known = this.fields.get(field);
    if (known !== undefined && Number(known) !== value)
      throw dateTime(conflict(field, known, value));
    this.fields.set(field, BigInt(value));
  }

  #dateOfFields(resolver: Resolver): LocalDate | undefined {
    if (this.#has('EPOCH_DAY')) return LocalDate.ofEpochDay(BigInt(this.#take('EPOCH_DAY') ?? 0));
    if (this.#has('YEAR', 'MONTH_OF_YEAR', 'DAY_OF_MONTH')) return this.#yearMonthDay(resolver);
    const ofMonth = this.#alignedDate('MONTH', resolver);
    if (ofMonth !== undefined) return ofMonth;
    if (this.#has('YEAR', 'DAY_OF_YEAR')) {
      const year = this.#checked('YEAR', resolver);
      if (resolver !== 'LENIENT') return ofYearDay(year, this.#checked('DAY_OF_YEAR', resolver));
      return new LocalDate(daysFromCivil(year, 1, 1) + (this.#take('DAY_OF_YEAR') ?? 1) - 1);
    }
    return this.#alignedDate('YEAR', resolver) ?? this.#dateOfOwnFields(resolver);
  }

  /** A date by weeks that begin with the first day of the month or year. */
  #alignedDate(of: 'MONTH' | 'YEAR', resolver: Resolver): LocalDate | undefined {
    const week = `ALIGNED_WEEK_OF_${of}`;
    const aligned = `ALIGNED_DAY_OF_WEEK_IN_${of}`;
    if (!this.#has('YEAR', week, ...(of === 'MONTH' ? ['MONTH_OF_YEAR'] : []))) return undefined;
    if (!this.#has(aligned) && !this.#has('DAY_OF_WEEK')) return undefined;
    const start = this.#startOf(of, resolver);
    const days = start.day + (this.#checked(week, resolver) - 1) * 7;
    const date = this.#has(aligned)
      ? new LocalDate(days + this.#checked(aligned, resolver) - 1)
      : onOrAfter(days, this.#checked('DAY_OF_WEEK', resolver));
    return refuseOutside(date, start, { of, resolver });
  }

  /** The first day of the year or month of the fields, which are taken. */
  #startOf(of: 'MONTH' | 'YEAR', resolver: Resolver): LocalDate {
    const year = this.#checked('YEAR', resolver);
    const month = of === 'MONTH' ? this.#checked('MONTH_OF_YEAR', resolver) : 1;
    return new LocalDate(daysFromCivil(year, 1, 1)).plusMonths(month - 1);
  }

  #yearMonthDay(resolver: Resolver): LocalDate {
    const year = this.#checked('YEAR', resolver);
    const month = this.#checked('MONTH_OF_YEAR', resolver);
    const day = this.#checked('DAY_OF_MONTH', resolver);
    if (resolver === 'LENIENT') return new LocalDate(daysFromCivil(year, month, 1) + day - 1);
    const last = resolver === 'SMART' ? Math.min(day, daysInMonth(year, month)) : day;
    return LocalDate.of(year, month, last);
  }

  /** Resolves fields of weeks and quarters, from the largest to the day. */
  #dateOfOwnFields(resolver: Resolver): LocalDate | undefined {
    const own = [...this.fields].flatMap(([field, value]): [DateField, bigint][] =>
      field instanceof DateField ? [[field, value]] : [],
    );
    if (own.length === 0) return undefined;
    const julian = own.find(([field]) => field.rangeUnit === 'FOREVER' && field.unit === 'DAYS');
    if (julian !== undefined) {
      this.fields.delete(julian[0]);
      return julian[0].set(new LocalDate(0), Number(julian[1]));
    }
    return this.#quarterDate(own) ?? this.#weekDate(own, resolver);
  }

  #quarterDate(own: readonly [DateField, bigint][]): LocalDate | undefined {
    const quarter = own.find(([field]) => field.name === 'QUARTER_OF_YEAR');
    const day = own.find(([field]) => field.name === 'DAY_OF_QUARTER');
    if (quarter === undefined || day === undefined || !this.#has('YEAR')) return undefined;
    const start = daysFromCivil(this.#take('YEAR') ?? 0, (Number(quarter[1]) - 1) * 3 + 1, 1);
    this.fields.delete(quarter[0]);
    this.fields.delete(day[0]);
    return new LocalDate(start + Number(day[1]) - 1);
  }

  #weekDate(own: readonly [DateField, bigint][], resolver: Resolver): LocalDate | undefined {
    if (!this.#has('DAY_OF_WEEK')) return undefined;
    for (const [week, value] of own) {
      if (week.unit !== 'WEEKS') continue;
      const date = this.#dateOfWeek(week, value, { own, resolver });
      if (date !== undefined) return date;
    }
    return undefined;
  }

  #dateOfWeek(
    week: DateField,
    value: bigint,
    { own, resolver }: { own: readonly [DateField, bigint][]; resolver: Resolver },
  ): LocalDate | undefined {
    const { rangeUnit, firstDay = 1 } = week;
    const of = rangeUnit === 'MONTHS' ? 'MONTH' : 'YEAR';
    const weekYear = own.find(([field]) => field.unit === 'WEEK_BASED_YEARS');
    const isOfWeekYear = rangeUnit === 'WEEK_BASED_YEARS';
    const isKnown = isOfWeekYear
      ? weekYear !== undefined && (week.firstDay === undefined || !this.#has('YEAR'))
      : this.#has('YEAR', ...(of === 'MONTH' ? ['MONTH_OF_YEAR'] : []));
    if (!isKnown) return undefined;
    const isoDay = this.#checked('DAY_OF_WEEK', 'SMART');
    const number = resolver === 'LENIENT' ? Number(value) : checkedField(week, value);
    this.fields.delete(week);
    if (!isOfWeekYear || weekYear === undefined) {
      const start = this.#startOf(of, resolver);
      const date = onWeekday(week.set(start, number), isoDay, firstDay);
      return refuseOutside(date, start, { of, resolver });
    }
    this.fields.delete(weekYear[0]);
    const inYear = weekYear[0].set(new LocalDate(0), checkedField(...weekYear));
    // A locale's weeks end with their year; a week 53 of an ISO year may lie in the next one.
    const isCut = resolver !== 'LENIENT' && week.firstDay !== undefined;
    const last = isCut ? Number(week.refined(inYear).max) : number;
    return onWeekday(week.set(inYear, Math.min(number, last)), isoDay, firstDay);
  }

  #resolveTime(resolver: Resolver): void {
    this.#resolveClock(resolver);
    this.#splitOfDay(resolver);
    this.#fractionOfSecond(resolver);
    if (this.#has('HOUR_OF_DAY')) {
      if (this.#hasGap()) return;
      this.#timeOfFields(resolver);
    }
    if (resolver === 'LENIENT') return;
    for (const [field, value] of this.fields) if (isTimeField(field)) checkedField(field, value);
  }

  /** True if a field is missing between the hour and the smallest part of the time. */
  #hasGap(): boolean {
    const hasNano = this.#has('NANO_OF_SECOND');
    const hasSecond = this.#has('SECOND_OF_MINUTE');
    return this.#has('MINUTE_OF_HOUR') ? !hasSecond && hasNano : hasSecond || hasNano;
  }

  #timeOfFields(resolver: Resolver): void {
    const names = ['HOUR_OF_DAY', 'MINUTE_OF_HOUR', 'SECOND_OF_MINUTE', 'NANO_OF_SECOND'];
    const values = names.map((name) => this.fields.get(chronoField(name)));
    const isEndOfDay =
      resolver === 'SMART' && values[0] === 24n && values.slice(1).every((one) => !one);
    if (resolver !== 'LENIENT' && !isEndOfDay) {
      for (const at of [1, 3, 0, 2]) {
        const value = values[at];
        if (value !== undefined) checkedField(chronoField(names[at] ?? ''), value);
      }
    }
    const [hour = 0, minute = 0, second = 0, nano = 0] = names.map((name) => this.#take(name));
    const total = hour * 36e11 + minute * 6e10 + second * 1e9 + nano;
    const days = Math.floor(total / 864e11);
    this.excess = new Period(0, 0, days);
    this.time = new LocalTime(total - days * 864e11);
  }

  #resolveClock(resolver: Resolver): void {
    if (this.#has('CLOCK_HOUR_OF_DAY')) {
      const hour = this.#clockHour('CLOCK_HOUR_OF_DAY', resolver);
      this.#addTime('HOUR_OF_DAY', hour === 24 ? 0 : hour, 'CLOCK_HOUR_OF_DAY');
    }
    if (this.#has('CLOCK_HOUR_OF_AMPM')) {
      const hour = this.#clockHour('CLOCK_HOUR_OF_AMPM', resolver);
      this.#addTime('HOUR_OF_AMPM', hour === 12 ? 0 : hour, 'CLOCK_HOUR_OF_AMPM');
    }
    if (this.#has('AMPM_OF_DAY', 'HOUR_OF_AMPM')) {
      const half = this.#checked('AMPM_OF_DAY', resolver);
      const hour = half * 12 + this.#checked('HOUR_OF_AMPM', resolver);
      this.#addTime('HOUR_OF_DAY', hour, 'AMPM_OF_DAY');
    }
  }

  /** Such an hour begins with 1; only a strict resolver refuses 0. */
  #clockHour(name: string, resolver: Resolver): number {
    const isZero = resolver === 'SMART' && this.fields.get(chronoField(name)) === 0n;
    return this.#checked(name, isZero ? 'LENIENT' : resolver);
  }

  /** Records a part of the time that follows from the field `from`. */
  #addTime(name: string, value: number, from: string): void {
    const field = chronoField(name);
    const known = this.fields.get(field);
    if (known !== undefined && Number(known) !== value)
      throw dateTime(
        `${conflict(field, known, value)} while resolving  ${chronoField(from).text()}`,
      );
    this.fields.set(field, BigInt(value));
  }

  /** Splits `NANO_OF_DAY` and similar fields into hours, minutes, seconds and fractions. */
  #splitOfDay(resolver: Resolver): void {
    for (const [name, parts] of PARTS_OF_DAY) {
      if (!this.#has(name)) continue;
      const total = this.#checked(name, resolver);
      for (const [part, size, turn] of parts)
        this.#addTime(part, Math.floor(total / size) % turn, name);
    }
  }

  /** Joins thousandths and millionths of a second with each other and with nanoseconds. */
  #fractionOfSecond(resolver: Resolver): void {
    if (this.#has('MILLI_OF_SECOND', 'MICRO_OF_SECOND') && !this.#has('NANO_OF_SECOND')) {
      const micros = Number(this.fields.get(chronoField('MICRO_OF_SECOND')) ?? 0n);
      const joined = this.#checked('MILLI_OF_SECOND', resolver) * 1e3 + (micros % 1e3);
      this.#addTime('MICRO_OF_SECOND', joined, 'MILLI_OF_SECOND');
    }
    for (const [name, size] of [
      ['MICRO_OF_SECOND', 1e3],
      ['MILLI_OF_SECOND', 1e6],
    ] as const) {
      if (!this.#has(name)) continue;
      const nanos = Number(this.fields.get(chronoField('NANO_OF_SECOND')) ?? 0n);
      this.#addTime('NANO_OF_SECOND', this.#checked(name, resolver) * size + (nanos % size), name);
    }
  }

  /** Seconds without a time of day are complete with their fractions. */
  #fractionOfInstant(): void {
    const hasSeconds = ['INSTANT_SECONDS', 'SECOND_OF_DAY', 'SECOND_OF_MINUTE'].some((name) =>
      this.#has(name),
    );
    if (this.time !== undefined || !hasSeconds) return;
    const nanos = this.fields.get(chronoField('NANO_OF_SECOND')) ?? 0n;
    this.fields.set(chronoField('NANO_OF_SECOND'), nanos);
    this.fields.set(chronoField('MICRO_OF_SECOND'), nanos / 1000n);
    this.fields.set(chronoField('MILLI_OF_SECOND'), nanos / 1_000_000n);
  }

  /** The remaining fields must be consistent with the date and the time. */
  #crossCheck(): void {
    for (const [field, value] of this.fields) {
      const of =
        this.date !== undefined && isDateField(field)
          ? { whole: this.date, found: dateFieldValue(this.date, field) }
          : this.time !== undefined && isTimeField(field)
            ? { whole: this.time, found: timeFieldValue(this.time, field) }
            : undefined;
      if (of?.found === undefined) continue;
      if (BigInt(of.found) !== value)
        throw dateTime(
          `Conflict found: Field ${field.text()} ${of.found} differs from ${field.text()} ${value} derived from ${of.whole.text()}`,
        );
      this.fields.delete(field);
    }
  }

  #instantOfDate(): void {
    if (this.date === undefined || this.time === undefined) return;
    const offset = this.fields.get(chronoField('OFFSET_SECONDS'));
    const local = new LocalDateTime(this.date, this.time.nanos);
    const zone = this.zone ?? (offset === undefined ? undefined : offsetOfSeconds(Number(offset)));
    if (zone === undefined) return;
    const at =
      offset === undefined
        ? new ZonedDateTime(local, zone)
        : new ZonedDateTime(local, offsetOfSeconds(Number(offset)));
    this.fields.set(chronoField('INSTANT_SECONDS'), at.instant.exactSeconds);
  }
}

const YEAR = chronoField('YEAR');

type PartOfDay = readonly [name: string, size: number, turn: number];

/** The parts into which times of day are split, in the order in which Java does so. */
const PARTS_OF_DAY: readonly (readonly [name: string, parts: readonly PartOfDay[]])[] = [
  [
    'NANO_OF_DAY',
    [
      ['HOUR_OF_DAY', 36e11, Infinity],
      ['MINUTE_OF_HOUR', 6e10, 60],
      ['SECOND_OF_MINUTE', 1e9, 60],
      ['NANO_OF_SECOND', 1, 1e9],
    ],
  ],
  [
    'MICRO_OF_DAY',
    [
      ['SECOND_OF_DAY', 1e6, Infinity],
      ['MICRO_OF_SECOND', 1, 1e6],
    ],
  ],
  [
    'MILLI_OF_DAY',
    [
      ['SECOND_OF_DAY', 1e3, Infinity],
      ['MILLI_OF_SECOND', 1, 1e3],
    ],
  ],
  [
    'SECOND_OF_DAY',
    [
      ['HOUR_OF_DAY', 3600, Infinity],
      ['MINUTE_OF_HOUR', 60, 60],
      ['SECOND_OF_MINUTE', 1, 60],
    ],
  ],
  [
    'MINUTE_OF_DAY',
    [
      ['HOUR_OF_DAY', 60, Infinity],
      ['MINUTE_OF_HOUR', 1, 60],
    ],
  ],
];

const conflict = (field: EnumConstant, known: bigint, value: number): string =>
  `Conflict found: ${field.text()} ${known} differs from ${field.text()} ${value}`;

/** The first day with this number in the ISO week, on or after a day. */
const onOrAfter = (day: number, isoDay: number): LocalDate => {
  const behind = (isoDay - new LocalDate(day).dayOfWeek + 7) % 7;
  return new LocalDate(day + behind);
};

/** The day with this number in the ISO week, in the week of a date that begins on `firstDay`. */
const onWeekday = (date: LocalDate, isoDay: number, firstDay: number): LocalDate => {
  const place = (day: number): number => (day - firstDay + 7) % 7;
  return new LocalDate(date.day + place(isoDay) - place(date.dayOfWeek));
};

/** Strict resolvers refuse a date that its weeks and days put beyond the month or year. */
function refuseOutside(
  date: LocalDate,
  start: LocalDate,
  { of, resolver }: { readonly of: 'MONTH' | 'YEAR'; readonly resolver: Resolver },
): LocalDate {
  const isWithin = date.year === start.year && (of === 'YEAR' || date.month === start.month);
  if (resolver !== 'STRICT' || isWithin) return date;
  const unit = of === 'MONTH' ? 'month' : 'year';
  throw dateTime(`Strict mode rejected resolved date as it is in a different ${unit}`);
}

const isZero = ({ years, months, days }: Period): boolean =>
  years === 0 && months === 0 && days === 0;
