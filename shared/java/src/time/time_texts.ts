/** Names of months, weekdays, day periods and zones in a locale. */
import { MONTH_NAMES, WEEKDAY_NAMES } from '@skein/dates';
import { type Locale, platformTag } from '../text/locale.js';
import type { ZonedDateTime } from './zone.js';

export type TextWidth = 'long' | 'short' | 'narrow';

const MAX_KNOWN = 512;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat(locale, options);
    if (formats.size >= MAX_KNOWN) formats.clear();
    formats.set(key, found);
  }
  return found;
}

/** English names are built in: most scripts need no formatter. */
export const isEnglish = ({ language }: Locale): boolean => language === 'en' || language === '';

const widthOf = (name: string, width: TextWidth): string =>
  width === 'long' ? name : name.slice(0, width === 'short' ? 3 : 1);

function part(
  locale: Locale,
  at: number,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
): string {
  const parts = formatOf(platformTag(locale), { ...options, timeZone: 'UTC' }).formatToParts(at);
  return parts.find((one) => one.type === type)?.value ?? '';
}

const DAY_MS = 86_400_000;

/**
 * The name of a month, from 1 for January. Some languages have another form in dates, where the day
 * is printed too.
 */
export function monthText(month: number, width: TextWidth, locale: Locale, alone = false): string {
  if (isEnglish(locale)) return widthOf(MONTH_NAMES[month - 1] ?? '', width);
  const at = (month - 1) * 31 * DAY_MS;
  const options: Intl.DateTimeFormatOptions = alone
    ? { month: width }
    : { month: width, day: 'numeric' };
  return part(locale, at, options, 'month');
}

/** The name of a weekday, from 1 for Monday. */
export function weekdayText(day: number, width: TextWidth, locale: Locale): string {
  if (isEnglish(locale)) return widthOf(WEEKDAY_NAMES[day - 1] ?? '', width);
  return part(locale, (day + 3) * DAY_MS, { weekday: width }, 'weekday');
}

export function amPmText(isAfternoon: boolean, locale: Locale): string {
  if (isEnglish(locale)) return isAfternoon ? 'PM' : 'AM';
  const at = isAfternoon ? DAY_MS / 2 : 0;
  return (
    part(locale, at, { hour: 'numeric', hour12: true }, 'dayPeriod') || (isAfternoon ? 'PM' : 'AM')
  );
}

export function eraText(isCommon: boolean, width: TextWidth, locale: Locale): string {
  if (isEnglish(locale)) {
    if (width === 'narrow') return isCommon ? 'A' : 'B';
    if (width === 'long') return isCommon ? 'Anno Domini' : 'Before Christ';
    return isCommon ? 'AD' : 'BC';
  }
  const at = isCommon ? 0 : -80_000 * 366 * DAY_MS;
  return part(locale, at, { era: width, year: 'numeric' }, 'era');
}

/** English of several countries: each knows the short names of nearby zones. */
const ENGLISH = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA', 'en-CA'];

/** Returns `CET` or `Central European Standard Time`. */
export function zoneName(
  zoned: ZonedDateTime,
  locale: Locale,
  width: 'long' | 'short' = 'short',
): string {
  const { zone } = zoned;
  if (zone.fixed !== undefined) return zone.id === 'Z' ? 'Z' : zone.id;
  const at = Number(zoned.instant.millis);
  const tags = isEnglish(locale) ? ENGLISH : [platformTag(locale), ...ENGLISH];
  const names = tags.map((tag) => {
    const options: Intl.DateTimeFormatOptions = { timeZone: zone.id, timeZoneName: width };
    const parts = formatOf(tag, options).formatToParts(at);
    return parts.find((one) => one.type === 'timeZoneName')?.value ?? zone.id;
  });
  return names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0] ?? zone.id;
}
