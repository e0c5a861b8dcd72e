/** Text by code points, with the errors of `String`, `StringBuilder` and `Character`. */
import { illegalArgument, indexOutOfBounds, stringIndex } from '../values/throwable.js';

/** The character of a code point; empty for an invalid one. */
export function characterOf(code: number): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Like `characterOf`, but throws for an invalid code point. */
export function characterAt(code: number): string {
  if (code < 0 || code > 0x10ffff) {
    const shown = (code >>> 0).toString(16).toUpperCase();
    throw illegalArgument(`Not a valid Unicode code point: 0x${shown}`);
  }
  return String.fromCodePoint(code);
}

export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

export function codePointAt(
  text: string,
  index: number,
  message: (index: number) => string,
): number {
  if (index < 0 || index >= text.length) throw stringIndex(message(index));
  return text.codePointAt(index) ?? 0;
}

export function codePointBefore(text: string, index: number): number {
  if (index < 1 || index > text.length) throw stringIndex(`String index out of range: ${index}`);
  const pair = index >= 2 && isHighSurrogate(text.charCodeAt(index - 2));
  const low = text.charCodeAt(index - 1);
  return pair && isLowSurrogate(low) ? (text.codePointAt(index - 2) ?? 0) : low;
}

export function codePointCount(text: string, begin: number, end: number): number {
  if (begin < 0 || begin > end || end > text.length) throw indexOutOfBounds(null);
  return Array.from(text.slice(begin, end)).length;
}

/** The index that is `count` code points after `index`, or before it if negative. */
export function offsetByCodePoints(text: string, index: number, count: number): number {
  if (index < 0 || index > text.length) throw indexOutOfBounds(null);
  let at = index;
  for (let left = Math.abs(count); left > 0; left--) at = step(text, at, Math.sign(count));
  return at;
}

function step(text: string, at: number, direction: number): number {
  if (direction > 0) {
    if (at >= text.length) throw indexOutOfBounds(null);
    return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  }
  if (at <= 0) throw indexOutOfBounds(null);
  return at - (codePointBefore(text, at) > 0xffff ? 2 : 1);
}
