/**
 * Parses text to fields. Every parser takes the start position and returns the position after the
 * text it has read, or the bitwise complement of the position where it failed: no allocation, no
 * exception, like java.time's parsers.
 */
import { CALENDAR_TEXT } from './calendar_text.js';
import { countDigits, wholeAt } from './digits.js';
import { type Element, fixedWidth, type NumberElement } from './element.js';
import { type DateFields, FIELD, type Field } from './fields.js';
import { parseGmtOffset, parseOffset, parseZone } from './parse_zone.js';

export function parseElements(
  elements: readonly Element[],
  text: string,
  start: number,
  fields: DateFields,
): number {
  let at = start;
  let i = 0;
  for (const element of elements) {
    at =
      element.kind === 'number'
        ? parseNumber(element, text, { at, reserved: reservedAfter(elements, i) }, fields)
        : parseElement(element, text, at, fields);
    if (at < 0) return at;
    i++;
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
    case 'gmtOffset':
      return parseGmtOffset(element, text, at, fields);
    case 'zone':
      return parseZone(element, text, at, fields);
    case 'padded':
      return parsePadded(element, text, at, fields);
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

/** Parses spaces and the element, which take exactly the width. */
function parsePadded(
  { width, element }: Extract<Element, { kind: 'padded' }>,
  text: string,
  at: number,
  fields: DateFields,
): number {
  const end = at + width;
  if (end > text.length) return ~at;
  let start = at;
  while (start < end && text.charAt(start) === ' ') start++;
  const read = parseElement(element, text.slice(0, end), start, fields);
  return read >= 0 && read !== end ? ~start : read;
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
  const list = words[element.width];
  // The last is tried first: `12` before `1`. As in Java, `T` is Thursday and `S` is Sunday.
  const index = list.findLastIndex((word) => text.startsWith(word, at));
  const word = list[index];
  if (word === undefined) return ~at;
  fields.values[element.field] = words.first + index;
  return at + word.length;
}
