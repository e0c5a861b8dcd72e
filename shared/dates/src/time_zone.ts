/**
 * Time zones by id: fixed offsets (`Z`, `+2`, `+0200`, `+02:00`, `UTC+2`) and IANA regions
 * (`Europe/Berlin`), whose rules luxon reads from the runtime's ICU. Local times that a change of
 * the clock skips or repeats are resolved as java.time does.
 */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { IANAZone } from 'luxon';
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from './civil.js';

const luxon = onDemand<typeof import('luxon')>(import.meta.url, 'luxon');

export interface TimeZone {
  readonly id: string;
  readonly isUtc: boolean;
  /** Milliseconds to add to UTC at this instant. */
  offsetMs(utcMs: number): number;
  /**
   * The instant of a local time: in an overlap the earlier one, in a gap moved forward by the gap's
   * length.
   */
  toUtc(localMs: number): number;
}

const ZONES = new Map<string, TimeZone>();
const MAX_CACHED_ZONES = 1000;

export const UTC: TimeZone = fixedZone('Z', 0);

/**
 * Throws zone_rules_exception for a region that does not exist, date_time_exception for a malformed
 * id.
 */
export function parseTimeZone(id: string): TimeZone {
  const known = ZONES.get(id);
  if (known) return known;
  const zone = createZone(id);
  if (ZONES.size < MAX_CACHED_ZONES) ZONES.set(id, zone);
  return zone;
}

export function isTimeZone(id: string): boolean {
  return fixedOffsetMs(id) !== undefined || luxon().IANAZone.isValidZone(id);
}

function createZone(id: string): TimeZone {
  const offset = fixedOffsetMs(id);
  if (offset !== undefined) return offset === 0 ? UTC : fixedZone(id, offset);
  if (id.length < 2 || /^[+-]/.test(id)) {
    throw new ApiError('date_time_exception', `Invalid ID for ZoneOffset, invalid format: ${id}`);
  }
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id)) {
    throw new ApiError(
      'date_time_exception',
      `Invalid ID for region-based ZoneId, invalid format: ${id}`,
    );
  }
  if (!luxon().IANAZone.isValidZone(id)) {
    throw new ApiError('zone_rules_exception', `Unknown time-zone ID: ${id}`);
  }
  return regionZone(id, luxon().IANAZone.create(id));
}

const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?$/;

function fixedOffsetMs(id: string): number | undefined {
  if (id === 'Z' || id === 'UTC' || id === 'GMT' || id === 'UT') return 0;
  const match = OFFSET.exec(id);
  if (!match) return undefined;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const size =
    Number(hours) * MS_PER_HOUR + Number(minutes) * MS_PER_MINUTE + Number(seconds) * MS_PER_SECOND;
  const valid = size <= 18 * MS_PER_HOUR && Number(minutes) < 60 && Number(seconds) < 60;
  if (!valid) return undefined;
  return sign === '-' ? -size : size;
}

function fixedZone(id: string, offset: number): TimeZone {
  return {
    id,
    isUtc: offset === 0,
    offsetMs: () => offset,
    toUtc: (localMs) => localMs - offset,
  };
}

const ONE_DAY_MS = 24 * MS_PER_HOUR;
/**
 * A day before the last instant of a `Date` (ECMA-262 §21.4.1.1), so that its local time is valid
 * too; its negative is the first. The rules at these limits also apply beyond them.
 */
const LATEST_MS = 8.64e15 - ONE_DAY_MS;

function regionZone(id: string, zone: IANAZone): TimeZone {
  const offsetMs = rememberedByDay((utcMs) => {
    const known = Math.max(-LATEST_MS, Math.min(LATEST_MS, utcMs));
    return zone.offset(known) * MS_PER_MINUTE;
  });
  const toUtc = (localMs: number) => {
    const before = offsetMs(localMs - ONE_DAY_MS);
    const early = localMs - before;
    if (offsetMs(early) === before) return early;
    const after = offsetMs(localMs + ONE_DAY_MS);
    const late = localMs - after;
    return offsetMs(late) === after ? late : early;
  };
  return { id, isUtc: false, offsetMs, toUtc };
}

/** Limit of the days whose offsets a zone caches: over ten years. */
const MAX_KNOWN_DAYS = 4096;

/**
 * Caches offsets by day, since ICU takes microseconds to compute one. Clocks do not change twice in
 * a day, so a day with the same offset at both ends has it throughout.
 */
function rememberedByDay(offsetMs: (utcMs: number) => number): (utcMs: number) => number {
  /** Offsets by day; NaN: the clock changes within the day. */
  const days = new Map<number, number>();
  const find = (day: number): number => {
    const first = offsetMs(day * ONE_DAY_MS);
    const offset = offsetMs((day + 1) * ONE_DAY_MS) === first ? first : Number.NaN;
    if (days.size === MAX_KNOWN_DAYS) days.clear();
    days.set(day, offset);
    return offset;
  };
  return (utcMs) => {
    const day = Math.floor(utcMs / ONE_DAY_MS);
    const offset = days.get(day) ?? find(day);
    return Number.isNaN(offset) ? offsetMs(utcMs) : offset;
  };
}
