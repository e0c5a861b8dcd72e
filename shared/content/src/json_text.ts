/**
 * The characters of a JSON string: UTF-8 and escapes (RFC 8259 §7). Lone surrogates are accepted,
 * as in OpenSearch.
 */
import { describeCharacter, jsonFailure, locate } from './json_failure.js';

const BACKSLASH = 0x5c;

/** By byte: 1 if it stands for itself in a string; else a quote, backslash or control character. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[0x22] = 0;
PLAIN[BACKSLASH] = 0;

/** The character for the byte behind a backslash; 0 if it is not a one-byte escape. */
const SIMPLE_ESCAPES = new Uint8Array(256);
for (const pair of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  SIMPLE_ESCAPES[pair.charCodeAt(0)] = pair.charCodeAt(1);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes plain bytes, without escapes. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    const at = locate(bytes, start);
    throw jsonFailure('json_parse_exception', 'Invalid UTF-8 in a String value', at);
  }
}

/** Size of the buffer for unescaped texts; longer texts are built from their parts. */
const SCRATCH_BYTES = 4096;
const scratch = new Uint8Array(SCRATCH_BYTES);

/** Decodes bytes with escapes. */
export function unescapeText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start > SCRATCH_BYTES ? -1 : unescapeSimple(bytes, start, end);
  if (length < 0) return unescapeParts(bytes, start, end);
  try {
    return decoder.decode(scratch.subarray(0, length));
  } catch {
    // This throws an error with the location.
    return unescapeParts(bytes, start, end);
  }
}

/**
 * Unescapes into `scratch`, so that a text with simple escapes only, as most are, is decoded once.
 * Returns the number of bytes; -1 if the text has other escapes.
 */
function unescapeSimple(bytes: Uint8Array, start: number, end: number): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) {
      byte = SIMPLE_ESCAPES[bytes[++at] ?? 0] ?? 0;
      if (byte === 0) return -1;
    }
    scratch[length++] = byte;
  }
  return length;
}

function unescapeParts(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let plain = start;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== BACKSLASH) continue;
    text += decodeText(bytes, plain, at);
    if (bytes[at + 1] === 0x75) {
      text += String.fromCharCode(hexCode(bytes, at + 2, end));
      at += 5;
    } else {
      text += simpleEscape(bytes, at + 1);
      at++;
    }
    plain = at + 1;
  }
  return text + decodeText(bytes, plain, end);
}

/** Start of a text that may begin with a byte order mark. */
export function afterMark(bytes: Uint8Array, end: number, start = 0): number {
  const isMarked =
    end - start >= 3 &&
    bytes[start] === 0xef &&
    bytes[start + 1] === 0xbb &&
    bytes[start + 2] === 0xbf;
  return isMarked ? start + 3 : start;
}

/** True if the byte stands for itself in a string. */
export function isPlain(byte: number): boolean {
  return PLAIN[byte] !== 0;
}

export function isSimpleEscape(byte: number): boolean {
  return SIMPLE_ESCAPES[byte] !== 0;
}

/**
 * Unescapes ASCII text with simple escapes only into `target`, which must have room for it. Returns
 * the number of bytes.
 */
export function unescapeAscii(
  bytes: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) byte = SIMPLE_ESCAPES[bytes[++at] ?? 0] ?? 0;
    target[length++] = byte;
  }
  return length;
}

/** The value of the four digits of `\u1234`. */
function hexCode(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = at < end ? (bytes[at] ?? 0) : 0;
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) {
      const found = describeCharacter(bytes, Math.min(at, end), end);
      const message = `Unexpected character ${found}: expected a hex-digit for character escape sequence`;
      throw jsonFailure('json_parse_exception', message, locate(bytes, Math.min(at, end)));
    }
    value = value * 16 + digit;
  }
  return value;
}

function simpleEscape(bytes: Uint8Array, at: number): string {
  const code = bytes[at] ?? 0;
  if (isSimpleEscape(code)) return String.fromCharCode(SIMPLE_ESCAPES[code] ?? 0);
  const message = `Unrecognized character escape ${describeCharacter(bytes, at)}`;
  throw jsonFailure('json_parse_exception', message, locate(bytes, at));
}
