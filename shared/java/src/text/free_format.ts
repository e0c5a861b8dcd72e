/**
 * Decimal digits of a binary number (G. Steele, J. White, "How to print floating-point numbers
 * accurately", 1990), with the shortcuts and stopping rules of Java before release 19.
 */

/** `d.ddd` times ten to the power. */
export interface DigitsAndPower {
  readonly digits: string;
  readonly power: number;
}

interface Binary {
  /** The significand without trailing zero bits. */
  readonly significand: bigint;
  /** The number of bits of the significand. */
  readonly bits: number;
  /** The exponent of the first bit. */
  readonly exponent: number;
  /** The number of bits at this magnitude; fewer below the smallest normal number. */
  readonly precision: number;
  /** The full significand with its highest bit at position 52. */
  readonly aligned: bigint;
}

const scratch = new DataView(new ArrayBuffer(8));
const HIDDEN = 1n << 52n;

/** `fraction` is 52 for a double, 23 for a float. */
function takeApart(value: number, fraction: number): Binary {
  scratch.setFloat64(0, value);
  const raw = scratch.getBigUint64(0);
  let aligned = raw & (HIDDEN - 1n);
  let exponent = Number(raw >> 52n) - 1023;
  if (exponent > -1023) aligned |= HIDDEN;
  else {
    exponent = -1022;
    while (aligned < HIDDEN) {
      aligned <<= 1n;
      exponent--;
    }
  }
  const lowest = fraction === 52 ? -1022 : -126;
  const precision = fraction + 1 - Math.max(0, lowest - exponent);
  let significand = aligned;
  while ((significand & 1n) === 0n) significand >>= 1n;
  return { significand, bits: significand.toString(2).length, exponent, precision, aligned };
}

const bitsOfFive = (power: number): number =>
  power < 27 ? (power === 0 ? 0 : (5n ** BigInt(power)).toString(2).length) : power * 3;

export function digitsOfBinary(value: number, fraction: number): DigitsAndPower {
  const binary = takeApart(value, fraction);
  const behind = Math.max(0, binary.bits - binary.exponent - 1);
  return wholeDigits(binary, behind) ?? freeDigits(binary, behind);
}

/** An integer below 2^62 is written in full; digits beyond its precision are rounded away. */
function wholeDigits(binary: Binary, behind: number): DigitsAndPower | undefined {
  const { exponent, precision, aligned } = binary;
  if (exponent > 62 || behind !== 0 || binary.exponent < 0) return undefined;
  const whole =
    exponent >= 52 ? aligned << BigInt(exponent - 52) : aligned >> BigInt(52 - exponent);
  const spare = exponent - precision - 1;
  const idle = exponent > precision && spare > 1 ? Math.floor(spare * Math.LOG10E * Math.LN2) : 0;
  const unit = 10n ** BigInt(idle);
  const rest = whole % unit;
  const kept = whole / unit + (rest >= unit / 2n && idle > 0 ? 1n : 0n);
  const text = String(kept * unit);
  return { digits: text, power: text.length - 1 };
}

/** Estimates the number of digits before the point; may be slightly too low. */
function estimate({ aligned, exponent }: Binary): number {
  const mantissa = Number(aligned) / 2 ** 52;
  const power = (mantissa - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981;
  return Math.floor(power);
}

/** Value, unit and half step as integers over a common denominator. */
interface Scaled {
  readonly value: bigint;
  readonly unit: bigint;
  readonly half: bigint;
  /**
   * True if the numbers fit machine words: in that case Java's loop does not stop at the upper
   * bound itself.
   */
  readonly isSmall: boolean;
}

function scaled(binary: Binary, behind: number, power: number): Scaled {
  const { significand, bits, exponent, precision } = binary;
  const fives = Math.max(0, -power);
  let twos = fives + behind + exponent;
  const unitFives = Math.max(0, power);
  let unitTwos = unitFives + behind;
  let halfTwos = twos - precision;
  twos -= bits - 1;
  const shared = Math.min(twos, unitTwos);
  twos -= shared;
  unitTwos -= shared;
  halfTwos -= shared;
  // The number below a power of two is only half as far away.
  if (bits === 1) halfTwos--;
  if (halfTwos < 0) {
    twos -= halfTwos;
    unitTwos -= halfTwos;
    halfTwos = 0;
  }
  const size = bits + twos + bitsOfFive(fives);
  const unitSize = unitTwos + 1 + bitsOfFive(unitFives + 1);
  return {
    value: (significand * 5n ** BigInt(fives)) << BigInt(twos),
    unit: (5n ** BigInt(unitFives)) << BigInt(unitTwos),
    half: (5n ** BigInt(fives)) << BigInt(halfTwos),
    isSmall: size < 64 && unitSize < 64,
  };
}

function freeDigits(binary: Binary, behind: number): DigitsAndPower {
  let power = estimate(binary);
  const { unit, isSmall, ...start } = scaled(binary, behind, power);
  const ten = unit * 10n;
  const digits: number[] = [];
  let rest = (start.value % unit) * 10n;
  let half = start.half * 10n;
  const isLow = (): boolean => rest < half;
  const isHigh = (): boolean => (isSmall ? rest + half > ten : rest + half >= ten);
  let low = isLow();
  let high = isHigh();
  const first = Number(start.value / unit);
  if (first === 0 && !high) power--;
  else digits.push(first);
  // With an exponent there is always a digit after the point.
  if (power < -3 || power >= 8) low = high = false;
  while (!low && !high) {
    digits.push(Number(rest / unit));
    rest = (rest % unit) * 10n;
    half *= 10n;
    low = isLow();
    high = isHigh();
  }
  const difference = rest * 2n - ten;
  const isUp =
    high && (!low || difference > 0n || (difference === 0n && (digits.at(-1) ?? 0) % 2 === 1));
  return isUp ? roundedUp(digits, power) : { digits: digits.join(''), power };
}

function roundedUp(digits: readonly number[], power: number): DigitsAndPower {
  const raised = String(BigInt(digits.join('')) + 1n).padStart(digits.length, '0');
  return raised.length > digits.length
    ? { digits: raised.slice(0, -1), power: power + 1 }
    : { digits: raised, power };
}
