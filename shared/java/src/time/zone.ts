/** Zones and offsets, and the classes that have one; the time zone database is the platform's. */
import { onDemand } from '@skein/base';
import { isZoneRegion } from '@skein/dates';
import type { IANAZone } from 'luxon';
import { compareStrings } from '../containers/order.js';
import { dateTime, Throwable } from '../values/throwable.js';
import { hashString } from '../values/value.js';
import {
  Instant,
  type LocalDate,
  type LocalDateTime,
  type LocalTime,
  pad,
  Temporal,
} from './time.js';

const luxon = onDemand<typeof import('luxon')>(import.meta.url, 'luxon');
export const OFFSET_DATE_TIME = 'java.time.OffsetDateTime';
/**
 * The limit of the platform's dates, in seconds from the epoch: beyond it, a zone keeps its offset
 * at the limit.
 */
const MAX_ZONE_SECONDS = 8_640_000_000_000 - 86_400;

export class ZoneId extends Temporal {
  readonly className: string;
  readonly id: string;
  /** The seconds of a fixed offset; undefined for a region. */
  readonly fixed: number | undefined;
  readonly #zone: IANAZone | undefined;
  constructor(id: string, fixed?: number) {
    super();
    this.id = id;
    this.fixed = fixed;
    this.className =
      fixed !== undefined && /^[Z+-]/.test(id) ? 'java.time.ZoneOffset' : 'java.time.ZoneId';
    this.#zone = fixed === undefined ? luxon().IANAZone.create(id) : undefined;
  }
  offsetAt(epochSeconds: number): number {
    if (this.fixed !== undefined) return this.fixed;
    const inRange = Math.max(-MAX_ZONE_SECONDS, Math.min(MAX_ZONE_SECONDS, epochSeconds));
    return Math.round((this.#zone?.offset(inRange * 1000) ?? 0) * 60);
  }
  /** The offset of a local time; in a gap or an overlap, the offset before the transition. */
  offsetOfLocal(seconds: number): number {
    const before = this.offsetAt(seconds - 86_400);
    if (this.offsetAt(seconds - before) === before) return before;
    const after = this.offsetAt(seconds + 86_400);
    return this.offsetAt(seconds - after) === after ? after : before;
  }
  override hashCode(): number {
    return this.isOffset ? (this.fixed ?? 0) : hashString(this.id);
  }

  /** True for `+01:00`, false for `UTC+01:00`. */
  get isOffset(): boolean {
    return this.className === 'java.time.ZoneOffset';
  }

  override compareTo(other: this): number {
    return (other.fixed ?? 0) - (this.fixed ?? 0);
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

const MAX_OFFSET = 18 * 3600;
const offsets = new Map<number, ZoneId>([[0, UTC]]);

/** `ZoneOffset.ofTotalSeconds`. */
export function offsetOfSeconds(seconds: number): ZoneId {
  if (Math.abs(seconds) > MAX_OFFSET)
    throw dateTime('Zone offset not in valid range: -18:00 to +18:00');
  let found = offsets.get(seconds);
  if (found === undefined) {
    found = new ZoneId(offsetText(seconds), seconds);
    offsets.set(seconds, found);
  }
  return found;
}

/** `ZoneOffset.ofHoursMinutesSeconds`: all parts must have the same sign. */
export function offsetOfParts(hours: number, minutes: number, seconds: number): ZoneId {
  if (Math.abs(hours) > 18)
    throw dateTime(
      `Zone offset hours not in valid range: value ${hours} is not in the range -18 to 18`,
    );
  const rest = 'Zone offset minutes and seconds must be';
  if (hours > 0 && (minutes < 0 || seconds < 0))
    throw dateTime(`${rest} positive because hours is positive`);
  if (hours < 0 && (minutes > 0 || seconds > 0))
    throw dateTime(`${rest} negative because hours is negative`);
  if ((minutes > 0 && seconds < 0) || (minutes < 0 && seconds > 0))
    throw dateTime('Zone offset minutes and seconds must have the same sign');
  checkSixty('minutes', minutes);
  checkSixty('seconds', seconds);
  return offsetOfSeconds(hours * 3600 + minutes * 60 + seconds);
}

function checkSixty(what: string, value: number): void {
  if (Math.abs(value) > 59)
    throw dateTime(
      `Zone offset ${what} not in valid range: value ${value} is not in the range -59 to 59`,
    );
}

/** `ZoneOffset.of`. Java checks the length of the text first: each length has one format. */
export function offsetOf(id: string): ZoneId {
  if (id === 'Z') return UTC;
  if (!/^(?:.{2,3}|.{5,7}|.{9})$/.test(id)) throw badOffset('invalid format', id);
  const sign = id.charAt(0);
  const digits = id.length === 2 ? `0${id.slice(1)}` : id.slice(1);
  if ((id.length === 6 && id[3] !== ':') || (id.length === 9 && (id[3] !== ':' || id[6] !== ':')))
    throw badOffset('colon not found when expected', id);
  const plain = digits.replaceAll(':', '');
  if (!/^(?:\d\d){1,3}$/.test(plain)) throw badOffset('non numeric characters found', id);
  if (sign !== '+' && sign !== '-') throw badOffset('plus/minus not found when expected', id);
  const by = sign === '-' ? -1 : 1;
  const part = (at: number): number => Number(plain.slice(at, at + 2) || '0') * by || 0;
  return offsetOfParts(part(0), part(2), part(4));
}

const badOffset = (why: string, id: string): Throwable =>
  dateTime(`Invalid ID for ZoneOffset, ${why}: ${id}`);

/** `ZoneId.of`. */
export function zoneOf(id: string): ZoneId {
  if (id.length <= 1 || id.startsWith('+') || id.startsWith('-')) return offsetOf(id);
  const prefix = /^(?:UTC|GMT|UT)/.exec(id)?.[0];
  if (prefix !== undefined && id === prefix) return new ZoneId(id, 0);
  if (prefix !== undefined && /^[+-]/.test(id.slice(prefix.length)))
    return prefixed(prefix, offsetBehind(prefix, id));
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id))
    throw dateTime(`Invalid ID for region-based ZoneId, invalid format: ${id}`);
  if (!isZoneRegion(id)) throw zoneRules(`Unknown time-zone ID: ${id}`);
  return new ZoneId(id);
}

function offsetBehind(prefix: string, id: string): ZoneId {
  try {
    return offsetOf(id.slice(prefix.length));
  } catch (error) {
    if (!(error instanceof Throwable)) throw error;
    const words = `Invalid ID for offset-based ZoneId: ${id}`;
    throw new Throwable(error.className, words, { cause: error });
  }
}

export const prefixed = (prefix: string, offset: ZoneId): ZoneId =>
  new ZoneId(offset.fixed === 0 ? prefix : prefix + offset.id, offset.fixed);

export const zoneRules = (message: string): Throwable =>
  new Throwable('java.time.zone.ZoneRulesException', message);

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
    if (options.offset !== undefined) {
      this.offset = options.offset;
      this.local = local;
    } else {
      const offset = zone.offsetOfLocal(local.seconds);
      const shift = zone.offsetAt(local.seconds - offset) - offset;
      this.local = shift === 0 ? local : local.plusSeconds(shift);
      this.offset = offset + shift;
    }
    this.zone = zone;
    this.className = options.className ?? 'java.time.ZonedDateTime';
  }
  static ofInstant(at: Instant, zone: ZoneId, className?: string): ZonedDateTime {
    const offset = zone.offsetAt(at.seconds);
    const local = at.local.plusSeconds(offset);
    return new ZonedDateTime(
      local,
      zone,
      className === undefined ? { offset } : { offset, className },
    );
  }
  get instant(): Instant {
    const { local, offset } = this;
    return new Instant(
      Number.isSafeInteger(local.seconds)
        ? local.seconds - offset
        : local.exactSeconds - BigInt(offset),
      local.nano,
    );
  }
  /** The same class and zone with another local time. */
  with(local: LocalDateTime): ZonedDateTime {
    const moved = new ZonedDateTime(local, this.zone);
    return new ZonedDateTime(moved.local, this.zone, {
      offset: moved.offset,
      className: this.className,
    });
  }
  override hashCode(): number {
    const local = this.local.hashCode() ^ this.offset;
    if (this.className === OFFSET_DATE_TIME) return local;
    const zone = this.zone.hashCode();
    return local ^ ((zone << 3) | (zone >>> 29));
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
    return this.zone.isOffset ? text : `${text}[${this.zone.id}]`;
  }
  override compareTo(to: this): number {
    const order = this.instant.compareTo(to.instant) || this.local.compareTo(to.local);
    if (order !== 0 || this.className === OFFSET_DATE_TIME) return order;
    return compareStrings(this.zone.id, to.zone.id);
  }
}

export type Dated = LocalDate | LocalDateTime | ZonedDateTime | Instant;

/** `OffsetDateTime`: a local date and time with its offset from UTC. */
export const offsetDateTime = (local: LocalDateTime, offset: ZoneId): ZonedDateTime =>
  new ZonedDateTime(local, offset, { offset: offset.fixed ?? 0, className: OFFSET_DATE_TIME });

/** `OffsetTime`. */
export class OffsetTime extends Temporal {
  readonly className: string = 'java.time.OffsetTime';
  readonly time: LocalTime;
  readonly offset: ZoneId;

  constructor(time: LocalTime, offset: ZoneId) {
    super();
    this.time = time;
    this.offset = offset;
  }

  /** Nanoseconds of the day in UTC; may lie in the previous or the next day. */
  get instantNanos(): number {
    return this.time.nanos - (this.offset.fixed ?? 0) * 1e9;
  }

  override hashCode(): number {
    return this.time.hashCode() ^ this.offset.hashCode();
  }

  override text(): string {
    return this.time.text() + this.offset.id;
  }

  override compareTo(to: this): number {
    return Math.sign(this.instantNanos - to.instantNanos) || this.time.compareTo(to.time);
  }
}
