/** java.util.TimeZone: a zone whose offsets are milliseconds, apart from summer time. */
import { civilFromDays, daysFromCivil, namesOfZone } from '@skein/dates';
import type { Locale } from '../../text/locale.js';
import { Throwable } from '../../values/throwable.js';
import { hashString, JavaObject, type Value } from '../../values/value.js';
import { SHORT_IDS } from '../short_zone_ids.js';
import { Instant } from '../time.js';
import { isEnglish, zoneName } from '../time_texts.js';
import { UTC, ZonedDateTime, ZoneId, zoneOf } from '../zone.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const HALF_YEAR_MS = 182 * DAY_MS;
/** 1900: the first year of which Java's TimeZone knows the offsets. */
const FIRST_MS = -2_208_988_800_000;
/** 2024 stands for the present. */
const PRESENT_MS = 1_704_067_200_000;

export interface Offsets {
  /** The offset without summer time. */
  readonly raw: number;
  readonly summer: number;
}

export class JTimeZone extends JavaObject {
  readonly className: string = 'java.util.TimeZone';
  readonly id: string;
  readonly zone: ZoneId;

  constructor(id: string, zone: ZoneId) {
    super();
    this.id = id;
    this.zone = zone;
  }

  /** `TimeZone.getTimeZone`: GMT for an unknown id. */
  static of(id: string): JTimeZone {
    const custom = /^GMT([+-])(\d{1,2})(?::?(\d\d))?$/.exec(id);
    if (custom !== null) {
      const [, sign = '+', hours = '0', minutes = '00'] = custom;
      if (Number(hours) > 23 || Number(minutes) > 59) return GMT;
      const own = `GMT${sign}${hours.padStart(2, '0')}:${minutes}`;
      const size = (Number(hours) * 60 + Number(minutes)) * 60;
      return new JTimeZone(own, new ZoneId(own, sign === '-' ? -size : size));
    }
    if (/^[+-]|^(?:UTC|GMT|UT)[+-]|^Z$/.test(id)) return GMT;
    try {
      return new JTimeZone(id, zoneOf(SHORT_IDS[id] ?? id));
    } catch (thrown) {
      if (thrown instanceof Throwable) return GMT;
      throw thrown;
    }
  }

  static ofZone(zone: ZoneId): JTimeZone {
    if (zone.fixed === undefined || !/^[Z+-]/.test(zone.id)) return new JTimeZone(zone.id, zone);
    return zone.fixed === 0 ? JTimeZone.of('UTC') : JTimeZone.of(`GMT${zone.id}`);
  }

  /**
   * The platform knows only whole offsets: if the year begins or is half over with one hour less,
   * the hour is summer time. So is half an hour if this is so in the next year, too: some zones
   * have moved by half an hour once.
   */
  offsetsAt(ms: number): Offsets {
    const whole = this.offsetAt(ms);
    if (this.zone.fixed !== undefined) return { raw: whole, summer: 0 };
    const { year } = civilFromDays(Math.floor(ms / DAY_MS));
    const isLess = (by: number, years: readonly number[]): boolean =>
      [1, 7].some((month) => years.every((one) => this.#wholeIn(one, month) === whole - by));
    let summer = 0;
    if (isLess(HOUR_MS, [year])) summer = HOUR_MS;
    else if (isLess(HOUR_MS / 2, [year, year + 1])) summer = HOUR_MS / 2;
    return { raw: whole - summer, summer };
  }

  /** The offset at the start of a month, in UTC. */
  #wholeIn(year: number, month: number): number {
    return this.#wholeAt(daysFromCivil(year, month, 1) * DAY_MS);
  }

  /** The offset with summer time. As in Java, it is the zone's present one before 1900. */
  offsetAt(ms: number): number {
    return ms < FIRST_MS && this.zone.fixed === undefined
      ? Math.min(this.#wholeAt(PRESENT_MS), this.#wholeAt(PRESENT_MS + HALF_YEAR_MS))
      : this.#wholeAt(ms);
  }

  #wholeAt(ms: number): number {
    return this.zone.offsetAt(Math.floor(ms / 1000)) * 1000;
  }

  /**
   * The offset of a local time in milliseconds. In a gap and in an overlap it is the one without
   * summer time, as in Java's calendars.
   */
  offsetOfLocal(ms: number): number {
    const [before, after] = [this.offsetAt(ms - DAY_MS), this.offsetAt(ms + DAY_MS)];
    const fits = [before, after].filter((offset) => this.offsetAt(ms - offset) === offset);
    return fits.length === 1 ? (fits[0] ?? before) : Math.min(before, after);
  }

  /** True if the zone has summer time in the year around the instant. */
  hasSummer(ms: number): boolean {
    return this.offsetsAt(ms).summer !== 0 || this.offsetsAt(ms + HALF_YEAR_MS).summer !== 0;
  }

  /** The name in a locale; a zone without a name is called by its id. */
  name(isSummer: boolean, width: 'long' | 'short', locale: Locale, nowMs: number): string {
    const names = isEnglish(locale) ? namesOfZone(this.id) : undefined;
    if (names !== undefined) return ((isSummer && names.summer) || names.standard)[width];
    if (this.zone.fixed !== undefined) return this.id;
    const isNowSummer = this.offsetsAt(nowMs).summer !== 0;
    const at = isSummer === isNowSummer || !this.hasSummer(nowMs) ? nowMs : nowMs + HALF_YEAR_MS;
    return zoneName(ZonedDateTime.ofInstant(Instant.ofMillis(at), this.zone), locale, width);
  }

  override equals(other: Value): boolean {
    return other instanceof JTimeZone && other.id === this.id;
  }

  override hashCode(): number {
    return hashString(this.id);
  }

  override text(): string {
    const { raw, summer } = this.offsetsAt(PRESENT_MS);
    const hasSummer = this.hasSummer(PRESENT_MS);
    const saved = Math.max(summer, this.offsetsAt(PRESENT_MS + HALF_YEAR_MS).summer);
    return `sun.util.calendar.ZoneInfo[id="${this.id}",offset=${raw},dstSavings=${saved},useDaylight=${hasSummer},transitions=0,lastRule=null]`;
  }
}

const GMT = new JTimeZone('GMT', UTC);
export const DEFAULT_ZONE = new JTimeZone('UTC', zoneOf('UTC'));
