/**
 * The choice of the fields that determine the time of a calendar: those that a script set last, as
 * Calendar's documentation describes under "Calendar Fields Resolution".
 */
import { FIELD } from './calendar_field.js';

/** The stamp of a field without a value, and of one that was computed. Later stamps count up. */
export const UNSET = 0;
export const COMPUTED = 1;
export const FIRST_STAMP = 2;

type Stamps = readonly number[];

/** A combination is as recent as the more recent of its two fields; it needs both. */
const both = (a = UNSET, b = UNSET): number =>
  a === UNSET || b === UNSET ? UNSET : Math.max(a, b);

/** The numbers of the fields that determine the time. */
export function selectedFields(stamps: Stamps): ReadonlySet<number> {
  const selected = new Set<number>([FIELD.year]);
  const at = (field: number): number => stamps[field] ?? UNSET;
  if (at(FIELD.era) !== UNSET) selected.add(FIELD.era);
  for (const field of dayFields(at)) selected.add(field);
  for (const field of hourFields(at)) selected.add(field);
  for (const field of [FIELD.minute, FIELD.second, FIELD.millisecond]) {
    if (at(field) !== UNSET) selected.add(field);
  }
  for (const field of [FIELD.zoneOffset, FIELD.dstOffset]) {
    if (at(field) >= FIRST_STAMP) selected.add(field);
  }
  return selected;
}

function dayFields(at: (field: number) => number): number[] {
  const weekday = at(FIELD.dayOfWeek);
  const withWeekday = weekday === UNSET ? [] : [FIELD.dayOfWeek];
  let ofMonth = at(FIELD.dayOfMonth);
  let weekOfMonth = both(at(FIELD.weekOfMonth), weekday);
  let inMonth = both(at(FIELD.dayOfWeekInMonth), weekday);
  const ofYear = at(FIELD.dayOfYear);
  let weekOfYear = both(at(FIELD.weekOfYear), weekday);
  let best = Math.max(ofMonth, weekOfMonth, inMonth, ofYear, weekOfYear);
  if (best === UNSET) {
    weekOfMonth = at(FIELD.weekOfMonth);
    inMonth = Math.max(at(FIELD.dayOfWeekInMonth), weekday);
    weekOfYear = at(FIELD.weekOfYear);
    best = Math.max(weekOfMonth, inMonth, weekOfYear);
    if (best === UNSET) {
      ofMonth = at(FIELD.month);
      best = ofMonth;
    }
  }
  const isLater = (field: number): boolean => at(field) >= at(FIELD.weekOfYear);
  if (best === ofMonth) return [FIELD.month, FIELD.dayOfMonth];
  const isWeekOfMonth = best === weekOfMonth && isLater(FIELD.weekOfMonth);
  if (isWeekOfMonth || (best === inMonth && isLater(FIELD.dayOfWeekInMonth))) {
    const ofTwo =
      weekOfMonth === inMonth
        ? at(FIELD.weekOfMonth) >= at(FIELD.dayOfWeekInMonth)
        : best === weekOfMonth;
    if (ofTwo) return [FIELD.month, ...withWeekday, FIELD.weekOfMonth];
    const counted = at(FIELD.dayOfWeekInMonth) === UNSET ? [] : [FIELD.dayOfWeekInMonth];
    return [FIELD.month, ...withWeekday, ...counted];
  }
  return best === ofYear ? [FIELD.dayOfYear] : [...withWeekday, FIELD.weekOfYear];
}

function hourFields(at: (field: number) => number): number[] {
  const ofDay = at(FIELD.hourOfDay);
  let ofHalf = both(at(FIELD.hour), at(FIELD.amPm));
  let best = Math.max(ofDay, ofHalf);
  if (best === UNSET) {
    ofHalf = Math.max(at(FIELD.hour), at(FIELD.amPm));
    best = ofHalf;
  }
  if (best === UNSET) return [];
  if (best === ofDay) return [FIELD.hourOfDay];
  return at(FIELD.amPm) === UNSET ? [FIELD.hour] : [FIELD.hour, FIELD.amPm];
}
