/**
 * Versions as terms: a sort key, a zero, and the text itself. Byte order is the precedence of
 * Semantic Versioning 2.0.0 (semver.org, 11), with any number of main numbers, and then that of the
 * texts, so that builds follow their version. Invalid versions come after all valid ones.
 *
 *     valid = "1" number {MORE number}
 *         (PRE_RELEASE identifier {SEPARATOR identifier} | RELEASE)
 *     number = its count of digits, as a character from "0" on, and the digits
 *     identifier = NUMERIC number | WORDED letters, digits, hyphens
 *     other = "2"
 */
import { utf8, utf8Decode } from '@skein/bytes';
import { ApiError } from '@skein/errors';

const END = '\0';
/**
 * Separators between and after main numbers: fewer numbers come first, and pre-releases before the
 * release.
 */
const PRE_RELEASE = '\u0001';
const RELEASE = '\u0002';
const MORE = '\u0003';
/** Separators in a pre-release: fewer identifiers come first, numbers before words. */
const SEPARATOR = '\u0001';
const NUMERIC = '\u0001';
const WORDED = '\u0002';

const NUMBER = '(?:0|[1-9]\\d*)';
const IDENTIFIER = `(?:${NUMBER}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const VERSION = new RegExp(
  `^(?<main>${NUMBER}(?:\\.${NUMBER})*)(?:-(?<before>${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);
const DIGITS = /^\d+$/;
const FIRST_COUNT = 0x30;

/** The term of any text, a valid version or not. */
export function versionTerm(text: string): Uint8Array {
  if (text.includes(END)) {
    throw new ApiError('illegal_argument_exception', 'a version cannot hold the character \\0');
  }
  return utf8(orderOf(text) + END + text);
}

export function versionText(term: Uint8Array): string {
  return utf8Decode(term.subarray(term.indexOf(0) + 1));
}

function orderOf(text: string): string {
  const { main, before } = VERSION.exec(text)?.groups ?? {};
  if (main === undefined) return '2';
  const numbers = main.split('.').map(numberOrder).join(MORE);
  if (before === undefined) return `1${numbers}${RELEASE}`;
  return `1${numbers}${PRE_RELEASE}${before.split('.').map(identifierOrder).join(SEPARATOR)}`;
}

function identifierOrder(identifier: string): string {
  return DIGITS.test(identifier) ? NUMERIC + numberOrder(identifier) : WORDED + identifier;
}

function numberOrder(digits: string): string {
  return String.fromCharCode(FIRST_COUNT + digits.length) + digits;
}
