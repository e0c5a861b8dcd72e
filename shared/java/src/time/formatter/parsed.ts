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
  }

  #resolveEra(resolver: Resolver): void {
    const months = this.fields.get(chronoField('PROLEPTIC_MONTH'));
    if (months !== undefined) {
      this.#take('PROLEPTIC_MONTH');
      const total = Number(months);
      this.fields.set(chronoField('MONTH_OF_YEAR'), BigInt(((total % 12) + 12) % 12) + 1n);
      this.fields.set(chronoField('YEAR'), BigInt(Math.floor(total / 12)));
    }
    if (!this.#has('YEAR_OF_ERA')) return;
    const ofEra = this.#checked('YEAR_OF_ERA', resolver);
    const era = this.#take('ERA');
    if (era === undefined && resolver === 'STRICT' && !this.#has('YEAR')) {
      this.fields.set(chronoField('YEAR_OF_ERA'), BigInt(ofEra));
      return;
    }
    const year = era === 0 ? 1 - ofEra : ofEra;
    this.#addYear(year);
  }

  #addYear(year: number): void {
    const known = this.fields.get(chronoField('YEAR'));
    if (known !== undefined && Number(known) !== year)
      throw dateTime(`Conflict found: Year ${known} differs from Year ${year}`);
    this.fields.set(chronoField('YEAR'), BigInt(year));
  }

  #dateOfFields(resolver: Resolver): LocalDate | undefined {
    if (this.#has('EPOCH_DAY')) return LocalDate.ofEpochDay(BigInt(this.#take('EPOCH_DAY') ?? 0));
    if (this.#has('YEAR', 'MONTH_OF_YEAR', 'DAY_OF_MONTH')) return this.#yearMonthDay(resolver);
    if (this.#has('YEAR', 'DAY_OF_YEAR')) {
      const year = this.#checked('YEAR', resolver);
      if (resolver !== 'LENIENT') return ofYearDay(year, this.#checked('DAY_OF_YEAR', resolver));
      return new LocalDate(daysFromCivil(year, 1, 1) + (this.#take('DAY_OF_YEAR') ?? 1) - 1);
    }
    return this.#dateOfOwnFields();
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
  #dateOfOwnFields(): LocalDate | undefined {
    const own = [...this.fields].flatMap(([field, value]): [DateField, bigint][] =>
      field instanceof DateField ? [[field, value]] : [],
    );
    if (own.length === 0) return undefined;
    const julian = own.find(([field]) => field.rangeUnit === 'FOREVER' && field.unit === 'DAYS');
    if (julian !== undefined) {
      this.fields.delete(julian[0]);
      return julian[0].set(new LocalDate(0), Number(julian[1]));
    }
    return this.#quarterDate(own) ?? this.#weekDate(own);
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

  #weekDate(own: readonly [DateField, bigint][]): LocalDate | undefined {
    const year = own.find(([field]) => field.unit === 'WEEK_BASED_YEARS');
    const week = own.find(([field]) => field.unit === 'WEEKS');
    const localDay = own.find(([field]) => field.unit === 'DAYS' && field.rangeUnit === 'WEEKS');
    const isoDay = this.fields.get(chronoField('DAY_OF_WEEK'));
    if (week === undefined || (localDay === undefined && isoDay === undefined)) return undefined;
    const yearValue = year === undefined ? this.fields.get(chronoField('YEAR')) : year[1];
    if (yearValue === undefined) return undefined;
    let date = new LocalDate(daysFromCivil(Number(yearValue), 7, 1));
    if (year !== undefined) {
      checkedField(year[0], year[1]);
      date = year[0].set(date, Number(year[1]));
    }
    checkedField(week[0], week[1]);
    date = week[0].set(date, Number(week[1]));
    date =
      localDay === undefined
        ? new LocalDate(date.day - date.dayOfWeek + Number(isoDay))
        : localDay[0].set(date, Number(localDay[1]));
    for (const one of [year, week, localDay]) if (one !== undefined) this.fields.delete(one[0]);
    if (localDay === undefined) this.#take('DAY_OF_WEEK');
    if (year === undefined) this.#take('YEAR');
    return date;
  }

  #resolveTime(resolver: Resolver): void {
    this.#resolveClock(resolver);
    this.#splitOfDay(resolver);
    const names = ['HOUR_OF_DAY', 'MINUTE_OF_HOUR', 'SECOND_OF_MINUTE', 'NANO_OF_SECOND'];
    this.#fractionOfSecond(resolver);
    if (resolver !== 'LENIENT')
      for (const name of names)
        if (this.#has(name))
          checkedField(chronoField(name), this.fields.get(chronoField(name)) ?? 0n);
    if (!this.#has('HOUR_OF_DAY')) return;
    const hasGap =
      (!this.#has('MINUTE_OF_HOUR') &&
        (this.#has('SECOND_OF_MINUTE') || this.#has('NANO_OF_SECOND'))) ||
      (this.#has('MINUTE_OF_HOUR') &&
        !this.#has('SECOND_OF_MINUTE') &&
        this.#has('NANO_OF_SECOND'));
    if (hasGap) return;
    const [hour = 0, minute = 0, second = 0, nano = 0] = names.map((name) => this.#take(name));
    const total = hour * 36e11 + minute * 6e10 + second * 1e9 + nano;
    const days = Math.floor(total / 864e11);
    this.excess = new Period(0, 0, days);
    this.time = new LocalTime(total - days * 864e11);
  }

  #resolveClock(resolver: Resolver): void {
    if (this.#has('CLOCK_HOUR_OF_DAY')) {
      const hour = this.#checked('CLOCK_HOUR_OF_DAY', resolver);
      this.#addTime('HOUR_OF_DAY', hour === 24 ? 0 : hour);
    }
    if (this.#has('CLOCK_HOUR_OF_AMPM')) {
      const hour = this.#checked('CLOCK_HOUR_OF_AMPM', resolver);
      this.#addTime('HOUR_OF_AMPM', hour === 12 ? 0 : hour);
    }
    if (this.#has('AMPM_OF_DAY', 'HOUR_OF_AMPM')) {
      const half = this.#checked('AMPM_OF_DAY', resolver);
      this.#addTime('HOUR_OF_DAY', half * 12 + this.#checked('HOUR_OF_AMPM', resolver));
    }
  }

  #addTime(name: string, value: number): void {
    const field = chronoField(name);
    const known = this.fields.get(field);
    if (known !== undefined && Number(known) !== value)
      throw dateTime(
        `Conflict found: ${field.text()} ${known} differs from ${field.text()} ${value}`,
      );
    this.fields.set(field, BigInt(value));
  }

  /** Splits `NANO_OF_DAY` and similar fields into hours, minutes, seconds and fractions. */
  #splitOfDay(resolver: Resolver): void {
    const sizes: readonly [string, number][] = [
      ['NANO_OF_DAY', 1],
      ['MICRO_OF_DAY', 1e3],
      ['MILLI_OF_DAY', 1e6],
      ['SECOND_OF_DAY', 1e9],
      ['MINUTE_OF_DAY', 6e10],
    ];
    for (const [name, size] of sizes) {
      if (!this.#has(name)) continue;
      const total = this.#checked(name, resolver) * size;
      this.#addTime('HOUR_OF_DAY', Math.floor(total / 36e11));
      this.#addTime('MINUTE_OF_HOUR', Math.floor(total / 6e10) % 60);
      if (size > 1e9) continue;
      this.#addTime('SECOND_OF_MINUTE', Math.floor(total / 1e9) % 60);
      if (size < 1e9) this.#addTime('NANO_OF_SECOND', total % 1e9);
    }
  }

  #fractionOfSecond(resolver: Resolver): void {
    for (const [name, size] of [
      ['MILLI_OF_SECOND', 1e6],
      ['MICRO_OF_SECOND', 1e3],
    ] as const) {
      if (!this.#has(name)) continue;
      const value = this.#checked(name, resolver) * size;
      if (!this.#has('NANO_OF_SECOND')) this.#addTime('NANO_OF_SECOND', value);
    }
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

const isZero = ({ years, months, days }: Period): boolean =>
  years === 0 && months === 0 && days === 0;
