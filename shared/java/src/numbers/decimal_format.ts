/**
 * `java.text.DecimalFormat`: formats a number by a pattern of digits, groups, a fraction and an
 * exponent, with prefix and suffix.
 */

import { DEFAULT_LOCALE, type Locale } from '../text/locale.js';
import { doubleToLong } from '../values/convert.js';
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
  roundedTo,
  scaledTo,
} from './decimal_digits.js';
import { type NumberSigns, signsOf } from './decimal_symbols.js';

const PATTERN =
  /^(?<prefix>(?:'[^']*'|[^#0,.;'])*)(?<digits>[#0,]*)(?:(?<point>\.)(?<fraction>[#0]*))?(?:E(?<exponent>0+))?(?<suffix>(?:'[^']*'|[^#0,.;'])*)$/;
const MAX_DIGITS = 2_147_483_647;
/** The most digits that are shown of a number that is not a BigDecimal or BigInteger. */
const PLAIN_LIMITS: Limits = { whole: 309, fraction: 340 };
const NO_LIMITS: Limits = { whole: MAX_DIGITS, fraction: MAX_DIGITS };
const DOUBLE_DIGITS = PLAIN_LIMITS.fraction;

/** The most digits before and behind the point. */
interface Limits {
  readonly whole: number;
  readonly fraction: number;
}

const affix = (text: string): string =>
  text.replace(/'([^']*)'/g, (_all, inner: string) => inner || "'");

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

  constructor(pattern: string, locale: Locale = DEFAULT_LOCALE) {
    super();
    this.locale = locale;
    this.signs = signsOf(locale);
    this.applyPattern(pattern);
  }

  applyPattern(pattern: string): void {
    const [positive = '', negative] = splitPattern(pattern);
    const found = PATTERN.exec(positive);
    if (found === null) throw malformed(pattern, positive);
    const {
      prefix = '',
      digits = '',
      point,
      fraction = '',
      exponent = '',
      suffix = '',
    } = found.groups ?? {};
    const plain = digits.replaceAll(',', '');
    const lastComma = digits.lastIndexOf(',');
    this.groupingSize = lastComma < 0 ? 0 : digits.length - 1 - lastComma;
    this.groupingUsed = this.groupingSize > 0;
    const zeros = plain.replaceAll('#', '').length;
    const fractionZeros = fraction.replaceAll('#', '').length;
    this.exponentDigits = exponent.length;
    // A pattern without zeros still requires one digit: the last before the point, or else the
    // first after it.
    const isBare = zeros + fractionZeros === 0 && (point !== undefined || exponent === '');
    this.minWhole = isBare && plain !== '' ? 1 : zeros;
    this.maxWhole = exponent === '' ? MAX_DIGITS : plain.length;
    this.minFraction = isBare && plain === '' && fraction !== '' ? 1 : fractionZeros;
    this.maxFraction = fraction.length;
    this.pointShown = point !== undefined && fraction === '';
    this.positivePrefix = affix(prefix);
    this.positiveSuffix = affix(suffix);
    const around = prefix + suffix;
    this.multiplier = around.includes('%') ? 100 : around.includes('\u2030') ? 1000 : 1;
    this.#negative(negative);
  }

  #negative(pattern: string | undefined): void {
    const found = pattern === undefined ? null : PATTERN.exec(pattern);
    this.negativePrefix =
      found === null ? `-${this.positivePrefix}` : affix(found.groups?.prefix ?? '');
    this.negativeSuffix = found === null ? this.positiveSuffix : affix(found.groups?.suffix ?? '');
  }

  format(value: Value): string {
    const special =
      value instanceof JDouble && !Number.isFinite(value.value) ? value.value : undefined;
    if (special !== undefined && Number.isNaN(special)) return '\ufffd';
    if (special !== undefined) return this.#around('\u221e', special < 0);
    const digits = digitsOf(value);
    if (digits === undefined) throw illegalArgument('Cannot format given Object as a Number');
    const scaled = { ...digits, unscaled: digits.unscaled * BigInt(this.multiplier) };
    const isBig = value instanceof JBigDecimal || value instanceof JBigInteger;
    const limits = isBig ? NO_LIMITS : PLAIN_LIMITS;
    const text =
      this.exponentDigits > 0 ? this.#scientific(scaled, limits) : this.#plain(scaled, limits);
    const isZero = !/[1-9]/.test(text) && !(value instanceof JDouble);
    return this.#around(text, digits.negative && !isZero);
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
    const before = shown === '' && !hasPoint ? '0' : this.#grouped(shown);
    return before + (hasPoint ? this.signs.decimal : '') + behind;
  }

  #grouped(whole: string): string {
    if (!this.groupingUsed || this.groupingSize === 0) return whole;
    const groups: string[] = [];
    for (let end = whole.length; end > 0; end -= this.groupingSize)
      groups.unshift(whole.slice(Math.max(0, end - this.groupingSize), end));
    return groups.join(this.signs.grouping);
  }

  /**
   * If the maximum number of whole digits exceeds the minimum, the exponent is a multiple of the
   * maximum.
   */
  #scientific(digits: Digits, limits: Limits): string {
    const minWhole = Math.min(this.minWhole, limits.whole);
    const minFraction = Math.min(this.minFraction, limits.fraction);
    const maxFraction = Math.min(this.maxFraction, limits.fraction);
    allocate(minWhole + maxFraction + this.exponentDigits);
    const isGrouped = this.maxWhole > 1 && this.maxWhole > minWhole;
    const significant = (isGrouped ? minWhole : Math.max(minWhole, 1)) + maxFraction;
    const rounded = roundedTo(digits, Math.max(significant, 1), this.rounding);
    const first = digits.unscaled === 0n ? 0 : exponentOf(rounded);
    const wholeDigits = isGrouped
      ? (((first % this.maxWhole) + this.maxWhole) % this.maxWhole) + 1
      : Math.max(minWhole, 1);
    const power = digits.unscaled === 0n ? 0 : first - wholeDigits + 1;
    const all = String(rounded.unscaled).padEnd(wholeDigits, '0');
    const behind = all.slice(wholeDigits).replace(/0+$/, '').padEnd(minFraction, '0');
    const exponent = String(Math.abs(power)).padStart(this.exponentDigits, '0');
    const point = behind === '' ? '' : this.signs.decimal;
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
    const fraction =
      '0'.repeat(this.minFraction) +
      '#'.repeat(Math.max(0, Math.min(this.maxFraction, DOUBLE_DIGITS) - this.minFraction));
    const zeros = '0'.repeat(this.minWhole);
    const width = this.groupingUsed
      ? Math.max(this.groupingSize, this.minWhole) + 1
      : this.minWhole + 1;
    const digits = this.exponentDigits > 0 ? zeros : zeros.padStart(width, '#');
    const cut = digits.length - this.groupingSize;
    const whole =
      this.groupingUsed && cut > 0 ? `${digits.slice(0, cut)},${digits.slice(cut)}` : digits;
    const exponent = this.exponentDigits > 0 ? `E${'0'.repeat(this.exponentDigits)}` : '';
    const body = `${whole}${fraction === '' && !this.pointShown ? '' : `.${fraction}`}${exponent}`;
    const positive = `${this.positivePrefix}${body}${this.positiveSuffix}`;
    const isPlain =
      this.negativePrefix === `-${this.positivePrefix}` &&
      this.negativeSuffix === this.positiveSuffix;
    return isPlain ? positive : `${positive};${this.negativePrefix}${body}${this.negativeSuffix}`;
  }

  copy(): DecimalFormat {
    return Object.assign(new DecimalFormat('0', this.locale), this);
  }

  override equals(other: Value): boolean {
    return (
      other instanceof DecimalFormat &&
      other.toPattern() === this.toPattern() &&
      other.locale.equals(this.locale)
    );
  }
}

/** Splits at the first `;` outside of quotes. */
function splitPattern(pattern: string): string[] {
  const found = /^((?:'[^']*'|[^;'])*);(.*)$/s.exec(pattern);
  return found === null ? [pattern] : [found[1] ?? '', found[2] ?? ''];
}

function malformed(pattern: string, positive: string): object {
  if ((positive.match(/\./g) ?? []).length > 1)
    return illegalArgument(`Multiple decimal separators in pattern "${pattern}"`);
  if ((positive.match(/E/g) ?? []).length > 1)
    return illegalArgument(`Multiple exponential symbols in pattern "${pattern}"`);
  if (/0#/.test(positive.split('.')[0] ?? ''))
    return illegalArgument(`Unexpected '0' in pattern "${pattern}"`);
  return illegalArgument(`Malformed pattern "${pattern}"`);
}
