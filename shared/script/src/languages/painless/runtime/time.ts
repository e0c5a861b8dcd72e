/** java.time's values: days and nanoseconds in plain numbers, zones from the time zone database of the platform. */
import { MONTH_NAMES, WEEKDAY_NAMES } from '@skein/dates';
import { IANAZone } from 'luxon';
import { arithmetic, dateTime, Throwable } from './throwable.js';
import { hashString, JavaObject, type Value } from './value.js';

export const DAY_NANOS = 86_400_000_000_000;
const SECOND = 1_000_000_000;
/** The range of dates of the platform: some 275,000 years on each side. */
const MAX_SECONDS = 8_640_000_000_000;
/** The names of Java's constants. */
export const MONTHS = MONTH_NAMES.map((name) => name.toUpperCase());
export const DAYS = WEEKDAY_NAMES.map((name) => name.toUpperCase());

/** Values compared and hashed by their text. */
abstract class Temporal extends JavaObject {
  override equals(other: Value): boolean {
    return (
      other instanceof JavaObject &&
      other.className === this.className &&
      other.text() === this.text()
    );
  }
  override hashCode(): number {
    return hashString(this.text());
  }
  override key(): string {
    return `t${this.className}${this.text()}`;
  }
}

/** `ChronoUnit`, `DayOfWeek`, `Month`, `TextStyle`: a constant with an order. */
export class EnumConstant extends JavaObject {
  readonly className: string;
  readonly name: string;
  readonly ordinal: number;
  constructor(className: string, name: string, ordinal: number) {
    super();
    this.className = className;
    this.name = name;
    this.ordinal = ordinal;
  }
  override text(): string {
    return CAMEL.test(this.className) ? camel(this.name) : this.name;
  }
  override compareTo(other: Value): number {
    return this.ordinal - (other as EnumConstant).ordinal;
  }
  override key(): string {
    return `n${this.className}.${this.name}`;
  }
}

const UNIT = 'java.time.temporal.ChronoUnit';
/** Classes whose constants print as `HalfDays`, not as `HALF_DAYS`. */
const CAMEL = /^java\.time\.temporal\.(?:ChronoUnit|ChronoField|IsoFields\$Field)$/;

const camel = (name: string): string =>
  name
    .split('_')
    .map((part) => part.charAt(0) + part.slice(1).toLowerCase())
    .join('')
    .replace(/Ampm/, 'AmPm');

const constants = (className: string, names: readonly string[]): EnumConstant[] =>
  names.map((name, i) => new EnumConstant(className, name, i));
export const MONTH = constants('java.time.Month', MONTHS);
export const DAY_OF_WEEK = constants('java.time.DayOfWeek', DAYS);
export const CHRONO_UNIT = constants(UNIT, [
  'NANOS',
  'MICROS',
  'MILLIS',
  'SECONDS',
  'MINUTES',
  'HOURS',
  'HALF_DAYS',
  'DAYS',
  'WEEKS',
  'MONTHS',
  'YEARS',
  'DECADES',
  'CENTURIES',
  'MILLENNIA',
  'ERAS',
  'FOREVER',
]);

const pad = (value: number, width = 2): string => String(Math.abs(value)).padStart(width, '0');

/** Days since 1970-01-01 of a date of the Gregorian calendar. */
export function epochDay(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.floor(date.getTime() / 86_400_000);
}

export const lengthOfMonth = (year: number, month: number): number =>
  epochDay(year, month + 1, 1) - epochDay(year, month, 1);

export class LocalDate extends Temporal {
  readonly className: string = 'java.time.LocalDate';
  readonly day: number;
  readonly #date: Date;
  constructor(day: number) {
    super();
    this.day = day;
    this.#date = new Date(day * 86_400_000);
    if (Number.isNaN(this.#date.getTime())) throw dateTime(`Invalid value for EpochDay: ${day}`);
  }
  static of(year: number, month: number, day: number): LocalDate {
    if (month < 1 || month > 12)
      throw dateTime(`Invalid value for MonthOfYear (valid values 1 - 12): ${month}`);
    if (day < 1 || day > 31)
      throw dateTime(`Invalid value for DayOfMonth (valid values 1 - 28/31): ${day}`);
    if (day > lengthOfMonth(year, month)) {
      const name = MONTHS[month - 1] ?? '';
      throw dateTime(
        day === 29
          ? `Invalid date 'February 29' as '${year}' is not a leap year`
          : `Invalid date '${name} ${day}'`,
      );
    }
    return new LocalDate(epochDay(year, month, day));
  }
  get year(): number {
    return this.#date.getUTCFullYear();
  }
  get month(): number {
    return this.#date.getUTCMonth() + 1;
  }
  get dayOfMonth(): number {
    return this.#date.getUTCDate();
  }
  /** 1 is Monday. */
  get dayOfWeek(): number {
    return ((((this.day + 3) % 7) + 7) % 7) + 1;
  }
  get dayOfYear(): number {
    return this.day - epochDay(this.year, 1, 1) + 1;
  }
  plusMonths(count: number): LocalDate {
    const total = this.year * 12 + this.month - 1 + count;
    const year = Math.floor(total / 12);
    const month = total - year * 12 + 1;
    return new LocalDate(
      epochDay(year, month, Math.min(this.dayOfMonth, lengthOfMonth(year, month))),
    );
  }
  override text(): string {
    const { year } = this;
    const shown = year > 9999 ? `+${year}` : `${year < 0 ? '-' : ''}${pad(year, 4)}`;
    return `${shown}-${pad(this.month)}-${pad(this.dayOfMonth)}`;
  }
  override compareTo(other: Value): number {
    const to = other as LocalDate;
    return this.year - to.year || this.month - to.month || this.dayOfMonth - to.dayOfMonth;
  }
}

/** `10:15`, `10:15:30`, `10:15:30.123`: as long as it must be. */
export function timeText(nanos: number): string {
  const seconds = Math.floor(nanos / SECOND);
  const fraction = nanos - seconds * SECOND;
  const short = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}`;
  if (seconds % 60 === 0 && fraction === 0) return short;
  return `${short}:${pad(seconds % 60)}${fractionText(fraction)}`;
}

export function fractionText(fraction: number): string {
  if (fraction === 0) return '';
  const digits = pad(fraction, 9);
  return `.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}`;
}

export class LocalTime extends Temporal {
  readonly className: string = 'java.time.LocalTime';
  readonly nanos: number;
  constructor(nanos: number) {
    super();
    this.nanos = nanos;
  }
  override text(): string {
    return timeText(this.nanos);
  }
  override compareTo(other: Value): number {
    return Math.sign(this.nanos - (other as LocalTime).nanos);
  }
}

export class LocalDateTime extends Temporal {
  readonly className: string = 'java.time.LocalDateTime';
  readonly date: LocalDate;
  /** Of the day. */
  readonly nanos: number;
  constructor(date: LocalDate, nanos: number) {
    super();
    this.date = date;
    this.nanos = nanos;
  }
  /** Seconds as if it were UTC. */
  get seconds(): number {
    return this.date.day * 86_400 + Math.floor(this.nanos / SECOND);
  }
  get nano(): number {
    return this.nanos % SECOND;
  }
  static ofSeconds(seconds: number, nano: number): LocalDateTime {
    const day = Math.floor(seconds / 86_400);
    return new LocalDateTime(new LocalDate(day), (seconds - day * 86_400) * SECOND + nano);
  }
  override text(): string {
    return `${this.date.text()}T${timeText(this.nanos)}`;
  }
  override compareTo(other: Value): number {
    const to = other as LocalDateTime;
    return this.date.compareTo(to.date) || Math.sign(this.nanos - to.nanos);
  }
}

export class ZoneId extends Temporal {
  readonly className: string;
  readonly id: string;
  /** Seconds, of a fixed offset. */
  readonly fixed: number | undefined;
  readonly #zone: IANAZone | undefined;
  constructor(id: string, fixed?: number) {
    super();
    this.id = id;
    this.fixed = fixed;
    this.className =
      fixed !== undefined && /^[Z+-]/.test(id) ? 'java.time.ZoneOffset' : 'java.time.ZoneId';
    this.#zone = fixed === undefined ? IANAZone.create(id) : undefined;
  }
  offsetAt(epochSeconds: number): number {
    return this.fixed ?? Math.round((this.#zone?.offset(epochSeconds * 1000) ?? 0) * 60);
  }
  /** The offset of a local time; in a gap or an overlap the one before the change. */
  offsetOfLocal(seconds: number): number {
    const before = this.offsetAt(seconds - 86_400);
    return this.offsetAt(seconds - before) === before
      ? before
      : this.offsetAt(seconds - this.offsetAt(seconds + 86_400)) === this.offsetAt(seconds + 86_400)
        ? this.offsetAt(seconds + 86_400)
        : before;
  }
  override text(): string {
    return this.id;
  }
}

export function offsetText(seconds: number): string {
  if (seconds === 0) return 'Z';
  const size = Math.abs(seconds);
  const text = `${seconds < 0 ? '-' : '+'}${pad(Math.floor(size / 3600))}:${pad(Math.floor(size / 60) % 60)}`;
  return size % 60 === 0 ? text : `${text}:${pad(size % 60)}`;
}

export const UTC = new ZoneId('Z', 0);

export function zoneOf(id: string): ZoneId {
  const parts = /^(UTC|GMT|UT)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/.exec(id);
  if (id === 'Z') return UTC;
  if (parts !== null && id !== '') {
    const [, prefix = '', sign = '+', hours = '0', minutes = '0'] = parts;
    const seconds = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
    const text = offsetText(seconds);
    return new ZoneId(prefix === '' ? text : text === 'Z' ? prefix : prefix + text, seconds);
  }
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id))
    throw dateTime(`Invalid ID for region-based ZoneId, invalid format: ${id}`);
  if (!IANAZone.isValidZone(id))
    throw new Throwable('java.time.zone.ZoneRulesException', `Unknown time-zone ID: ${id}`);
  return new ZoneId(id);
}

export class Instant extends Temporal {
  readonly className: string = 'java.time.Instant';
  readonly seconds: number;
  readonly nano: number;
  constructor(seconds: number, nano = 0) {
    super();
    if (!(Math.abs(seconds) <= MAX_SECONDS))
      throw dateTime('Instant exceeds minimum or maximum instant');
    this.seconds = seconds;
    this.nano = nano;
  }
  static ofMillis(millis: bigint | number): Instant {
    const ms = Number(millis);
    const seconds = Math.floor(ms / 1000);
    return new Instant(seconds, (ms - seconds * 1000) * 1_000_000);
  }
  get millis(): bigint {
    return BigInt(this.seconds) * 1000n + BigInt(Math.floor(this.nano / 1_000_000));
  }
  override text(): string {
    const local = LocalDateTime.ofSeconds(this.seconds, 0);
    const seconds = pad(Math.floor(local.nanos / SECOND) % 60);
    return `${local.date.text()}T${timeText(local.nanos).slice(0, 5)}:${seconds}${fractionText(this.nano)}Z`;
  }
  override compareTo(other: Value): number {
    const to = other as Instant;
    return Math.sign(this.seconds - to.seconds || this.nano - to.nano);
  }
}

export class ZonedDateTime extends Temporal {
  readonly className: string;
  readonly local: LocalDateTime;
  readonly offset: number;
  readonly zone: ZoneId;
  constructor(
    local: LocalDateTime,
    zone: ZoneId,
    options: { offset?: number; className?: string } = {},
  ) {
    super();
    this.offset = options.offset ?? zone.offsetOfLocal(local.seconds);
    const shift = zone.offsetAt(local.seconds - this.offset) - this.offset;
    this.local =
      shift === 0 || options.offset !== undefined
        ? local
        : LocalDateTime.ofSeconds(local.seconds + shift, local.nano);
    if (shift !== 0 && options.offset === undefined) this.offset += shift;
    this.zone = zone;
    this.className = options.className ?? 'java.time.ZonedDateTime';
  }
  static ofInstant(at: Instant, zone: ZoneId, className?: string): ZonedDateTime {
    const offset = zone.offsetAt(at.seconds);
    const local = LocalDateTime.ofSeconds(at.seconds + offset, at.nano);
    return new ZonedDateTime(
      local,
      zone,
      className === undefined ? { offset } : { offset, className },
    );
  }
  get instant(): Instant {
    return new Instant(this.local.seconds - this.offset, this.local.nano);
  }
  /** The same class and zone at another local time. */
  with(local: LocalDateTime): ZonedDateTime {
    const moved = new ZonedDateTime(local, this.zone);
    return new ZonedDateTime(moved.local, this.zone, {
      offset: moved.offset,
      className: this.className,
    });
  }
  override text(): string {
    const text = this.local.text() + offsetText(this.offset);
    if (this.className === 'org.opensearch.script.JodaCompatibleZonedDateTime') {
      const { millis } = this.instant;
      const clock = this.local.text().length === 16 ? `${this.local.text()}:00` : this.local.text();
      return millis === undefined
        ? text
        : `${/\.\d+$/.test(clock) ? clock : `${clock}.000`}${offsetText(this.offset)}`;
    }
    return this.zone.className === 'java.time.ZoneOffset' ? text : `${text}[${this.zone.id}]`;
  }
  override compareTo(other: Value): number {
    return this.instant.compareTo((other as ZonedDateTime).instant);
  }
}

export class Duration extends Temporal {
  readonly className: string = 'java.time.Duration';
  /** Nanoseconds, all of them. */
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    super();
    const seconds = nanos / 1_000_000_000n;
    if (BigInt.asIntN(64, seconds) !== seconds) throw arithmetic('long overflow');
    this.nanos = nanos;
  }
  override text(): string {
    if (this.nanos === 0n) return 'PT0S';
    const sign = this.nanos < 0n ? '-' : '';
    const size = this.nanos < 0n ? -this.nanos : this.nanos;
    const seconds = size / 1_000_000_000n;
    const parts: [bigint, string][] = [
      [seconds / 3600n, 'H'],
      [(seconds / 60n) % 60n, 'M'],
    ];
    const text = parts
      .map(([value, unit]) => (value === 0n ? '' : `${sign}${value}${unit}`))
      .join('');
    const rest = size % 60_000_000_000n;
    if (rest === 0n) return `PT${text}`;
    const fraction = String(rest % 1_000_000_000n)
      .padStart(9, '0')
      .replace(/0+$/, '');
    return `PT${text}${sign}${rest / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}S`;
  }
  override compareTo(other: Value): number {
    const to = (other as Duration).nanos;
    return this.nanos < to ? -1 : Number(this.nanos > to);
  }
}

export class Period extends Temporal {
  readonly className: string = 'java.time.Period';
  readonly years: number;
  readonly months: number;
  readonly days: number;
  constructor(years: number, months: number, days: number) {
    super();
    if (days !== (days | 0)) throw arithmetic('integer overflow');
    this.years = years;
    this.months = months;
    this.days = days;
  }
  override text(): string {
    const parts: [number, string][] = [
      [this.years, 'Y'],
      [this.months, 'M'],
      [this.days, 'D'],
    ];
    return `P${parts.map(([value, unit]) => (value === 0 ? '' : `${value}${unit}`)).join('') || '0D'}`;
  }
}

export type Dated = LocalDate | LocalDateTime | ZonedDateTime | Instant;
