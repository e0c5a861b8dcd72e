/**
 * `java.text.DecimalFormat`: formats a number by a pattern of digits, groups, a fraction and an
 * exponent, with prefix and suffix.
 */

import { DEFAULT_LOCALE, type Locale } from '../text/locale.js';
import { doubleToLong, kindOf, rawNumber } from '../values/convert.js';
import { allocate } from '../values/meter.js';
import { illegalArgument } from '../values/throwable.js';
import { JavaObject, JDouble, type Value } from '../values/value.js';
import { JBigDecimal, type Rounding } from './big_decimal.js';
import { JBigInteger } from './big_integer.js';
import {
  type Digits,
  digitsOf,
  exponentOf,
  plainParts,
  roundableDigits,
  roundedTo,
  scaledTo,
} from './decimal_digits.js';
import { MAX_DIGITS, quoted, readDecimalPattern } from './decimal_pattern.js';
import { type NumberSigns, signsOf } from './decimal_symbols.js';

/** The most digits that are shown of a number that is not a BigDecimal or BigInteger. */
const PLAIN_LIMITS: Limits = { whole: 309, fraction: 340 };
const NO_LIMITS: Limits = { whole: MAX_DIGITS, fraction: MAX_DIGITS };
const DOUBLE_DIGITS = PLAIN_LIMITS.fraction;

const AFFIXES = ['positivePrefix', 'positiveSuffix', 'negativePrefix', 'negativeSuffix'] as const;

/** The most digits before and behind the point. */
interface Limits {
  readonly whole: number;
  readonly fraction: number;
}

export class DecimalFormat extends JavaObject {
  readonly className: string = 'java.text.DecimalFormat';
  readonly locale: Locale;
  readonly signs: NumberSigns;
  positivePrefix = '';
  positiveSuffix = '';
  negativePrefix = '-';
  negativeSuffix = '';
  multiplier = 1;
  groupingSize = 0;
  groupingUsed = false;
  minWhole = 0;
  maxWhole = MAX_DIGITS;
  minFraction = 0;
  maxFraction = 3;
  /** The minimum number of exponent digits; 0 for no exponent. */
  exponentDigits = 0;
  pointShown = false;
  integerOnly = false;
  rounding: Rounding = 'HALF_EVEN';
  /** The pattern that was applied last. */
  #pattern = readDecimalPattern('');

  constructor(pattern: string, locale: Locale = DEFAULT_LOCALE) {
    super();
    this.locale = locale;
    this.signs = signsOf(locale);
    this.applyPattern(pattern);
  }

  applyPattern(pattern: string): void {
    const read = readDecimalPattern(pattern);
    this.#pattern = read;
    this.multiplier = read.multiplier;
    this.groupingSize = read.groupingSize;
    this.groupingUsed = read.groupingSize > 0;
    this.minWhole = read.minWhole;
    this.maxWhole = read.maxWhole;
    this.minFraction = read.minFraction;
    this.maxFraction = read.maxFraction;
    this.exponentDigits = read.exponentDigits;
    this.pointShown = read.pointShown;
    for (const name of AFFIXES) this[name] = read[name].shown;
  }

  format(value: Value): string {
    const double = doubleOf(value);
    const times = double === undefined ? undefined : double * this.multiplier;
    if (times !== undefined && Number.isNaN(times)) return '\ufffd';
    if (times !== undefined && !Number.isFinite(times)) return this.#around('\u221e', times < 0);
    const digits = times === undefined ? this.#multiplied(value) : roundableDigits(times);
    if (digits === undefined) throw illegalArgument('Cannot format given Object as a Number');
    const isBig = value instanceof JBigDecimal || value instanceof JBigInteger;
    const limits = isBig ? NO_LIMITS : PLAIN_LIMITS;
    const text =
      this.exponentDigits > 0 ? this.#scientific(digits, limits) : this.#plain(digits, limits);
    const isZero = !/[1-9]/.test(text) && double === undefined;
    return this.#around(text, digits.negative && !isZero);
  }

  #multiplied(value: Value): Digits | undefined {
    const digits = digitsOf(value);
    if (digits === undefined) return undefined;
    const unscaled = digits.unscaled * BigInt(Math.abs(this.multiplier));
    return { ...digits, negative: digits.negative !== this.multiplier < 0, unscaled };
  }

  #around(text: string, isNegative: boolean): string {
    return isNegative
      ? this.negativePrefix + text + this.negativeSuffix
      : this.positivePrefix + text + this.positiveSuffix;
  }

  #plain(digits: Digits, limits: Limits): string {
    const minWhole = Math.min(this.minWhole, limits.whole);
    const minFraction = Math.min(this.minFraction, limits.fraction);
    const most = Math.min(this.maxFraction, limits.fraction, Math.max(digits.scale, 0));
    allocate(most + minWhole + minFraction);
    const { whole, fraction } = plainParts(scaledTo(digits, most, this.rounding));
    const kept = whole === '0' ? '' : whole;
    const shown = kept
      .slice(Math.max(0, kept.length - Math.min(this.maxWhole, limits.whole)))
      .padStart(minWhole, '0');
    const behind = fraction.replace(/0+$/, '').padEnd(minFraction, '0');
    const hasPoint = behind !== '' || this.pointShown;
    const before = shown === '' && behind === '' ? '0' : this.#grouped(shown);
    return before + (hasPoint ? this.signs.decimal : '') + behind;
  }

  #grouped(whole: string): string {
    return this.groupingUsed ? grouped(whole, this.groupingSize, this.signs.grouping) : whole;
  }

  /**
   * If the maximum number of whole digits exceeds the minimum, the exponent is a multiple of the
   * maximum. So many digits count as the pattern has before and behind the point.
   */
  #scientific(digits: Digits, limits: Limits): string {
    const minWhole = Math.min(this.minWhole, limits.whole);
    const maxWhole = Math.min(this.maxWhole, limits.whole);
    const minFraction = Math.min(this.minFraction, limits.fraction);
    const maxFraction = Math.min(this.maxFraction, limits.fraction);
    allocate(maxWhole + maxFraction + this.exponentDigits);
    const isGrouped = maxWhole > 1 && maxWhole > minWhole;
    const rounded = roundedTo(digits, Math.max(maxWhole + maxFraction, 1), this.rounding);
    const first = digits.unscaled === 0n ? 0 : exponentOf(rounded);
    const wholeDigits = isGrouped ? (((first % maxWhole) + maxWhole) % maxWhole) + 1 : minWhole;
    const power = digits.unscaled === 0n ? 0 : first - wholeDigits + 1;
    const text = digits.unscaled === 0n ? '' : String(rounded.unscaled).replace(/0+$/, '');
    const least = Math.max(minWhole + minFraction, wholeDigits);
    const all = text.padEnd(least, '0');
    const behind = all.slice(wholeDigits);
    const exponent = String(Math.abs(power)).padStart(this.exponentDigits, '0');
    const point = behind === '' && !this.pointShown ? '' : this.signs.decimal;
    return `${all.slice(0, wholeDigits)}${point}${behind}E${power < 0 ? '-' : ''}${exponent}`;
  }

  /** Parses a number of the text at `from` and returns its end; undefined if there is none. */
  parse(text: string, from: number): { value: Value; end: number } | undefined {
    if (from < 0) return undefined;
    const isNegative =
      text.startsWith(this.negativePrefix, from) && this.negativePrefix !== this.positivePrefix;
    const prefix = isNegative ? this.negativePrefix : this.positivePrefix;
    if (!text.startsWith(prefix, from)) return undefined;
    const found = this.#number().exec(text.slice(from + prefix.length));
    if (found === null) return undefined;
    const suffix = isNegative ? this.negativeSuffix : this.positiveSuffix;
    const end = from + prefix.length + found[0].length;
    if (!text.startsWith(suffix, end)) return undefined;
    const plain = found[0].replaceAll(this.signs.grouping, '').replace(this.signs.decimal, '.');
    const number = (Number(plain) / this.multiplier) * (isNegative ? -1 : 1);
    const isWhole =
      Number.isInteger(number) && Math.abs(number) < 2 ** 63 && !Object.is(number, -0);
    const value = isWhole
      ? /^\d+$/.test(plain) && this.multiplier === 1
        ? BigInt(plain) * (isNegative ? -1n : 1n)
        : doubleToLong(number)
      : new JDouble(number);
    return { value, end: end + suffix.length };
  }

  #number(): RegExp {
    const grouping = this.groupingUsed
      ? `\\u{${(this.signs.grouping.codePointAt(0) ?? 44).toString(16)}}`
      : '';
    const point = `\\u{${(this.signs.decimal.codePointAt(0) ?? 46).toString(16)}}`;
    const fraction = this.integerOnly ? '' : `(?:${point}\\d*)?`;
    return new RegExp(`^(?:\\d[\\d${grouping}]*${fraction}|${point}\\d+)(?:E-?\\d+)?`, 'u');
  }

  toPattern(): string {
    allocate(this.minFraction + this.minWhole + this.groupingSize);
    const body = this.#wholePattern() + this.#fractionPattern() + this.#exponentPattern();
    const [positivePrefix, positiveSuffix, negativePrefix, negativeSuffix] = AFFIXES.map((name) =>
      this.#written(name),
    );
    const positive = `${positivePrefix}${body}${positiveSuffix}`;
    const isPlain = negativePrefix === `-${positivePrefix}` && negativeSuffix === positiveSuffix;
    return isPlain ? positive : `${positive};${negativePrefix}${body}${negativeSuffix}`;
  }

  /** An affix as the pattern wrote it, or quoted if a script has set another one. */
  #written(name: (typeof AFFIXES)[number]): string {
    const { written, shown } = this.#pattern[name];
    return this[name] === shown ? written : quoted(this[name]);
  }

  #wholePattern(): string {
    const zeros = '0'.repeat(this.minWhole);
    const width =
      this.exponentDigits > 0 ? this.maxWhole : Math.max(this.groupingSize, this.minWhole) + 1;
    allocate(width);
    const digits = zeros.padStart(width, '#');
    return this.groupingUsed ? grouped(digits, this.groupingSize, ',') : digits;
  }

  #fractionPattern(): string {
    const most = Math.max(this.minFraction, Math.min(this.maxFraction, DOUBLE_DIGITS));
    const point = most > 0 || this.pointShown ? '.' : '';
    return `${point}${'0'.repeat(this.minFraction)}${'#'.repeat(most - this.minFraction)}`;
  }

  #exponentPattern(): string {
    return this.exponentDigits > 0 ? `E${'0'.repeat(this.exponentDigits)}` : '';
  }

  copy(): DecimalFormat {
    const copy = Object.assign(new DecimalFormat('0', this.locale), this);
    copy.#pattern = this.#pattern;
    return copy;
  }

  override equals(other: Value): boolean {
    return (
      other instanceof DecimalFormat &&
      other.toPattern() === this.toPattern() &&
      other.locale.equals(this.locale)
    );
  }
}

/** The double that a double or float stands for; undefined for other values. */
function doubleOf(value: Value): number | undefined {
  const kind = kindOf(value);
  return kind === 'double' || kind === 'float' ? Number(rawNumber(value)) : undefined;
}

function grouped(digits: string, size: number, separator: string): string {
  if (size === 0) return digits;
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= size)
    groups.push(digits.slice(Math.max(0, end - size), end));
  return groups.reverse().join(separator);
}
