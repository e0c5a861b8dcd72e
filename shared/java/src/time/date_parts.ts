/**
 * Parts of a document's date that are computed from its number, so that a loop over documents
 * allocates no object for each. Keys are the method names of the date's class
 * (whitelist/time/zoned.ts), whose results these are.
 */
import {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  MS_PER_SECOND,
} from '@skein/dates';
import type { EnumConstant } from '../values/enum_constant.js';
import { DAY_OF_WEEK, MONTH } from './time.js';

/** Maps milliseconds since the epoch, a whole number, to a part of the date in UTC. */
type DatePart = (epochMs: number) => number | EnumConstant | undefined;

const EXACT_DAY = BigInt(MS_PER_DAY);
const NANOS_PER_MS = 1_000_000;

function dayOf(epochMs: number): number {
  if (Number.isSafeInteger(epochMs)) return Math.floor(epochMs / MS_PER_DAY);
  return Number((BigInt(epochMs) - BigInt(msOfDay(epochMs))) / EXACT_DAY);
}

function msOfDay(epochMs: number): number {
  if (Number.isSafeInteger(epochMs)) {
    return epochMs - Math.floor(epochMs / MS_PER_DAY) * MS_PER_DAY;
  }
  return Number(((BigInt(epochMs) % EXACT_DAY) + EXACT_DAY) % EXACT_DAY);
}

const hour: DatePart = (ms) => Math.floor(msOfDay(ms) / MS_PER_HOUR);
const minute: DatePart = (ms) => Math.floor(msOfDay(ms) / MS_PER_MINUTE) % 60;
const second: DatePart = (ms) => Math.floor(msOfDay(ms) / MS_PER_SECOND) % 60;
const month: DatePart = (ms) => civilFromDays(dayOf(ms)).month;

export const DATE_PARTS: ReadonlyMap<string, DatePart> = new Map<string, DatePart>([
  ['getHour', hour],
  ['getHourOfDay', hour],
  ['getMinute', minute],
  ['getMinuteOfHour', minute],
  ['getMinuteOfDay', (ms) => Math.floor(msOfDay(ms) / MS_PER_MINUTE)],
  ['getSecond', second],
  ['getSecondOfMinute', second],
  ['getSecondOfDay', (ms) => Math.floor(msOfDay(ms) / MS_PER_SECOND)],
  ['getMillisOfDay', msOfDay],
  ['getMillisOfSecond', (ms) => msOfDay(ms) % MS_PER_SECOND],
  ['getNano', (ms) => (msOfDay(ms) % MS_PER_SECOND) * NANOS_PER_MS],
  ['getDayOfWeek', (ms) => dayOfWeek(dayOf(ms))],
  ['getDayOfWeekEnum', (ms) => DAY_OF_WEEK[dayOfWeek(dayOf(ms)) - 1]],
  ['getDayOfMonth', (ms) => civilFromDays(dayOf(ms)).day],
  ['getDayOfYear', (ms) => dayOfYear(dayOf(ms))],
  ['getMonth', (ms) => MONTH[civilFromDays(dayOf(ms)).month - 1]],
  ['getMonthValue', month],
  ['getMonthOfYear', month],
  ['getYear', (ms) => civilFromDays(dayOf(ms)).year],
]);
