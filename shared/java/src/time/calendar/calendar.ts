/**
 * java.util.GregorianCalendar: a moment, and the fields that a script set since it was last
 * computed. The moment is computed from the fields when it is asked for, the fields from the
 * moment when one of them is.
 */
import type { Locale } from '../../text/locale.js';
import { arrayIndex, illegalArgument } from '../../values/throwable.js';
import { hashLong, JavaObject, type Value } from '../../values/value.js';
import type { Momentary } from '../format_date.js';
import { Instant } from '../time.js';
import { weekFieldsOf } from '../week_fields.js';
import { ZonedDateTime } from '../zone.js';
import { FIELD, FIELD_COUNT, FIELDS } from './calendar_field.js';
import {
  firstWeekStart,
  onOrBefore,
  type Weeks,
  weekdayOf,
  weekdayOfIso,
  weekNumber,
  weekOfYear,
} from './calendar_weeks.js';
import {
  type FirstOfMonth,
  firstOfMonth,
  hybridDate,
  hybridDay,
  lengthOfMonth,
} from './hybrid_dates.js';
import { COMPUTED, FIRST_STAMP, selectedFields, UNSET } from './selected_fields.js';
import type { JTimeZone, Offsets } from './time_zone.js';

export const DAY_MS = 86_400_000;

/** How the moment and the fields belong together. */
type State =
  /** Fields were set: the moment is to be computed. */
  | 'set'
  /** The moment is known, and the fields that determined it. */
  | 'timed'
  /** The moment is known, but the fields are those of another zone. */
  | 'moved'
  /** The moment and all fields are known. */
  | 'complete';

export class JCalendar extends JavaObject implements Momentary {
  readonly className: string = 'java.util.GregorianCalendar';
  isLenient = true;
  #weeks: Weeks;
  #zone: JTimeZone;
  #millis = 0;
  /** The moment that a script gave, if a double may not hold it. */
  #given = 0n;
  #state: State = 'timed';
  #values = new Array<number>(FIELD_COUNT).fill(0);
  #stamps = new Array<number>(FIELD_COUNT).fill(UNSET);
  #nextStamp = FIRST_STAMP;

  constructor(millis: number, zone: JTimeZone, weeks: Weeks) {
    super();
    this.#zone = zone;
    this.#weeks = weeks;
    this.millis = millis;
  }

  static in(zone: JTimeZone, locale: Locale, millis: number): JCalendar {
    const { firstDay, minimalDays } = weekFieldsOf(locale);
    return new JCalendar(millis, zone, { firstDay: weekdayOfIso(firstDay), minimalDays });
  }

  copy(): JCalendar {
    const copy = new JCalendar(0, this.#zone, this.#weeks);
    copy.isLenient = this.isLenient;
    copy.#millis = this.#millis;
    copy.#given = this.#given;
    copy.#state = this.#state;
    copy.#values = [...this.#values];
    copy.#stamps = [...this.#stamps];
    copy.#nextStamp = this.#nextStamp;
    return copy;
  }

  get zone(): JTimeZone {
    return this.#zone;
  }

  /**
   * Fields that were set before keep their values in the new zone. As in Java, so do all others if
   * one is set before any is asked for.
   */
  set zone(zone: JTimeZone) {
    this.#zone = zone;
    if (this.#state !== 'set') this.#state = 'moved';
  }

  get weeks(): Weeks {
    return this.#weeks;
  }

  /** The numbers of weeks that were computed are computed again, by all other fields. */
  set weeks(weeks: Weeks) {
    this.#weeks = weeks;
    const numbers = [FIELD.weekOfMonth, FIELD.weekOfYear];
    if (numbers.every((field) => this.#stamps[field] !== COMPUTED)) return;
    const copy = this.copy();
    copy.isLenient = true;
    for (const field of numbers) copy.clear(field);
    for (const field of numbers) {
      if (this.#stamps[field] === COMPUTED) this.#values[field] = copy.get(field);
    }
  }

  /** Milliseconds since the epoch. Throws illegal_argument_exception for a field out of range. */
  get millis(): number {
    if (this.#state === 'set') this.#computeTime();
    return this.#millis;
  }

  set millis(millis: number) {
    this.#millis = millis;
    this.#completeFields();
  }

  /** The milliseconds as a long, which wraps around like Java's. */
  get exactMillis(): bigint {
    const { millis } = this;
    return Number(this.#given) === millis ? this.#given : BigInt.asIntN(64, BigInt(millis));
  }

  set exactMillis(millis: bigint) {
    this.#given = millis;
    this.millis = Number(millis);
  }

  /** The days since the epoch, in the calendar's zone. */
  get day(): number {
    return Math.floor(this.#local(this.millis) / DAY_MS);
  }

  /** Milliseconds of the day, in the calendar's zone. */
  get timeOfDay(): number {
    return this.#local(this.millis) - this.day * DAY_MS;
  }

  get(field: number): number {
    checkField(field);
    this.complete();
    return this.#values[field] ?? 0;
  }

  /** Computes the moment and all fields. */
  complete(): void {
    if (this.#state === 'set') this.#computeTime();
    if (this.#state !== 'complete') this.#completeFields();
  }

  /** The value of a field as it was set or computed last. */
  known(field: number): number {
    return this.#values[field] ?? 0;
  }

  set(field: number, value: number): void {
    checkField(field);
    if (this.#state === 'timed') this.#completeFields();
    this.#values[field] = value;
    this.#stamps[field] = this.#nextStamp++;
    this.#state = 'set';
  }

  isSet(field: number): boolean {
    checkField(field);
    return this.#stamps[field] !== UNSET;
  }

  clear(field?: number): void {
    if (field === undefined) {
      this.#values.fill(0);
      this.#stamps.fill(UNSET);
    } else {
      checkField(field);
      this.#values[field] = 0;
      this.#stamps[field] = UNSET;
    }
    this.#state = 'set';
  }

  moment(): ZonedDateTime {
    return ZonedDateTime.ofInstant(Instant.ofMillis(this.millis), this.#zone.zone);
  }

  override equals(other: Value): boolean {
    return (
      other instanceof JCalendar &&
      other.millis === this.millis &&
      other.isLenient === this.isLenient &&
      other.#weeks.firstDay === this.#weeks.firstDay &&
      other.#weeks.minimalDays === this.#weeks.minimalDays &&
      other.#zone.equals(this.#zone)
    );
  }

  override hashCode(): number {
    return hashLong(this.exactMillis);
  }

  override compareTo(other: this): number {
    return Math.sign(this.millis - other.millis);
  }

  override text(): string {
    const shown = FIELDS.map(({ name }, field) => {
      const isShown = this.#state === 'complete' || this.isSet(field);
      return `${name}=${isShown ? this.#values[field] : '?'}`;
    });
    const time = this.#state === 'set' ? '?' : this.#millis;
    const { firstDay, minimalDays } = this.#weeks;
    const isComplete = this.#state === 'complete';
    return `java.util.GregorianCalendar[time=${time},areFieldsSet=${this.#state !== 'set'},areAllFieldsSet=${isComplete},lenient=${this.isLenient},zone=${this.#zone.text()},firstDayOfWeek=${firstDay},minimalDaysInFirstWeek=${minimalDays},${shown.join(',')}]`;
  }

  #local(millis: number): number {
    return millis + this.#zone.offsetAt(millis);
  }

  #completeFields(): void {
    this.#computeFields(() => true, this.#zone.offsetsAt(this.#millis));
    this.#stamps.fill(COMPUTED);
    this.#state = 'complete';
  }

  #computeFields(isWanted: (field: number) => boolean, { raw, summer }: Offsets): void {
    const local = this.#millis + raw + summer;
    const day = Math.floor(local / DAY_MS);
    const ofDay = local - day * DAY_MS;
    const { year, month, day: ofMonth } = hybridDate(day);
    const hours = Math.floor(ofDay / 3_600_000);
    const values: Record<keyof typeof FIELD, number> = {
      era: year > 0 ? 1 : 0,
      year: year > 0 ? year : 1 - year,
      month,
      weekOfYear: weekOfYear(day, this.#weeks).week,
      weekOfMonth: weekNumber(firstOfMonth(year, month), day, this.#weeks),
      dayOfMonth: ofMonth,
      dayOfYear: day - firstOfMonth(year, 0) + 1,
      dayOfWeek: weekdayOf(day),
      dayOfWeekInMonth: Math.floor((ofMonth - 1) / 7) + 1,
      amPm: hours < 12 ? 0 : 1,
      hour: hours % 12,
      hourOfDay: hours,
      minute: Math.floor(ofDay / 60_000) % 60,
      second: Math.floor(ofDay / 1000) % 60,
      millisecond: ofDay % 1000,
      zoneOffset: raw,
      dstOffset: summer,
    };
    for (const [name, field] of Object.entries(FIELD)) {
      if (isWanted(field)) this.#values[field] = values[name as keyof typeof FIELD];
    }
  }

  /** The fields that determined the moment keep their stamps, and get values in their ranges. */
  #computeTime(): void {
    const given = [...this.#values];
    if (!this.isLenient) this.#checkRanges();
    const selected = selectedFields(this.#stamps);
    this.#millis = this.#millisOf(selected);
    const isKept = (field: number): boolean => selected.has(field) || this.#stamps[field] !== UNSET;
    const { raw, summer } = this.#zone.offsetsAt(this.#millis);
    this.#computeFields(isKept, {
      raw: selected.has(FIELD.zoneOffset) ? this.known(FIELD.zoneOffset) : raw,
      summer: selected.has(FIELD.dstOffset) ? this.known(FIELD.dstOffset) : summer,
    });
    if (!this.isLenient) this.#checkUnchanged(given);
    this.#state = 'timed';
  }

  #checkRanges(): void {
    FIELDS.forEach(({ name, least, most }, field) => {
      const value = this.#values[field] ?? 0;
      if (this.#isGiven(field) && (value < least || value > most)) throw illegalArgument(name);
    });
  }

  #checkUnchanged(given: readonly number[]): void {
    FIELDS.forEach(({ name }, field) => {
      if (!this.#isGiven(field) || this.#values[field] === given[field]) return;
      const computed = this.#values[field];
      this.#values = [...given];
      throw illegalArgument(`${name}: ${given[field]} -> ${computed}`);
    });
  }

  #isGiven(field: number): boolean {
    return (this.#stamps[field] ?? UNSET) >= FIRST_STAMP;
  }

  #millisOf(selected: ReadonlySet<number>): number {
    const value = (field: number): number => this.#values[field] ?? 0;
    const chosen = (field: number): number => (selected.has(field) ? value(field) : 0);
    const hours = selected.has(FIELD.hourOfDay)
      ? value(FIELD.hourOfDay)
      : chosen(FIELD.hour) + 12 * chosen(FIELD.amPm);
    const seconds = (hours * 60 + chosen(FIELD.minute)) * 60 + chosen(FIELD.second);
    const local =
      hybridDay((firstOf) => this.#dayOf(selected, firstOf)) * DAY_MS +
      seconds * 1000 +
      chosen(FIELD.millisecond);
    const hasZone = selected.has(FIELD.zoneOffset);
    const hasSummer = selected.has(FIELD.dstOffset);
    if (hasZone && hasSummer) return local - value(FIELD.zoneOffset) - value(FIELD.dstOffset);
    const at = local - this.#zone.offsetOfLocal(local);
    if (!hasZone && !hasSummer) return at;
    const { raw, summer } = this.#zone.offsetsAt(at);
    return (
      local -
      (hasZone ? value(FIELD.zoneOffset) : raw) -
      (hasSummer ? value(FIELD.dstOffset) : summer)
    );
  }

  #yearOf(): number {
    const year = this.#stamps[FIELD.year] === UNSET ? 1970 : (this.#values[FIELD.year] ?? 0);
    if (this.#stamps[FIELD.era] === UNSET) return year;
    const era = this.#values[FIELD.era];
    if (era !== 0 && era !== 1) throw illegalArgument('Invalid era');
    return era === 1 ? year : 1 - year;
  }

  /** The days since the epoch that the selected fields name. */
  #dayOf(selected: ReadonlySet<number>, firstOf: FirstOfMonth): number {
    const value = (field: number): number => this.#values[field] ?? 0;
    const year = this.#yearOf();
    if (!selected.has(FIELD.month)) {
      const first = firstOf(year, 0);
      if (selected.has(FIELD.dayOfYear)) return first + value(FIELD.dayOfYear) - 1;
      return this.#dayOfWeeks(first, value(FIELD.weekOfYear), selected);
    }
    const first = firstOf(year, this.isSet(FIELD.month) ? value(FIELD.month) : 0);
    if (selected.has(FIELD.dayOfMonth)) {
      return this.isSet(FIELD.dayOfMonth) ? first + value(FIELD.dayOfMonth) - 1 : first;
    }
    if (selected.has(FIELD.weekOfMonth)) {
      return this.#dayOfWeeks(first, value(FIELD.weekOfMonth), selected);
    }
    const weekday = selected.has(FIELD.dayOfWeek) ? value(FIELD.dayOfWeek) : this.#weeks.firstDay;
    const count = selected.has(FIELD.dayOfWeekInMonth) ? value(FIELD.dayOfWeekInMonth) : 1;
    if (count >= 0) return onOrBefore(first + 7 * count - 1, weekday);
    const { year: ofYear, month } = hybridDate(first);
    return onOrBefore(first + lengthOfMonth(ofYear, month) + 7 * (count + 1) - 1, weekday);
  }

  #dayOfWeeks(first: number, week: number, selected: ReadonlySet<number>): number {
    const start = firstWeekStart(first, this.#weeks);
    const weekday = selected.has(FIELD.dayOfWeek) ? this.#values[FIELD.dayOfWeek] : undefined;
    const day = weekday === undefined ? start : onOrBefore(start + 6, weekday);
    return day + 7 * (week - 1);
  }
}

function checkField(field: number): void {
  if (field < 0 || field >= FIELD_COUNT) {
    throw arrayIndex(`Index ${field} out of bounds for length ${FIELD_COUNT}`);
  }
}
