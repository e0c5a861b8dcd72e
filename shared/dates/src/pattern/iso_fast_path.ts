/**
 * Parses `2024-05-17T08:30:00.123Z` and its shorter forms by hand: most dates in documents look
 * like this, and indexing waits for each of them. NaN means that the general parser must be used,
 * because the text is unusual or invalid.
 */
import { daysFromCivil, daysInMonth, MS_PER_DAY } from '../civil.js';

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

const DASH = 45;
const COLON = 58;
const LETTER_T = 84;
const LETTER_Z = 90;
const POINT = 46;
const PLUS = 43;

export function fastIsoMs(text: string): number {
  const length = text.length;
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  if (century < 0 || yearOfCentury < 0) return Number.NaN;
  const year = century * 100 + yearOfCentury;
  if (length === 4) return daysFromCivil(year, 1, 1) * MS_PER_DAY;
  const month = twoDigits(text, 5);
  if (text.charCodeAt(4) !== DASH || month < 1 || month > 12) return Number.NaN;
  if (length === 7) return daysFromCivil(year, month, 1) * MS_PER_DAY;
  const day = twoDigits(text, 8);
  if (text.charCodeAt(7) !== DASH || day < 1 || day > daysInMonth(year, month)) return Number.NaN;
  const dateMs = daysFromCivil(year, month, day) * MS_PER_DAY;
  if (length === 10) return dateMs;
  if (length < 16 || text.charCodeAt(10) !== LETTER_T) return Number.NaN;
  return dateMs + timeMs(text, length);
}

/** Milliseconds of the time after `T`, from index 11. */
function timeMs(text: string, length: number): number {
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return Number.NaN;
  if (text.charCodeAt(13) !== COLON) return Number.NaN;
  let ms = hour * 3_600_000 + minute * 60_000;
  let at = 16;
  if (text.charCodeAt(at) === COLON) {
    const second = twoDigits(text, 17);
    if (second < 0 || second > 59) return Number.NaN;
    ms += second * 1000;
    at = 19;
    if (text.charCodeAt(at) === POINT) {
      let weight = 100;
      let digits = 0;
      for (at = 20; digits < 9; at++, digits++) {
        const digit = text.charCodeAt(at) - 48;
        if (!(digit >= 0 && digit <= 9)) break;
        if (digits < 3) ms += digit * weight;
        weight = weight === 100 ? 10 : 1;
      }
      if (digits === 0) return Number.NaN;
    }
  }
  return ms - offsetMs(text, at, length);
}

/** Zone designator at the end: nothing, `Z`, `+02:00`, `+0200` or `+02`. */
function offsetMs(text: string, at: number, length: number): number {
  if (at === length) return 0;
  const sign = text.charCodeAt(at);
  if (sign === LETTER_Z) return at + 1 === length ? 0 : Number.NaN;
  if (sign !== PLUS && sign !== DASH) return Number.NaN;
  const hours = twoDigits(text, at + 1);
  if (hours < 0 || hours > 17) return Number.NaN;
  let minutes = 0;
  if (length !== at + 3) {
    const start = text.charCodeAt(at + 3) === COLON ? at + 4 : at + 3;
    minutes = twoDigits(text, start);
    if (minutes < 0 || minutes > 59 || length !== start + 2) return Number.NaN;
  }
  const ms = hours * 3_600_000 + minutes * 60_000;
  return sign === DASH ? -ms : ms;
}
