/** `Calendar.add`, and the greatest value of a field at the moment of a calendar. */
import { illegalArgument } from '../../values/throwable.js';
import { DAY_MS, type JCalendar } from './calendar.js';
import { FIELD, FIELDS } from './calendar_field.js';
import { dayOfWeek, onOrBefore, weekNumber, weeksInYear } from './calendar_weeks.js';
import { firstOfMonth, hybridDate, lengthOfMonth, lengthOfYear } from './hybrid_dates.js';

/** The milliseconds by which an amount of one moves the moment, whatever the zone. */
const UNIT_MS: ReadonlyMap<number, number> = new Map([
  [FIELD.hour, 3_600_000],
  [FIELD.hourOfDay, 3_600_000],
  [FIELD.minute, 60_000],
  [FIELD.second, 1000],
  [FIELD.millisecond, 1],
]);

/** The days by which an amount of one moves the local date; the local time stays. */
const UNIT_DAYS: ReadonlyMap<number, number> = new Map([
  [FIELD.weekOfYear, 7],
  [FIELD.weekOfMonth, 7],
  [FIELD.dayOfWeekInMonth, 7],
  [FIELD.dayOfMonth, 1],
  [FIELD.dayOfYear, 1],
  [FIELD.dayOfWeek, 1],
]);

const HALF_DAY_MS = DAY_MS / 2;

export function addTo(calendar: JCalendar, field: number, amount: number): void {
  if (amount === 0) return;
  const [ms, days] = [UNIT_MS.get(field), UNIT_DAYS.get(field)];
  if (field < 0 || field >= FIELD.zoneOffset) throw illegalArgument(null);
  calendar.complete();
  if (ms !== undefined) calendar.millis += amount * ms;
  else if (days !== undefined) moveTo(calendar, calendar.day + amount * days, calendar.timeOfDay);
  else if (field === FIELD.amPm) {
    const time = calendar.day * DAY_MS + calendar.timeOfDay + amount * HALF_DAY_MS;
    const day = Math.floor(time / DAY_MS);
    moveTo(calendar, day, time - day * DAY_MS);
  } else if (field === FIELD.era) {
    calendar.set(FIELD.era, Math.max(0, Math.min(1, calendar.known(FIELD.era) + amount)));
  } else {
    addMonths(
      calendar,
      field === FIELD.year ? { years: amount, month: undefined } : monthsOf(calendar, amount),
    );
    pinDayOfMonth(calendar);
  }
}

interface Change {
  readonly years: number;
  /** Absent if the month stays. */
  readonly month: number | undefined;
}

function monthsOf(calendar: JCalendar, amount: number): Change {
  const months = calendar.known(FIELD.month) + amount;
  const years = Math.floor(months / 12);
  return { years, month: months - 12 * years };
}

/** Sets the fields as Java does: the day of the week keeps its value until the next computation. */
function addMonths(calendar: JCalendar, { years, month }: Change): void {
  if (years !== 0) {
    const isCommon = calendar.known(FIELD.era) === 1;
    const year = calendar.known(FIELD.year) + (isCommon ? years : -years);
    calendar.set(FIELD.year, year > 0 ? year : 1 - year);
    if (year <= 0) calendar.set(FIELD.era, isCommon ? 0 : 1);
  }
  if (month !== undefined) calendar.set(FIELD.month, month);
}

/** A day beyond the end of a shorter month becomes the last one. */
function pinDayOfMonth(calendar: JCalendar): void {
  const given = calendar.known(FIELD.year);
  const year = calendar.known(FIELD.era) === 1 ? given : 1 - given;
  const last = lengthOfMonth(year, calendar.known(FIELD.month));
  if (calendar.known(FIELD.dayOfMonth) > last) calendar.set(FIELD.dayOfMonth, last);
}

/** Moves to a local date and time; in a gap, to the time after it. */
function moveTo(calendar: JCalendar, day: number, timeOfDay: number): void {
  const local = day * DAY_MS + timeOfDay;
  const offset = calendar.zone.offsetAt(calendar.millis);
  const moved = local - offset;
  const change = offset - calendar.zone.offsetAt(moved);
  calendar.millis = moved + change;
  if (change !== 0 && calendar.day !== day) calendar.millis = moved;
}

/** `Calendar.setWeekDate`: the day of a weekday in a week of a year, with the same time of day. */
export function setWeekDate(
  calendar: JCalendar,
  weekYear: number,
  week: number,
  weekday: number,
): void {
  const at = dayOfWeek(calendar.weeks, { year: weekYear, week, weekday });
  const { year, month, day } = hybridDate(at);
  calendar.set(FIELD.year, year);
  calendar.set(FIELD.month, month);
  calendar.set(FIELD.dayOfMonth, day);
}

export function actualMost(calendar: JCalendar, field: number): number {
  const { day, weeks } = calendar;
  const { year, month, day: ofMonth } = hybridDate(day);
  const first = firstOfMonth(year, month);
  const length = lengthOfMonth(year, month);
  switch (field) {
    case FIELD.dayOfMonth:
      return length;
    case FIELD.dayOfYear:
      return lengthOfYear(year);
    case FIELD.weekOfYear:
      return weeksInYear(year, weeks);
    case FIELD.weekOfMonth:
      return weekNumber(first, first + length - 1, weeks);
    case FIELD.dayOfWeekInMonth: {
      const firstSame = first + ((ofMonth - 1) % 7);
      return (
        Math.floor(
          (onOrBefore(first + length - 1, calendar.get(FIELD.dayOfWeek)) - firstSame) / 7,
        ) + 1
      );
    }
    case FIELD.year:
      return calendar.get(FIELD.era) === 1 ? mostYear(calendar) : (FIELDS[field]?.most ?? 0);
    default:
      return FIELDS[field]?.most ?? 0;
  }
}

/** The last year of our era, in which the greatest moment is on the 17 August, in UTC. */
const LAST_YEAR = 292_278_994;
const LAST_YEAR_MS = 228 * DAY_MS + 25_975_807;

/** The year before the last one if the date would be beyond the greatest moment there. */
function mostYear(calendar: JCalendar): number {
  const sinceNewYear = (calendar.get(FIELD.dayOfYear) - 1) * DAY_MS + calendar.timeOfDay;
  const isBeyond = sinceNewYear - calendar.zone.offsetAt(calendar.millis) > LAST_YEAR_MS;
  return isBeyond ? LAST_YEAR - 1 : LAST_YEAR;
}
