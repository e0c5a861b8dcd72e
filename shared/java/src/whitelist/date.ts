/** java.util.Date. */
import type { ClassTable } from '../class_table.js';
import { nowMs } from '../host/world.js';
import { DEFAULT_LOCALE } from '../text/locale.js';
import type { Momentary } from '../time/format_date.js';
import { Instant } from '../time/time.js';
import { monthText, weekdayText, zoneName } from '../time/time_texts.js';
import { ZonedDateTime, zoneOf } from '../time/zone.js';
import { notNull } from '../values/throwable.js';
import { hashLong, JavaObject, type Value } from '../values/value.js';

const ZONE = zoneOf('UTC');

/** Milliseconds since the epoch; a script can change them. */
export class JDate extends JavaObject implements Momentary {
  readonly className: string = 'java.util.Date';
  millis: bigint;

  constructor(millis: bigint) {
    super();
    this.millis = millis;
  }

  moment(): ZonedDateTime {
    return ZonedDateTime.ofInstant(Instant.ofMillis(this.millis), ZONE);
  }

  override equals(other: Value): boolean {
    return other instanceof JDate && other.millis === this.millis;
  }

  override hashCode(): number {
    return hashLong(this.millis);
  }

  override compareTo(other: this): number {
    const to = other.millis;
    return this.millis < to ? -1 : Number(this.millis > to);
  }

  /** The text `Thu Jan 01 00:00:00 UTC 1970`. */
  override text(): string {
    const at = this.moment();
    const { date, nanos } = at.local;
    const two = (value: number): string => String(value).padStart(2, '0');
    const clock = [
      Math.floor(nanos / 36e11),
      Math.floor(nanos / 6e10) % 60,
      Math.floor(nanos / 1e9) % 60,
    ];
    const day = weekdayText(date.dayOfWeek, 'short', DEFAULT_LOCALE);
    const month = monthText(date.month, 'short', DEFAULT_LOCALE);
    const year = date.year > 0 ? date.year : 1 - date.year;
    return `${day} ${month} ${two(date.dayOfMonth)} ${clock.map(two).join(':')} ${zoneName(at, DEFAULT_LOCALE)} ${year}`;
  }
}

export const date: readonly ClassTable[] = [
  {
    name: 'java.util.Date',
    supers: ['java.lang.Comparable'],
    constructors: {
      '()': () => new JDate(BigInt(nowMs())),
      '(long)': (millis: bigint) => new JDate(millis),
    },
    statics: { 'Date from(Instant)': (at: Instant) => new JDate(at.millis) },
    methods: {
      'boolean after(Date)': (self: JDate, other: JDate) => self.millis > notNull(other).millis,
      'boolean before(Date)': (self: JDate, other: JDate) => self.millis < notNull(other).millis,
      'def clone()': (self: JDate) => new JDate(self.millis),
      'int compareTo(Date)': (self: JDate, other: JDate) => self.compareTo(notNull(other)),
      'long getTime()': (self: JDate) => self.millis,
      'void setTime(long)': (self: JDate, millis: bigint) => {
        self.millis = millis;
      },
    },
  },
];
