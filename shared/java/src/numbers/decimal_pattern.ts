/**
 * The patterns of `java.text.DecimalFormat`: a prefix, digits, and a suffix, then the same for
 * negative numbers, whose digits mean nothing. As in Java, signs of the digits must be in order:
 * `#` before the zeros, then `#` behind the point.
 */
import { illegalArgument } from '../values/throwable.js';

export const MAX_DIGITS = 2_147_483_647;

/** The text before or behind the digits. */
export interface Affix {
  /** As patterns write it. */
  readonly written: string;
  readonly shown: string;
}

interface DigitRules {
  readonly minWhole: number;
  readonly maxWhole: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** 0 if digits are not grouped. */
  readonly groupingSize: number;
  /** True if the point is shown without digits behind it, too. */
  readonly pointShown: boolean;
  /** The minimum number of exponent digits; 0 for no exponent. */
  readonly exponentDigits: number;
}

export interface DecimalPattern extends DigitRules {
  readonly multiplier: number;
  readonly positivePrefix: Affix;
  readonly positiveSuffix: Affix;
  readonly negativePrefix: Affix;
  readonly negativeSuffix: Affix;
}

export function readDecimalPattern(pattern: string): DecimalPattern {
  const reader = new PatternReader(pattern);
  const positive = reader.positive();
  const negative = reader.negative();
  const isOwn =
    negative !== undefined &&
    (negative.prefix.written !== positive.prefix.written ||
      negative.suffix.written !== positive.suffix.written);
  const minus = {
    written: `-${positive.prefix.written}`,
    shown: `-${positive.prefix.shown}`,
  };
  return {
    ...positive.rules,
    multiplier: positive.multiplier,
    positivePrefix: positive.prefix,
    positiveSuffix: positive.suffix,
    negativePrefix: isOwn ? negative.prefix : minus,
    negativeSuffix: isOwn ? negative.suffix : positive.suffix,
  };
}

interface ReadPattern {
  readonly rules: DigitRules;
  readonly multiplier: number;
  readonly prefix: Affix;
  readonly suffix: Affix;
}

const DIGIT_SIGNS = '#0,.';
const CURRENCY = '\u00a4';
/** The code of no currency, which `\u00a4\u00a4` stands for. */
const NO_CURRENCY = 'XXX';
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['%', 100],
  ['\u2030', 1000],
]);

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  positive(): ReadPattern {
    const { prefix, suffix, counts } = this.#parts();
    const hasExponent = counts.exponentDigits > 0;
    if (isMalformed(counts)) throw this.#fault('Malformed pattern');
    const all = counts.left + counts.zeros + counts.right;
    const { left, zeros } = withZero(counts);
    const whole = counts.point < 0 ? all : counts.point;
    const rules = {
      minWhole: whole - left,
      maxWhole: hasExponent ? whole : MAX_DIGITS,
      minFraction: counts.point < 0 ? 0 : left + zeros - whole,
      maxFraction: this.#pattern === '' ? MAX_DIGITS : all - whole,
      groupingSize: Math.max(0, counts.grouping),
      pointShown: counts.point === 0 || counts.point === all,
      exponentDigits: counts.exponentDigits,
    };
    return {
      rules,
      multiplier: suffix.multiplier ?? 1,
      prefix: prefix.affix(),
      suffix: suffix.affix(),
    };
  }

  /** Undefined if the pattern has none. */
  negative(): Pick<ReadPattern, 'prefix' | 'suffix'> | undefined {
    if (this.#sign() !== ';' || this.#at + 1 === this.#pattern.length) return undefined;
    this.#at++;
    const prefix = new AffixWriter();
    this.#affix(prefix);
    const suffix = new AffixWriter(prefix);
    while (this.#sign() !== '' && this.#sign() !== ';') {
      while (this.#sign() !== '' && `${DIGIT_SIGNS}E`.includes(this.#sign())) this.#at++;
      this.#affix(suffix);
    }
    if (this.#sign() === ';') throw this.#unquoted();
    return { prefix: prefix.affix(), suffix: suffix.affix() };
  }

  #parts() {
    const prefix = new AffixWriter();
    const counts = new DigitCounts();
    this.#affix(prefix);
    if (this.#sign() === ';') throw this.#unquoted();
    const suffix = new AffixWriter(prefix);
    // As in Java, digits behind a suffix belong to those before it.
    while (this.#sign() !== '' && this.#sign() !== ';') {
      this.#digits(counts);
      this.#affix(suffix);
    }
    return { prefix, suffix, counts };
  }

  #sign(): string {
    return this.#pattern.charAt(this.#at);
  }

  /** Reads up to the signs of digits, or to a semicolon. */
  #affix(out: AffixWriter): void {
    let isQuoted = false;
    for (; this.#at < this.#pattern.length; this.#at++) {
      const sign = this.#sign();
      const isDoubled = this.#pattern.charAt(this.#at + 1) === sign;
      if (!isQuoted && (DIGIT_SIGNS.includes(sign) || sign === ';')) break;
      if (sign === "'") {
        if (isDoubled) out.special("''", "'");
        else isQuoted = !isQuoted;
        if (isDoubled) this.#at++;
      } else if (!isQuoted && sign === CURRENCY && isDoubled) {
        out.special(sign + sign, NO_CURRENCY);
        this.#at++;
      } else if (!isQuoted && SPECIAL.test(sign)) {
        if (!out.multiply(MULTIPLIERS.get(sign))) {
          throw this.#fault('Too many percent/per mille characters in pattern');
        }
        out.special(sign, sign);
      } else out.literal(sign);
    }
    if (isQuoted) throw this.#fault('Malformed pattern');
  }

  #digits(counts: DigitCounts): void {
    for (; this.#sign() !== '' && DIGIT_SIGNS.includes(this.#sign()); this.#at++) {
      const fault = counts.take(this.#sign());
      if (fault !== undefined) throw this.#fault(fault);
    }
    if (this.#sign() !== 'E') return;
    if (counts.exponentDigits > 0) throw this.#fault('Multiple exponential symbols in pattern');
    const start = ++this.#at;
    while (this.#sign() === '0') this.#at++;
    counts.exponentDigits = this.#at - start;
    if (counts.left + counts.zeros < 1 || counts.exponentDigits < 1)
      throw this.#fault('Malformed exponential pattern');
  }

  #unquoted(): object {
    return this.#fault(`Unquoted special character '${this.#sign()}' in pattern`);
  }

  #fault(words: string): object {
    return illegalArgument(`${words} "${this.#pattern}"`);
  }
}

/** The numbers of signs in the digits of a pattern. */
class DigitCounts {
  /** The numbers of `#` before the zeros, of zeros, and of `#` behind them. */
  left = 0;
  zeros = 0;
  right = 0;
  /** The number of digits before the point; -1 without a point. */
  point = -1;
  /** The number of whole digits behind the last comma; -1 without one. */
  grouping = -1;
  exponentDigits = 0;

  /** Counts a sign; returns what is wrong with it. */
  take(sign: string): string | undefined {
    if (sign === ',') this.grouping = 0;
    else if (sign === '.') {
      if (this.point >= 0) return 'Multiple decimal separators in pattern';
      this.point = this.left + this.zeros + this.right;
    } else {
      if (sign === '0' && this.right > 0) return "Unexpected '0' in pattern";
      if (sign === '0') this.zeros++;
      else if (this.zeros > 0) this.right++;
      else this.left++;
      if (this.grouping >= 0 && this.point < 0) this.grouping++;
    }
    return undefined;
  }
}

/**
 * The signs of a pattern with a point and without zeros, which still requires one digit: the last
 * before the point, or the first after it.
 */
function withZero({ left, zeros, point }: DigitCounts): { left: number; zeros: number } {
  if (zeros > 0 || left === 0 || point < 0) return { left, zeros };
  return { left: Math.max(point, 1) - 1, zeros: 1 };
}

function isMalformed(counts: DigitCounts): boolean {
  const { point, right, grouping } = counts;
  if (grouping === 0) return true;
  if (point < 0) return right > 0;
  const { left, zeros } = withZero(counts);
  return point < left || point > left + zeros;
}

/** Puts an affix together: stretches of literal text, and signs with a meaning between them. */
class AffixWriter {
  #written = '';
  #shown = '';
  #literal = '';
  /** The factor of the percent or per mille sign up to here; undefined without one. */
  multiplier: number | undefined;

  constructor(before?: AffixWriter) {
    this.multiplier = before?.multiplier;
  }

  /** Takes a multiplier; returns false if there is one already. */
  multiply(by: number | undefined): boolean {
    if (by !== undefined && this.multiplier !== undefined) return false;
    this.multiplier ??= by;
    return true;
  }

  literal(sign: string): void {
    this.#literal += sign;
    this.#shown += sign;
  }

  special(written: string, shown: string): void {
    this.#endLiteral();
    this.#written += written;
    this.#shown += shown;
  }

  affix(): Affix {
    this.#endLiteral();
    return { written: this.#written, shown: this.#shown };
  }

  #endLiteral(): void {
    this.#written += quoted(this.#literal);
    this.#literal = '';
  }
}

const SPECIAL = /[#0,.;%\u2030\u00a4-]/;

/** A literal text as patterns write it. */
export function quoted(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return SPECIAL.test(text) ? `'${doubled}'` : doubled;
}
