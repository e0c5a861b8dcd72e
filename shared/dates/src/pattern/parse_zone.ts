/**
 * Parses offsets and zones. As in `parse_elements.ts`, a parser returns the position after the text
 * it has read, or the bitwise complement of the position where it failed.
 */
import { isTimeZone } from '../time_zone.js';
import { zoneNamedAt } from '../zone_names/zone_names.js';
import { countDigits, wholeAt } from './digits.js';
import type { Element, ZoneElement } from './element.js';
import { type DateFields, FIELD } from './fields.js';

const MOST_OFFSET_SECONDS = 18 * 3600;

interface OffsetRules {
  readonly colon: 'yes' | 'no' | 'either';
  readonly minutesNeeded: boolean;
  readonly fewestHourDigits: 1 | 2;
  /** The largest number of minutes and of seconds: Java takes `GMT+2:75`, but not `+02:75`. */
  readonly mostOfUnit: 59 | 99;
}

const OF_PATTERN = { fewestHourDigits: 2, mostOfUnit: 59 } as const;
const WITH_COLON: OffsetRules = { ...OF_PATTERN, colon: 'yes', minutesNeeded: true };
const ANY_OFFSET: OffsetRules = { ...OF_PATTERN, colon: 'either', minutesNeeded: false };
const AFTER_GMT: OffsetRules = {
  colon: 'yes',
  minutesNeeded: false,
  fewestHourDigits: 1,
  mostOfUnit: 99,
};
const AFTER_GMT_FULL: OffsetRules = { ...AFTER_GMT, minutesNeeded: true, fewestHourDigits: 2 };

/**
 * Parses `+HH`, `+HHmm`, `+HH:mm` with optional seconds; the style decides if a colon separates
 * them and if minutes are required.
 */
export function parseOffset(
  text: string,
  at: number,
  fields: DateFields,
  { style, zero }: { readonly style: string; readonly zero: string },
): number {
  // A zero such as `+00:00` is parsed like any other offset.
  if (zero !== '' && !zero.startsWith('+') && text.startsWith(zero, at)) {
    fields.values[FIELD.offsetSeconds] = 0;
    return at + zero.length;
  }
  return parseSignedOffset(text, at, fields, {
    colon: style.includes(':') ? 'yes' : 'no',
    minutesNeeded: style.includes('MM'),
    fewestHourDigits: OF_PATTERN.fewestHourDigits,
    mostOfUnit: OF_PATTERN.mostOfUnit,
  });
}

function parseSignedOffset(
  text: string,
  at: number,
  fields: DateFields,
  rules: OffsetRules,
): number {
  const sign = text.charAt(at);
  if (sign !== '+' && sign !== '-') return ~at;
  const hourDigits = countDigits(text, at + 1, 2);
  if (hourDigits < rules.fewestHourDigits) return ~at;
  let seconds = wholeAt(text, at + 1, hourDigits) * 3600;
  let end = at + 1 + hourDigits;
  for (const unit of [60, 1]) {
    const hasColon = text.charAt(end) === ':';
    const start = hasColon && rules.colon !== 'no' ? end + 1 : end;
    const fits = rules.colon !== 'yes' || hasColon;
    if (!fits || countDigits(text, start, 2) < 2) {
      if (unit === 60 && rules.minutesNeeded) return ~at;
      break;
    }
    const amount = wholeAt(text, start, 2);
    if (amount > rules.mostOfUnit) return ~at;
    seconds += amount * unit;
    end = start + 2;
  }
  if (seconds > MOST_OFFSET_SECONDS) return ~at;
  fields.values[FIELD.offsetSeconds] = sign === '-' ? -seconds : seconds;
  return end;
}

const GMT = 'GMT';

/** Parses `GMT` alone or with an offset: `GMT+2`, `GMT+2:30`; if full, `GMT+02:30`. */
export function parseGmtOffset(
  { isFull }: Extract<Element, { kind: 'gmtOffset' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  if (!text.startsWith(GMT, at)) return ~at;
  const start = at + GMT.length;
  const sign = text.charAt(start);
  if (sign !== '+' && sign !== '-') {
    fields.values[FIELD.offsetSeconds] = 0;
    return start;
  }
  const end = parseSignedOffset(text, start, fields, isFull ? AFTER_GMT_FULL : AFTER_GMT);
  return end < 0 ? ~at : end;
}

const ZONE_ID = /[A-Za-z][A-Za-z0-9~/._+:-]*/y;
const PREFIXED_OFFSET = /(?:UTC|GMT|UT)(?=[+-])/y;

/** Parses `Z`, an offset, a zone's id, or its name if the element takes names. */
export function parseZone(
  { offsets, names }: ZoneElement,
  text: string,
  at: number,
  fields: DateFields,
): number {
  const first = text.charAt(at);
  const rules = offsets === 'any' ? ANY_OFFSET : WITH_COLON;
  if (first === '+' || first === '-') return parseSignedOffset(text, at, fields, rules);
  PREFIXED_OFFSET.lastIndex = at;
  if (offsets === 'withColon' && PREFIXED_OFFSET.test(text)) {
    const end = parseSignedOffset(text, PREFIXED_OFFSET.lastIndex, fields, rules);
    return end < 0 ? ~at : end;
  }
  const named = names === undefined ? undefined : zoneNamedAt(text, at, names.length);
  const id = zoneIdAt(text, at);
  if (named !== undefined && named.length >= id.length) {
    fields.zone = named.id;
    return at + named.length;
  }
  if (id === '') return ~at;
  if (id === 'Z') fields.values[FIELD.offsetSeconds] = 0;
  else fields.zone = id;
  return at + id.length;
}

/** The id of a zone at this position; empty if there is none. */
function zoneIdAt(text: string, at: number): string {
  ZONE_ID.lastIndex = at;
  const id = ZONE_ID.exec(text)?.[0] ?? '';
  return id === 'Z' || isTimeZone(id) ? id : '';
}
