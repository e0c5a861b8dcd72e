/**
 * References to characters, such as `&auml;` and `&#x20ac;`, as Lucene's `HTMLStripCharFilter`
 * reads them.
 */
import { entities, LONGEST_NAME } from './entities.js';

/** The text that begins with an ampersand. */
interface Reference {
  /** The position after it. */
  readonly end: number;
  /** The characters that it stands for; `undefined` if it is plain text. */
  readonly characters: string | undefined;
}

const NAME = /[a-zA-Z][a-zA-Z0-9]*/y;
const NUMBER = /#(?:[xX]([0-9a-fA-F]+)|([0-9]+))/y;
/** Surrogates with exactly the digits that they need. The second number needs its semicolon. */
const HIGH = /#(?:[xX]([dD][89aAbB][0-9a-fA-F]{2})|(5[56][0-9]{3}));&/y;
const LOW = /#(?:[xX]([dD][c-fC-F][0-9a-fA-F]{2})|(5[67][0-9]{3}));/y;
/** Longer numbers are plain text, even if they begin with zeros. */
const MOST_HEX_DIGITS = 5;
const MOST_DIGITS = 7;
const REPLACEMENT = '\ufffd';

/** Reads the reference whose ampersand is at `at`. */
export function referenceAt(text: string, at: number): Reference {
  const start = at + 1;
  if (text.charAt(start) === '#') return surrogatesAt(text, start) ?? numberAt(text, start);
  const name = matchAt(NAME, text, start)?.[0] ?? '';
  const character = name.length > LONGEST_NAME ? undefined : entities().get(name);
  return ended(text, start + name.length, character);
}

/** A reference ends with a semicolon or at the end of the text; any other is plain text. */
function ended(text: string, end: number, characters: string | undefined): Reference {
  if (text.charAt(end) === ';') return { end: end + 1, characters };
  return { end, characters: end === text.length ? characters : undefined };
}

function numberAt(text: string, start: number): Reference {
  const [whole, hex, digits = ''] = matchAt(NUMBER, text, start) ?? [];
  if (whole === undefined) return { end: start + 1, characters: undefined };
  const isLong = hex === undefined ? digits.length > MOST_DIGITS : hex.length > MOST_HEX_DIGITS;
  const code = isLong ? Number.POSITIVE_INFINITY : codeOf(hex, digits);
  return ended(text, start + whole.length, characterOf(code));
}

function characterOf(code: number): string | undefined {
  if (code > 0x10ffff) return undefined;
  return isSurrogate(code) ? REPLACEMENT : String.fromCodePoint(code);
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Two numbers that are the halves of a surrogate pair. */
function surrogatesAt(text: string, start: number): Reference | undefined {
  const high = matchAt(HIGH, text, start);
  const lowAt = start + (high?.[0].length ?? 0);
  const low = high && matchAt(LOW, text, lowAt);
  if (!high || !low) return undefined;
  const units = [codeOf(high[1], high[2]), codeOf(low[1], low[2])] as const;
  const isPair = isHighSurrogate(units[0]) && isSurrogate(units[1]) && !isHighSurrogate(units[1]);
  if (!isPair) return undefined;
  return { end: lowAt + low[0].length, characters: String.fromCharCode(...units) };
}

function codeOf(hex: string | undefined, digits = ''): number {
  return hex === undefined ? Number.parseInt(digits, 10) : Number.parseInt(hex, 16);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
