/** Splits an instant into UTC calendar fields, with Joda's names. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS_OF_WEEK = 7;
const THURSDAY = 4;

export interface CivilFields {
  readonly era: number;
  readonly year: number;
  readonly yearOfEra: number;
  readonly yearOfCentury: number;
  readonly centuryOfEra: number;
  readonly weekyear: number;
  readonly weekOfWeekyear: number;
  readonly monthOfYear: number;
  readonly dayOfYear: number;
  readonly dayOfMonth: number;
  readonly dayOfWeek: number;
  readonly hourOfDay: number;
  readonly minuteOfDay: number;
  readonly minuteOfHour: number;
  readonly secondOfDay: number;
  readonly secondOfMinute: number;
  readonly millisOfDay: number;
  readonly millisOfSecond: number;
}

export function civilFields(millis: number): CivilFields {
  const date = new Date(millis);
  const year = date.getUTCFullYear();
  const day = Math.floor(millis / DAY);
  const ofDay = millis - day * DAY;
  const dayOfWeek = date.getUTCDay() === 0 ? DAYS_OF_WEEK : date.getUTCDay();
  const thursday = new Date((day - dayOfWeek + THURSDAY) * DAY);
  const weekyear = thursday.getUTCFullYear();
  const dayOfYear = (at: number, of: number) => (at - newYear(of)) / DAY + 1;
  return {
    era: year > 0 ? 1 : 0,
    year,
    yearOfEra: year > 0 ? year : 1 - year,
    // Centuries have no sign in Joda.
    yearOfCentury: Math.abs(year) % 100,
    centuryOfEra: Math.floor(Math.abs(year) / 100),
    weekyear,
    weekOfWeekyear: Math.ceil(dayOfYear(thursday.getTime(), weekyear) / DAYS_OF_WEEK),
    monthOfYear: date.getUTCMonth() + 1,
    dayOfYear: dayOfYear(day * DAY, year),
    dayOfMonth: date.getUTCDate(),
    dayOfWeek,
    hourOfDay: Math.floor(ofDay / HOUR),
    minuteOfDay: Math.floor(ofDay / MINUTE),
    minuteOfHour: Math.floor((ofDay % HOUR) / MINUTE),
    secondOfDay: Math.floor(ofDay / SECOND),
    secondOfMinute: Math.floor((ofDay % MINUTE) / SECOND),
    millisOfDay: ofDay,
    millisOfSecond: ofDay % SECOND,
  };
}

/** `Date.UTC` takes the years from 0 to 99 for those of the twentieth century. */
function newYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}
