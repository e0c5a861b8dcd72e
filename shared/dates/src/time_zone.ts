/**
 * Time zones by id: fixed offsets (`Z`, `+2`, `+0200`, `+02:00`, `UTC+2`) and IANA regions
 * (`Europe/Berlin`), whose rules luxon reads from the runtime's ICU. Local times that a change of
 * the clock skips or repeats are resolved as java.time does. Ids are those of `java.time.ZoneId`.
 */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { IANAZone } from 'luxon';
import { MS_PER_HOUR, MS_PER_MINUTE } from './civil.js';
import { isOffsetId, isValidOffset, offsetText, readOffsetId } from './zone_offset.js';

const luxon = onDemand<typeof import('luxon')>(import.meta.url, 'luxon');

export interface TimeZone {
  readonly id: string;
  readonly isUtc: boolean;
  /** Milliseconds to add to UTC at this instant. */
  offsetMs(utcMs: number): number;
  /**
   * The instant of a local time: in an overlap the one with the kept offset, or else the earlier
   * one; in a gap moved forward by the gap's length.
   */
  toUtc(localMs: number, keptOffsetMs?: number): number;
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

/** True for the id of a zone. A region that is in use is not looked up again. */
export function isTimeZone(id: string): boolean {
  return ZONES.has(id) || (isOffsetId(id) ? isValidOffset(id) : isZoneRegion(id));
}

function createZone(id: string): TimeZone {
  if (isOffsetId(id)) {
    const { prefix, offsetMs } = readOffsetId(id);
    if (prefix === '' && offsetMs === 0) return UTC;
    return fixedZone(`${prefix}${offsetText(offsetMs)}`, offsetMs);
  }
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id)) {
    throw new ApiError(
      'date_time_exception',
      `Invalid ID for region-based ZoneId, invalid format: ${id}`,
    );
  }
  if (!isZoneRegion(id)) {
    throw new ApiError('zone_rules_exception', `Unknown time-zone ID: ${id}`);
  }
  return regionZone(id, luxon().IANAZone.create(id));
}

/** True for the name of a region as `java.time.ZoneId` knows it, in the same case. */
export function isZoneRegion(id: string): boolean {
  return luxon().IANAZone.isValidZone(id) && !isNameOfIcu(id);
}

/**
 * Names that ICU has and Java has not as ids of zones: those of
 * `java.time.ZoneId.SHORT_IDS`, and two that are no longer in the database of zones.
 */
const NAMES_OF_ICU = new Set(
  (
    'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT EST HST IET IST JST MIT MST NET NST ' +
    'PLT PNT PRT PST ROC SST US/Pacific-New VST'
  ).split(' '),
);

/**
 * True for ids that ICU knows and `java.time.ZoneId` does not. ICU ignores the case of letters. It
 * resolves other names of a zone, whose case is seen by their first letter only.
 */
function isNameOfIcu(id: string): boolean {
  if (NAMES_OF_ICU.has(id) || /^[a-z]/.test(id)) return true;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions();
  return timeZone !== id && timeZone.toLowerCase() === id.toLowerCase();
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
  const toUtc = (localMs: number, keptOffsetMs?: number) => {
    if (keptOffsetMs !== undefined && offsetMs(localMs - keptOffsetMs) === keptOffsetMs)
      return localMs - keptOffsetMs;
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
