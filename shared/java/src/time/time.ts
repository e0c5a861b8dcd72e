/** java.time's values without zones: days and nanoseconds as plain numbers. */
import {
  type CivilDate,
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  MONTH_NAMES,
  WEEKDAY_NAMES,
} from '@skein/dates';
import { constants, type EnumConstant } from '../values/enum_constant.js';
import { arithmetic, dateTime } from '../values/throwable.js';
import { hashLong, hashString, JavaObject, type Value } from '../values/value.js';

export const DAY_NANOS = 86_400_000_000_000;
const SECOND = 1_000_000_000;
const DAY_SECONDS = 86_400;
/** The names of Java's constants. */
export const MONTHS = MONTH_NAMES.map((name) => name.toUpperCase());
export const DAYS = WEEKDAY_NAMES.map((name) => name.toUpperCase());

/** Values compared and hashed by their text. */
export abstract class Temporal extends JavaObject {
  /** A field that only the class itself defines; `undefined` if it has no such field. */
  fieldValue(_field: EnumConstant): number | bigint | undefined {
    return undefined;
  }

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

export const MONTH = constants('java.time.Month', MONTHS);
export const DAY_OF_WEEK = constants('java.time.DayOfWeek', DAYS);
export const CHRONO_UNIT = constants('java.time.temporal.ChronoUnit', [
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

export const pad = (value: number, width = 2): string =>
  String(Math.abs(value)).padStart(width, '0');

/** The limit of years in both directions. */
export const MAX_YEAR = 999_999_999;
const MIN_EPOCH_DAY = -365_243_219_162;
const MAX_EPOCH_DAY = 365_241_780_471;

export function checkedYear(year: number): number {
  if (Math.abs(year) > MAX_YEAR)
    throw dateTime(`Invalid value for Year (valid values -${MAX_YEAR} - ${MAX_YEAR}): ${year}`);
  return year;
}

export class LocalDate extends Temporal {
  readonly className: string = 'java.time.LocalDate';
  readonly day: number;
  #civil: CivilDate | undefined;

  constructor(day: number) {
    super();
    if (!(day >= MIN_EPOCH_DAY && day <= MAX_EPOCH_DAY)) checkedYear(civilFromDays(day).year);
    this.day = day;
  }

  static ofEpochDay(day: bigint): LocalDate {
    if (day < BigInt(MIN_EPOCH_DAY) || day > BigInt(MAX_EPOCH_DAY)) {
      const range = `${MIN_EPOCH_DAY} - ${MAX_EPOCH_DAY}`;
      throw dateTime(`Invalid value for EpochDay (valid values ${range}): ${day}`);
    }
    return new LocalDate(Number(day));
  }

  static of(year: number, month: number, day: number): LocalDate {
    checkedYear(year);
    if (month < 1 || month > 12)
      throw dateTime(`Invalid value for MonthOfYear (valid values 1 - 12): ${month}`);
    if (day < 1 || day > 31)
      throw dateTime(`Invalid value for DayOfMonth (valid values 1 - 28/31): ${day}`);
    if (day > daysInMonth(year, month)) {
      throw dateTime(
        day === 29
          ? `Invalid date 'February 29' as '${year}' is not a leap year`
          : `Invalid date '${MONTHS[month - 1] ?? ''} ${day}'`,
      );
    }
    return new LocalDate(daysFromCivil(year, month, day));
  }

  /** Uses the last day of the month if the month is shorter. */
  static resolved(year: number, month: number, day: number): LocalDate {
    return LocalDate.of(year, month, Math.min(day, daysInMonth(year, month)));
  }

  get #parts(): CivilDate {
    this.#civil ??= civilFromDays(this.day);
    return this.#civil;
  }

  get year(): number {
    return this.#parts.year;
  }

  get month(): number {
    return this.#parts.month;
  }

  get dayOfMonth(): number {
    return this.#parts.day;
  }

  /** Monday is 1. */
  get dayOfWeek(): number {
    return ((((this.day + 3) % 7) + 7) % 7) + 1;
  }

  get dayOfYear(): number {
    return this.day - daysFromCivil(this.year, 1, 1) + 1;
  }

  plusMonths(count: number): LocalDate {
    const total = this.year * 12 + this.month - 1 + count;
    const year = checkedYear(Math.floor(total / 12));
    return LocalDate.resolved(year, total - year * 12 + 1, this.dayOfMonth);
  }

  override hashCode(): number {
    const { year, month, day } = this.#parts;
    return (year & 0xfffff800) ^ ((year << 11) + (month << 6) + day);
  }

  override text(): string {
    return `${yearText(this.year)}-${pad(this.month)}-${pad(this.dayOfMonth)}`;
  }

  override compareTo(other: LocalDate | DateOfAnotherCalendar): number {
    if (!(other instanceof LocalDate)) return Math.sign(this.day - other.day);
    return this.year - other.year || this.month - other.month || this.dayOfMonth - other.dayOfMonth;
  }
}

interface DateOfAnotherCalendar extends Temporal {
  /** Days since 1970-01-01. */
  readonly day: number;
}

/** At least four digits, with a sign if there are more. */
export const yearText = (year: number): string =>
  year > 9999 ? `+${year}` : `${year < 0 ? '-' : ''}${pad(year, 4)}`;

/** The shortest of `10:15`, `10:15:30`, `10:15:30.123` that is exact. */
export function timeText(nanos: number): string {
  const seconds = Math.floor(nanos / SECOND);
  const fraction = nanos - seconds * SECOND;
  const short = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}`;
  if (seconds % 60 === 0 && fraction === 0) return short;
  return `${short}:${pad(seconds % 60)}${fractionText(fraction)}`;
}

function fractionText(fraction: number): string {
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
  override hashCode(): number {
    return hashLong(BigInt(this.nanos));
  }

  override text(): string {
    return timeText(this.nanos);
  }
  override compareTo(other: this): number {
    return Math.sign(this.nanos - other.nanos);
  }
}

export class LocalDateTime extends Temporal {
  readonly className: string = 'java.time.LocalDateTime';
  readonly date: LocalDate;
  /** Nanoseconds of the day. */
  readonly nanos: number;

  constructor(date: LocalDate, nanos: number) {
    super();
    this.date = date;
    this.nanos = nanos;
  }

  /**
   * Seconds since the epoch, as if the time were UTC. Exact up to about 285 million years from the
   * epoch.
   */
  get seconds(): number {
    return this.date.day * DAY_SECONDS + Math.floor(this.nanos / SECOND);
  }

  /** Seconds since the epoch, always exact. */
  get exactSeconds(): bigint {
    return BigInt(this.date.day) * BigInt(DAY_SECONDS) + BigInt(Math.floor(this.nanos / SECOND));
  }

  get nano(): number {
    return this.nanos % SECOND;
  }

  static ofSeconds(seconds: number | bigint, nano: number): LocalDateTime {
    if (typeof seconds === 'number' && Number.isSafeInteger(seconds)) {
      const day = Math.floor(seconds / DAY_SECONDS);
      return new LocalDateTime(new LocalDate(day), (seconds - day * DAY_SECONDS) * SECOND + nano);
    }
    const exact = BigInt(seconds);
    const size = BigInt(DAY_SECONDS);
    const rest = ((exact % size) + size) % size;
    return new LocalDateTime(
      new LocalDate(Number((exact - rest) / size)),
      Number(rest) * SECOND + nano,
    );
  }

  /** `seconds` may be a few days at most. */
  plusSeconds(seconds: number): LocalDateTime {
    const nanos = this.nanos + seconds * SECOND;
    const days = Math.floor(nanos / DAY_NANOS);
    const date = days === 0 ? this.date : new LocalDate(this.date.day + days);
    return new LocalDateTime(date, nanos - days * DAY_NANOS);
  }

  override hashCode(): number {
    return this.date.hashCode() ^ hashLong(BigInt(this.nanos));
  }

  override text(): string {
    return `${this.date.text()}T${timeText(this.nanos)}`;
  }

  override compareTo(to: this): number {
    return this.date.compareTo(to.date) || Math.sign(this.nanos - to.nanos);
  }
}

/** One year more in both directions than dates have. */
const MIN_SECONDS = -31_557_014_167_219_200n;
const MAX_SECONDS = 31_556_889_864_403_199n;

export class Instant extends Temporal {
  readonly className: string = 'java.time.Instant';
  /** Days since the epoch. */
  readonly day: number;
  readonly secondOfDay: number;
  readonly nano: number;

  constructor(seconds: number | bigint, nano = 0) {
    super();
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS)
      throw dateTime('Instant exceeds minimum or maximum instant');
    if (typeof seconds === 'number') {
      this.day = Math.floor(seconds / DAY_SECONDS);
      this.secondOfDay = seconds - this.day * DAY_SECONDS;
    } else {
      const size = BigInt(DAY_SECONDS);
      const rest = ((seconds % size) + size) % size;
      this.day = Number((seconds - rest) / size);
      this.secondOfDay = Number(rest);
    }
    this.nano = nano;
  }

  static ofMillis(millis: bigint | number): Instant {
    if (typeof millis === 'number' || BigInt.asIntN(52, millis) === millis) {
      const ms = Number(millis);
      const seconds = Math.floor(ms / 1000);
      return new Instant(seconds, (ms - seconds * 1000) * 1_000_000);
    }
    const rest = ((millis % 1000n) + 1000n) % 1000n;
    return new Instant((millis - rest) / 1000n, Number(rest) * 1_000_000);
  }

  /** Exact up to about 285 million years from the epoch. */
  get seconds(): number {
    return this.day * DAY_SECONDS + this.secondOfDay;
  }

  get exactSeconds(): bigint {
    return BigInt(this.day) * BigInt(DAY_SECONDS) + BigInt(this.secondOfDay);
  }

  get millis(): bigint {
    const millis = this.exactSeconds * 1000n + BigInt(Math.floor(this.nano / 1_000_000));
    if (BigInt.asIntN(64, millis) !== millis) throw arithmetic('long overflow');
    return millis;
  }

  /** The date and time in UTC. */
  get local(): LocalDateTime {
    return new LocalDateTime(new LocalDate(this.day), this.secondOfDay * SECOND + this.nano);
  }

  override hashCode(): number {
    return (hashLong(this.exactSeconds) + 51 * this.nano) | 0;
  }

  override text(): string {
    const { year, month, day } = civilFromDays(this.day);
    const clock = timeText(this.secondOfDay * SECOND);
    const seconds = clock.length === 5 ? `${clock}:00` : clock;
    return `${yearText(year)}-${pad(month)}-${pad(day)}T${seconds}${fractionText(this.nano)}Z`;
  }

  override compareTo(to: this): number {
    return Math.sign(this.day - to.day || this.secondOfDay - to.secondOfDay || this.nano - to.nano);
  }
}

export class Duration extends Temporal {
  readonly className: string = 'java.time.Duration';
  /** The total in nanoseconds. */
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    super();
    const whole = nanos / 1_000_000_000n;
    // Java stores seconds, rounded down, and nanoseconds.
    const seconds = nanos < whole * 1_000_000_000n ? whole - 1n : whole;
    if (BigInt.asIntN(64, seconds) !== seconds) throw arithmetic('long overflow');
    this.nanos = nanos;
  }
  override hashCode(): number {
    const nano = ((this.nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
    return (hashLong((this.nanos - nano) / 1_000_000_000n) + 51 * Number(nano)) | 0;
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
  override compareTo(other: this): number {
    const to = other.nanos;
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
    // An int has no negative zero.
    this.years = years + 0;
    this.months = months + 0;
    this.days = days + 0;
  }
  override hashCode(): number {
    const { years, months, days } = this;
    return (years + ((months << 8) | (months >>> 24)) + ((days << 16) | (days >>> 16))) | 0;
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
