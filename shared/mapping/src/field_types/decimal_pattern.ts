/** The syntax of Java's `DecimalFormat` patterns, with the messages of its exceptions. */
import { ApiError } from '@skein/errors';

const DIGITS = '#0,.';

/** Throws if Java refuses the pattern: the positive part, or the negative one after a `;`. */
export function checkDecimalPattern(pattern: string): void {
  if (pattern === '') return;
  const rest = checkPart(pattern, 0, true);
  if (rest < pattern.length) checkPart(pattern, rest, false);
}

/** Checks the part that begins at `start`, and returns the position of the next one. */
function checkPart(pattern: string, start: number, isPositive: boolean): number {
  const number = { pattern, left: 0, zeros: 0, right: 0, point: -1, group: -1 };
  let [position, hasDigits, isScaled] = [start, false, false];
  while (position < pattern.length) {
    const char = pattern.charAt(position);
    if (DIGITS.includes(char) || (hasDigits && char === 'E' && isAfterDigit(pattern, position))) {
      hasDigits = true;
      position = isPositive ? numberPart(number, position) : position + 1;
    } else if (char === "'") {
      position = afterQuote(pattern, position);
    } else if (char === ';') {
      if (!hasDigits || !isPositive) throw refused(`Unquoted special character ';' in`, pattern);
      checkNumber(number);
      return position + 1;
    } else {
      const scales = char === '%' || char === '\u2030';
      if (scales && isScaled) throw refused('Too many percent/per mille characters in', pattern);
      isScaled ||= scales;
      position++;
    }
  }
  checkNumber(number);
  return position;
}

function isAfterDigit(pattern: string, position: number): boolean {
  return DIGITS.includes(pattern.charAt(position - 1));
}

interface NumberPart {
  readonly pattern: string;
  /** `#` before the first zero, zeros, and `#` after them. */
  left: number;
  zeros: number;
  right: number;
  /** The number of digits before the point; negative if there is none. */
  point: number;
  /** The number of digits after the last comma; negative if there is none. */
  group: number;
}

/** Takes one character, or the whole exponent, and returns the position after it. */
function numberPart(number: NumberPart, position: number): number {
  const { pattern } = number;
  const char = pattern.charAt(position);
  if (char === 'E') return exponent(number, position);
  if (char === ',') number.group = 0;
  else if (char === '.') {
    if (number.point >= 0) throw refused('Multiple decimal separators in', pattern);
    number.point = number.left + number.zeros + number.right;
  } else {
    if (char === '0' && number.right > 0) throw refused("Unexpected '0' in", pattern);
    if (char === '0') number.zeros++;
    else if (number.zeros > 0) number.right++;
    else number.left++;
    if (number.group >= 0 && number.point < 0) number.group++;
  }
  return position + 1;
}

function exponent({ pattern, left, zeros }: NumberPart, position: number): number {
  let end = position + 1;
  while (pattern.charAt(end) === '0') end++;
  const isComplete = end > position + 1 && left + zeros > 0;
  if (!isComplete) throw refused('Malformed exponential', pattern);
  return end;
}

/** `''` is a quote; other text between quotes is literal. */
function afterQuote(pattern: string, position: number): number {
  if (pattern.charAt(position + 1) === "'") return position + 2;
  let end = position + 1;
  while (end < pattern.length) {
    if (pattern.charAt(end) !== "'") end++;
    else if (pattern.charAt(end + 1) === "'") end += 2;
    else return end + 1;
  }
  throw malformed(pattern);
}

function checkNumber({ pattern, left, zeros, right, point, group }: NumberPart): void {
  // A pattern without zeros has one: its last `#` before the point, or else the first after it.
  const isImplied = zeros === 0 && left > 0 && point >= 0;
  const before = isImplied ? Math.max(point, 1) - 1 : left;
  const after = isImplied ? left - before - 1 : right;
  const required = isImplied ? 1 : zeros;
  const isMisplaced = point < 0 ? after > 0 : point < before || point > before + required;
  if (isMisplaced || group === 0) throw malformed(pattern);
}

function malformed(pattern: string): ApiError {
  return refused('Malformed', pattern);
}

function refused(fault: string, pattern: string): ApiError {
  return new ApiError('illegal_argument_exception', `${fault} pattern "${pattern}"`);
}
