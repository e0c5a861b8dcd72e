/** Numbers in the syntax of JSON (RFC 8259 §6). */
import { failureAt, isIdentifierByte, type JsonPlace, unexpectedAt } from './json_failure.js';

/** OpenSearch's limit (it configures Jackson's StreamReadConstraints). */
const MAX_NUMBER_LENGTH = 1000;

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;

/**
 * Scans the number that begins at `start`. Returns twice its end, plus 1 when it has neither
 * fraction nor exponent.
 */
export function scanNumber(place: JsonPlace, start: number): number {
  const { bytes, end } = place;
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = digitsFrom(place, first);
  if (bytes[first] === ZERO && at - first > 1) {
    const message = 'Invalid numeric value: Leading zeroes not allowed';
    throw failureAt(place, start, 'json_parse_exception', message);
  }
  let integral = 1;
  if (at < end && bytes[at] === POINT) {
    integral = 0;
    at = digitsFrom(place, at + 1);
  }
  if (at < end && ((bytes[at] ?? 0) | 0x20) === 0x65) {
    integral = 0;
    at++;
    const sign = at < end ? bytes[at] : undefined;
    at = digitsFrom(place, sign === PLUS || sign === MINUS ? at + 1 : at);
  }
  if (at < end && isIdentifierByte(bytes[at] ?? 0)) {
    const expectation = 'expected space separating root-level values or the end of the number';
    throw unexpectedAt(place, at, expectation);
  }
  if (at - start > MAX_NUMBER_LENGTH) {
    const message = `Number value length (${at - start}) exceeds the maximum allowed (${MAX_NUMBER_LENGTH})`;
    throw failureAt(place, start, 'stream_constraints_exception', message);
  }
  return 2 * at + integral;
}

/** Skips one or more digits. */
function digitsFrom(place: JsonPlace, from: number): number {
  const { bytes, end } = place;
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) break;
  }
  if (at > from) return at;
  throw unexpectedAt(place, at, 'expected digit (0-9) in a numeric value');
}

/** The integer with these digits, of which there are at most 15, and a sign. */
export function smallInteger(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  let value = 0;
  for (let at = negative ? start + 1 : start; at < end; at++) {
    value = value * 10 + ((bytes[at] ?? 0) - ZERO);
  }
  return negative ? -value : value;
}
