/** The syntax of Java's `DecimalFormat` patterns, with the messages of its exceptions. */
import { ApiError } from '@skein/errors';

const DIGITS = '#0,.';
/** `DecimalFormat` shows at most this many fraction digits of a double. */
const MOST_FRACTION_DIGITS = 340;

export interface DecimalPattern {
  readonly positive: Affixes;
  readonly negative: Affixes;
  readonly minWhole: number;
  /** With an exponent, the repeating range if it exceeds `minWhole`; else without effect. */
  readonly maxWhole: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** Digits between commas; 0: none. */
  readonly group: number;
  /** True if a point follows a number without a fraction. */
  readonly isPointed: boolean;
  /** The least number of exponent digits; 0: no exponent. */
  readonly exponentDigits: number;
  /** 100 with a percent sign, 1000 with a per mille sign. */
  readonly multiplier: number;
}

interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

const NOTHING: Affixes = { prefix: '', suffix: '' };
const MINUS: Affixes = { prefix: '-', suffix: '' };
const EMPTY: DecimalPattern = {
  positive: NOTHING,
  negative: MINUS,
  minWhole: 0,
  maxWhole: Number.POSITIVE_INFINITY,
  minFraction: 0,
  maxFraction: MOST_FRACTION_DIGITS,
  group: 3,
  isPointed: false,
  exponentDigits: 0,
  multiplier: 1,
};

/** Throws if Java refuses the pattern: the positive part, or the negative one after a `;`. */
export function parseDecimalPattern(pattern: string): DecimalPattern {
  if (pattern === '') return EMPTY;
  const part = readPart(pattern, 0, true);
  const { prefix, suffix } = part;
  const other = part.end < pattern.length ? readPart(pattern, part.end, false) : undefined;
  const isOther = other !== undefined && (other.prefix !== prefix || other.suffix !== suffix);
  return {
    ...numberOf(part),
    positive: { prefix, suffix },
    negative: isOther ? other : { prefix: `-${prefix}`, suffix },
    exponentDigits: part.exponentDigits,
    multiplier: part.multiplier,
  };
}

interface Part {
  readonly pattern: string;
  prefix: string;
  suffix: string;
  /** `#` before the first zero, zeros, and `#` after them. */
  left: number;
  zeros: number;
  right: number;
  /** The number of digits before the point; negative if there is none. */
  point: number;
  /** The number of digits after the last comma; negative if there is none. */
  group: number;
  exponentDigits: number;
  multiplier: number;
  /** The position after the part. */
  end: number;
}

/** Reads the part that begins at `start`. Digits of the negative part have no effect. */
function readPart(pattern: string, start: number, isPositive: boolean): Part {
  const none = { left: 0, zeros: 0, right: 0, point: -1, group: -1 };
  const part: Part = {
    ...{ pattern, prefix: '', suffix: '', ...none },
    ...{ exponentDigits: 0, multiplier: 1, end: pattern.length },
  };
  let position = start;
  /** True after the first digit; `isNumber`: also after the last character. */
  let hasDigits = false;
  let isNumber = false;
  while (position < pattern.length) {
    const char = pattern.charAt(position);
    if (DIGITS.includes(char)) {
      hasDigits = true;
      isNumber = true;
      if (isPositive) takeDigit(part, char);
      position++;
    } else if (isNumber && char === 'E') {
      isNumber = !isPositive;
      position = isPositive ? exponent(part, position) : position + 1;
    } else {
      isNumber = false;
      if (char === ';') {
        if (!hasDigits || !isPositive) throw refused(`Unquoted special character ';' in`, pattern);
        part.end = position + 1;
        return part;
      }
      position = takeAffix(part, position, hasDigits);
    }
  }
  checkNumber(part);
  return part;
}

function takeDigit(part: Part, char: string): void {
  const { pattern } = part;
  if (char === ',') part.group = 0;
  else if (char === '.') {
    if (part.point >= 0) throw refused('Multiple decimal separators in', pattern);
    part.point = part.left + part.zeros + part.right;
  } else {
    if (char === '0' && part.right > 0) throw refused("Unexpected '0' in", pattern);
    if (char === '0') part.zeros++;
    else if (part.zeros > 0) part.right++;
    else part.left++;
    if (part.group >= 0 && part.point < 0) part.group++;
  }
}

/** Takes the whole exponent, and returns the position after it. */
function exponent(part: Part, position: number): number {
  const { pattern, left, zeros } = part;
  let end = position + 1;
  while (pattern.charAt(end) === '0') end++;
  const isComplete = end > position + 1 && left + zeros > 0;
  if (!isComplete) throw refused('Malformed exponential', pattern);
  part.exponentDigits = end - position - 1;
  return end;
}

/** Takes a character or a quoted text around the number, and returns the position after it. */
function takeAffix(part: Part, position: number, isSuffix: boolean): number {
  const { pattern } = part;
  const char = pattern.charAt(position);
  const end = char === "'" ? afterQuote(pattern, position) : position + 1;
  const text = char === "'" ? unquoted(pattern.slice(position, end)) : char;
  if (char === '%' || char === '\u2030') {
    if (part.multiplier !== 1) throw refused('Too many percent/per mille characters in', pattern);
    part.multiplier = char === '%' ? 100 : 1000;
  }
  if (isSuffix) part.suffix += text;
  else part.prefix += text;
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

function unquoted(quoted: string): string {
  return quoted === "''" ? "'" : quoted.slice(1, -1).replaceAll("''", "'");
}

/**
 * The digits of a number. A pattern without zeros has one: its last `#` before the point, or else
 * the first after it.
 */
function digitsOf({ left, zeros, right, point }: Part) {
  if (zeros > 0 || left === 0 || point < 0) return { before: left, required: zeros, after: right };
  const before = Math.max(point, 1) - 1;
  return { before, required: 1, after: left - before - 1 };
}

function checkNumber(part: Part): void {
  const { pattern, point, group } = part;
  const { before, required, after } = digitsOf(part);
  const isMisplaced = point < 0 ? after > 0 : point < before || point > before + required;
  if (isMisplaced || group === 0) throw malformed(pattern);
}

function numberOf(part: Part) {
  checkNumber(part);
  const { before, required, after } = digitsOf(part);
  const all = before + required + after;
  const point = part.point < 0 ? all : part.point;
  const minWhole = point - before;
  return {
    minWhole,
    maxWhole: part.exponentDigits > 0 ? before + minWhole : Number.POSITIVE_INFINITY,
    minFraction: part.point < 0 ? 0 : before + required - point,
    maxFraction: part.point < 0 ? 0 : all - point,
    group: Math.max(part.group, 0),
    isPointed: part.point === 0 || part.point === all,
  };
}

function malformed(pattern: string): ApiError {
  return refused('Malformed', pattern);
}

function refused(fault: string, pattern: string): ApiError {
  return new ApiError('illegal_argument_exception', `${fault} pattern "${pattern}"`);
}
