/**
 * Errors for malformed JSON, reported as OpenSearch's parser does: type, the text found, line and
 * column (both from 1).
 */
import { ApiError, type ErrorType } from '@skein/errors';
import { asciiText } from './name_table.js';

/** Limit of the bytes of a word that a message repeats. */
const SHOWN_WORD = 256;

export interface JsonLocation {
  readonly line: number;
  readonly column: number;
}

/** Line and column of a byte offset. Columns count bytes, as Jackson's parser of UTF-8 does. */
export function locate(bytes: Uint8Array, offset: number): JsonLocation {
  let line = 1;
  let column = 1;
  const end = Math.min(offset, bytes.length);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x0a) {
      line++;
      column = 1;
    } else {
      column++;
    }
  }
  return { line, column };
}

export function jsonFailure(type: ErrorType, message: string, at: JsonLocation): ApiError {
  return new ApiError(type, `${message}\n at [line: ${at.line}, column: ${at.column}]`);
}

/** An offending byte as messages show it: `('x' (code 120))`, or `((CTRL-CHAR, code 7))`. */
export function describeByte(byte: number): string {
  const shown = byte > 0x20 && byte < 0x7f;
  return shown ? `('${String.fromCharCode(byte)}' (code ${byte}))` : `((CTRL-CHAR, code ${byte}))`;
}

/** A text that is being read. */
export interface JsonPlace {
  readonly bytes: Uint8Array;
  /** End of the text, exclusive. */
  readonly end: number;
  /** The innermost open container; `undefined`: none. */
  readonly openContainer: 'Object' | 'Array' | undefined;
}

export function failureAt(
  { bytes }: JsonPlace,
  at: number,
  type: ErrorType,
  message: string,
): ApiError {
  return jsonFailure(type, message, locate(bytes, at));
}

/** The error for an unexpected byte, or for the end of the text. */
export function unexpectedAt(place: JsonPlace, at: number, expectation: string): ApiError {
  const { bytes, end, openContainer: open } = place;
  if (at >= end) {
    const where = open === undefined ? 'expected a value' : `expected close marker for ${open}`;
    return failureAt(place, at, 'json_e_o_f_exception', `Unexpected end-of-input: ${where}`);
  }
  const found = describeByte(bytes[at] ?? 0);
  return failureAt(
    place,
    at,
    'json_parse_exception',
    `Unexpected character ${found}: ${expectation}`,
  );
}

/** The error for a word that is none of the three literals. */
export function unrecognizedAt(place: JsonPlace, at: number): ApiError {
  const { bytes, end } = place;
  let wordEnd = at;
  while (wordEnd < end && isIdentifierByte(bytes[wordEnd] ?? 0) && wordEnd - at < SHOWN_WORD)
    wordEnd++;
  const shown = asciiText(bytes, at, wordEnd);
  const word = wordEnd - at < SHOWN_WORD ? shown : `${shown}...`;
  return failureAt(
    place,
    at,
    'json_parse_exception',
    `Unrecognized token '${word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`,
  );
}

/**
 * True for letters, digits, `_`, `$` and everything beyond ASCII, which together make up a mistyped
 * word.
 */
export function isIdentifierByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}
