/** `Year`, `YearMonth` and `MonthDay`: partial dates. */
import { daysInMonth } from '@skein/dates';
import type { EnumConstant } from '../values/enum_constant.js';
import { dateTime } from '../values/throwable.js';
import { checkedYear, LocalDate, MONTHS, pad, Temporal, yearText } from './time.js';

function eraFields(year: number, name: string): number | undefined {
  if (name === 'YEAR') return year;
  if (name === 'YEAR_OF_ERA') return year < 1 ? 1 - year : year;
  return name === 'ERA' ? Number(year >= 1) : undefined;
}

export class Year extends Temporal {
  readonly className: string = 'java.time.Year';
  readonly year: number;

  constructor(year: number) {
    super();
    this.year = checkedYear(year);
  }

  override fieldValue({ name }: EnumConstant): number | undefined {
    return eraFields(this.year, name);
  }

  override hashCode(): number {
    return this.year;
  }

  override text(): string {
    return String(this.year);
  }

  override compareTo(other: this): number {
    return this.year - other.year;
  }
}

export function checkedMonth(month: number): number {
  if (month < 1 || month > 12)
    throw dateTime(`Invalid value for MonthOfYear (valid values 1 - 12): ${month}`);
  return month;
}

export class YearMonth extends Temporal {
  readonly className: string = 'java.time.YearMonth';
  readonly year: number;
  readonly month: number;

  constructor(year: number, month: number) {
    super();
    this.year = checkedYear(year);
    this.month = checkedMonth(month);
  }

  static ofMonths(total: number): YearMonth {
    const year = Math.floor(total / 12);
    return new YearMonth(year, total - year * 12 + 1);
  }

  /** Months since the year zero. */
  get months(): number {
    return this.year * 12 + this.month - 1;
  }

  override fieldValue({ name }: EnumConstant): number | undefined {
    if (name === 'MONTH_OF_YEAR') return this.month;
    return name === 'PROLEPTIC_MONTH' ? this.months : eraFields(this.year, name);
  }

  override hashCode(): number {
    return this.year ^ (this.month << 27);
  }

  override text(): string {
    const { year } = this;
    const shown = year > 9999 ? String(year) : yearText(year);
    return `${shown}-${pad(this.month)}`;
  }

  override compareTo(to: this): number {
    return this.year - to.year || this.month - to.month;
  }
}

export class MonthDay extends Temporal {
  readonly className: string = 'java.time.MonthDay';
  readonly month: number;
  readonly day: number;

  constructor(month: number, day: number) {
    super();
    if (month < 1 || month > 12) throw dateTime(`Invalid value for MonthOfYear: ${month}`);
    this.month = month;
    if (day < 1 || day > 31)
      throw dateTime(`Invalid value for DayOfMonth (valid values 1 - 28/31): ${day}`);
    if (day > daysInMonth(2000, month)) {
      const name = MONTHS[month - 1];
      throw dateTime(
        `Illegal value for DayOfMonth field, value ${day} is not valid for month ${name}`,
      );
    }
    this.day = day;
  }

  /** The last day of February if the year has no leap day. */
  atYear(year: number): LocalDate {
    return LocalDate.resolved(year, this.month, this.day);
  }

  override fieldValue({ name }: EnumConstant): number | undefined {
    if (name === 'MONTH_OF_YEAR') return this.month;
    return name === 'DAY_OF_MONTH' ? this.day : undefined;
  }

  override hashCode(): number {
    return (this.month << 6) + this.day;
  }

  override text(): string {
    return `--${pad(this.month)}-${pad(this.day)}`;
  }

  override compareTo(to: this): number {
    return this.month - to.month || this.day - to.day;
  }
}
