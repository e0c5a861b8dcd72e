/**
 * Decodes Base64 (RFC 4648 §4) in groups of four characters like Jackson, with Jackson's error
 * messages. White space may separate the groups, and the last group is padded.
 */
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

const ALPHABET = utf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
const SPACE = 0x20;
/** The character that ends the text. */
const QUOTE = 0x22;

/** Maps a byte to its six bits; -1 for bytes outside the alphabet. */
const BITS = new Int8Array(256).fill(-1);
ALPHABET.forEach((byte, bits) => {
  BITS[byte] = bits;
});

export function embeddedBytes(text: string): Uint8Array {
  const given = utf8(text);
  const bytes = new Uint8Array(Math.ceil(given.length / 4) * 3);
  let size = 0;
  for (let at = skipBlanks(given, 0); at < given.length; at = skipBlanks(given, at + 4)) {
    const high = (bitsAt(given, at, 0) << 6) | bitsAt(given, at, 1);
    bytes[size++] = high >> 4;
    if (isPadded(given, at, 2)) {
      if (given[at + 3] !== PADDING) {
        throw illegal(given[at + 3] ?? QUOTE, 3);
      }
      continue;
    }
    const middle = (high << 6) | bitsAt(given, at, 2);
    bytes[size++] = (middle >> 2) & 0xff;
    if (isPadded(given, at, 3)) continue;
    bytes[size++] = ((middle << 6) | bitsAt(given, at, 3)) & 0xff;
  }
  return bytes.subarray(0, size);
}

function skipBlanks(given: Uint8Array, from: number): number {
  let at = from;
  while (at < given.length && (given[at] ?? 0) <= SPACE) at++;
  return at;
}

/** True if padding stands in place of the third or fourth character of a group. */
function isPadded(given: Uint8Array, at: number, i: number): boolean {
  if (at + i < given.length) return given[at + i] === PADDING;
  throw failure(
    "Unexpected end of base64-encoded String: base64 variant 'MIME-NO-LINEFEEDS' expects padding (one or more '=' characters) at the end. This Base64Variant might have been incorrectly configured",
  );
}

function bitsAt(given: Uint8Array, at: number, i: number): number {
  const byte = given[at + i] ?? QUOTE;
  const bits = BITS[byte] ?? -1;
  if (bits >= 0) return bits;
  throw illegal(byte, i);
}

function illegal(byte: number, i: number): ApiError {
  const code = `code 0x${byte.toString(16)}`;
  const isControl = byte < SPACE || (byte >= 0x7f && byte < 0xa0);
  const place = `as character #${i + 1} of 4-char base64 unit`;
  let reason = `Illegal character '${String.fromCharCode(byte)}' (${code}) in base64 content`;
  if (byte <= SPACE) {
    reason = `Illegal white space character (${code}) ${place}: can only used between units`;
  } else if (byte === PADDING) {
    reason = `Unexpected padding character ('=') ${place}: padding only legal as 3rd or 4th character`;
  } else if (isControl) reason = `Illegal character (${code}) in base64 content`;
  return failure(`Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): ${reason}`);
}

function failure(reason: string): ApiError {
  return new ApiError('json_parse_exception', reason);
}
