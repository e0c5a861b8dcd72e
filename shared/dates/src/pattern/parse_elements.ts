/**
 * Parses text to fields. Every parser takes the start position and returns the position after the
 * text it has read, or the bitwise complement of the position where it failed: no allocation, no
 * exception, like java.time's parsers.
 */
import { isTimeZone } from '../time_zone.js';
import { CALENDAR_TEXT } from './calendar_text.js';
import { type Element, fixedWidth, type NumberElement } from './element.js';
import { type DateFields, FIELD, type Field } from './fields.js';

export function parseElements(
  elements: readonly Element[],
  text: string,
  start: number,
  fields: DateFields,
): number {
  let at = start;
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as Element;
    at =
      element.kind === 'number'
        ? parseNumber(element, text, { at, reserved: reservedAfter(elements, i) }, fields)
        : parseElement(element, text, at, fields);
    if (at < 0) return at;
  }
  return at;
}

/** Number of digits that fixed-width neighbours to the right need. */
function reservedAfter(elements: readonly Element[], index: number): number {
  if (fixedWidth(elements[index]) > 0) return 0;
  let reserved = 0;
  for (let i = index + 1; i < elements.length; i++) {
    const width = fixedWidth(elements[i]);
    if (width === 0) break;
    reserved += width;
  }
  return reserved;
}

function parseElement(element: Element, text: string, at: number, fields: DateFields): number {
  switch (element.kind) {
    case 'number':
      return parseNumber(element, text, { at, reserved: 0 }, fields);
    case 'twoDigitYear':
      return parseTwoDigitYear(element.field, text, at, fields);
    case 'fraction':
      return parseFraction(element, text, at, fields);
    case 'literal':
      return text.startsWith(element.text, at) ? at + element.text.length : ~at;
    case 'text':
      return parseText(element, text, at, fields);
    case 'offset':
      return parseOffset(text, at, fields, element);
    case 'zone':
      return parseZone(text, at, fields);
    case 'optional':
      return parseOptional(element.elements, text, at, fields);
  }
}

function parseOptional(
  elements: readonly Element[],
  text: string,
  at: number,
  fields: DateFields,
): number {
  const saved = fields.values.slice();
  const savedZone = fields.zone;
  const end = parseElements(elements, text, at, fields);
  if (end >= 0) return end;
  fields.values.set(saved);
  fields.zone = savedZone;
  return at;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

function countDigits(text: string, at: number, most: number): number {
  let count = 0;
  while (count < most && digitAt(text, at + count) >= 0) count++;
  return count;
}

function parseNumber(
  element: NumberElement,
  text: string,
  place: { readonly at: number; readonly reserved: number },
  fields: DateFields,
): number {
  const { at, reserved } = place;
  const sign = text.charAt(at);
  const plus = sign === '+' && element.sign === 'exceedsPad';
  const minus = sign === '-' && element.sign !== 'never';
  const start = plus || minus ? at + 1 : at;
  let width = countDigits(text, start, element.max + reserved);
  if (reserved > 0) width = Math.max(Math.min(width, element.min), width - reserved);
  width = Math.min(width, element.max);
  if (width < element.min) return ~start;
  if (element.sign === 'exceedsPad') {
    if (plus && width <= element.min) return ~at;
    if (!plus && !minus && width > element.min) return ~at;
  }
  const size = wholeAt(text, start, width);
  fields.values[element.field] = minus ? -size : size;
  return start + width;
}

/** Longest number of digits that a double sums exactly. */
const EXACT_DIGITS = 15;

function wholeAt(text: string, start: number, width: number): number {
  if (width > EXACT_DIGITS) return Number(text.slice(start, start + width));
  let value = 0;
  for (let at = start; at < start + width; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}

/** `yy` means 2000 to 2099. */
function parseTwoDigitYear(field: Field, text: string, at: number, fields: DateFields): number {
  if (countDigits(text, at, 2) < 2) return ~at;
  fields.values[field] = 2000 + Number(text.slice(at, at + 2));
  return at + 2;
}

function parseFraction(
  element: { readonly min: number; readonly max: number; readonly point: boolean },
  text: string,
  at: number,
  fields: DateFields,
): number {
  let start = at;
  if (element.point) {
    if (text.charAt(at) !== '.') return element.min > 0 ? ~at : at;
    start++;
  }
  const width = countDigits(text, start, element.max);
  if (width < element.min) return ~start;
  fields.values[FIELD.nano] =
    width === 0 ? 0 : Number(text.slice(start, start + width).padEnd(9, '0'));
  return start + width;
}

function parseText(
  element: Extract<Element, { kind: 'text' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  const words = CALENDAR_TEXT[element.set];
  const list = element.full ? words.full : words.short;
  const index = list.findIndex((word) => text.startsWith(word, at));
  if (index < 0) return ~at;
  fields.values[element.field] = words.first + index;
  return at + (list[index]?.length ?? 0);
}

/**
 * Parses `+HH`, `+HHmm`, `+HH:mm` with optional seconds; the style decides if a colon separates
 * them and if minutes are required.
 */
function parseOffset(
  text: string,
  at: number,
  fields: DateFields,
  element: { readonly style: string; readonly zero: string },
): number {
  if (element.zero !== '' && text.startsWith(element.zero, at)) {
    const isSign = element.zero.startsWith('+');
    if (!isSign) {
      fields.values[FIELD.offsetSeconds] = 0;
      return at + element.zero.length;
    }
  }
  const colon = element.style.includes(':');
  const minutesNeeded = element.style.includes('MM');
  return parseSignedOffset(text, at, fields, { colon: colon ? 'yes' : 'no', minutesNeeded });
}

interface OffsetRules {
  readonly colon: 'yes' | 'no' | 'either';
  readonly minutesNeeded: boolean;
}

function parseSignedOffset(
  text: string,
  at: number,
  fields: DateFields,
  rules: OffsetRules,
): number {
  const sign = text.charAt(at);
  if (sign !== '+' && sign !== '-') return ~at;
  if (countDigits(text, at + 1, 2) < 2) return ~at;
  let seconds = wholeAt(text, at + 1, 2) * 3600;
  let end = at + 3;
  for (const unit of [60, 1]) {
    const hasColon = text.charAt(end) === ':';
    const start = hasColon && rules.colon !== 'no' ? end + 1 : end;
    const fits = rules.colon !== 'yes' || hasColon;
    if (!fits || countDigits(text, start, 2) < 2) {
      if (unit === 60 && rules.minutesNeeded) return ~at;
      break;
    }
    const amount = wholeAt(text, start, 2);
    if (amount > 59) return ~at;
    seconds += amount * unit;
    end = start + 2;
  }
  if (seconds > 18 * 3600) return ~at;
  fields.values[FIELD.offsetSeconds] = sign === '-' ? -seconds : seconds;
  return end;
}

const ZONE_ID = /[A-Za-z][A-Za-z0-9~/._+:-]*/y;

/** Parses `Z`, an offset with or without colon, or a zone's id. */
function parseZone(text: string, at: number, fields: DateFields): number {
  const first = text.charAt(at);
  if (first === '+' || first === '-') {
    return parseSignedOffset(text, at, fields, { colon: 'either', minutesNeeded: false });
  }
  ZONE_ID.lastIndex = at;
  const id = ZONE_ID.exec(text)?.[0];
  if (id === undefined) return ~at;
  if (id === 'Z') {
    fields.values[FIELD.offsetSeconds] = 0;
    return at + 1;
  }
  if (!isTimeZone(id)) return ~at;
  fields.zone = id;
  return at + id.length;
}
