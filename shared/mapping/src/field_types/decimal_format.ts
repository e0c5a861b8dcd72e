/**
 * Java's `DecimalFormat` patterns in `docvalue_fields`, sorts and aggregations: `#,##0.00`,
 * `0.0%`, `000`, `0.#E0`, prefixes and suffixes.
 */
import { type DecimalPattern, parseDecimalPattern } from './decimal_pattern.js';

/** Patterns that were read lately: a request formats many numbers by one. */
const recent = new Map<string, DecimalPattern>();
const MOST_RECENT = 64;

function patternOf(text: string): DecimalPattern {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const pattern = parseDecimalPattern(text);
  if (recent.size >= MOST_RECENT) recent.clear();
  recent.set(text, pattern);
  return pattern;
}

/** A `bigint` is formatted as a Java `long`, a `number` as a `double`. */
export function formatDecimal(value: number | bigint, text: string): string {
  const pattern = patternOf(text);
  const scaled = magnitude(value, pattern.multiplier);
  const digits = pattern.exponentDigits > 0 ? scientific(scaled, pattern) : plain(scaled, pattern);
  // A negative number rounded to zero keeps its sign, as does the negative zero.
  const isPositive = value > 0 || value === 0n || Object.is(value, 0);
  const { prefix, suffix } = isPositive ? pattern.positive : pattern.negative;
  return prefix + digits + suffix;
}

function magnitude(value: number | bigint, multiplier: number): number | bigint {
  if (typeof value === 'number') return Math.abs(value) * multiplier;
  return (value < 0n ? -value : value) * BigInt(multiplier);
}

function plain(value: number | bigint, pattern: DecimalPattern): string {
  const { minWhole, minFraction, maxFraction, group, isPointed } = pattern;
  const [integer = '0', decimals = ''] = decimalText(value, maxFraction).split('.');
  const fraction = decimals.replace(/0+$/, '').padEnd(minFraction, '0');
  const whole = (integer === '0' ? '' : integer).padStart(minWhole, '0');
  const before = whole === '' && fraction === '' ? '0' : whole;
  const shown = group > 0 ? grouping(before, group) : before;
  return fraction === '' ? shown + (isPointed ? '.' : '') : `${shown}.${fraction}`;
}

/**
 * A mantissa and an exponent. The number of digits before the point is the least of the
 * pattern; if it has more places there, the exponent is a multiple of the places instead.
 */
function scientific(value: number | bigint, pattern: DecimalPattern): string {
  const { minWhole, maxWhole, minFraction, maxFraction, isPointed, exponentDigits } = pattern;
  const { digits, point } = significantDigits(value, maxWhole + maxFraction);
  const isRange = maxWhole > 1 && maxWhole > minWhole;
  const range = Math.floor((point - 1) / maxWhole) * maxWhole;
  const exponent = digits === '' ? 0 : isRange ? range : point - minWhole;
  const wholeDigits = digits === '' ? (isRange ? 1 : minWhole) : point - exponent;
  const all = digits.padEnd(Math.max(minWhole + minFraction, wholeDigits), '0');
  const fraction = all.slice(wholeDigits);
  const dot = fraction !== '' || isPointed ? '.' : '';
  const power = String(Math.abs(exponent)).padStart(exponentDigits, '0');
  return `${all.slice(0, wholeDigits)}${dot}${fraction}E${exponent < 0 ? '-' : ''}${power}`;
}

/**
 * At most `most` digits, without zeros at their ends, and the place of the point in them: 0.012 has
 * the digits 12 and the point at -1. The zero has no digits.
 */
function significantDigits(value: number | bigint, most: number): Significant {
  if (Number(value) === 0) return { digits: '', point: 0 };
  if (typeof value === 'bigint') return significantOfWhole(String(value), most);
  const [mantissa = '', power = '0'] = roundedTo(value, most).split('e');
  return { digits: mantissa.replace('.', '').replace(/0+$/, ''), point: Number(power) + 1 };
}

interface Significant {
  readonly digits: string;
  readonly point: number;
}

function significantOfWhole(text: string, most: number): Significant {
  const [below, rest] = [text.slice(0, most), text.slice(most)];
  const isTie = /^50*$/.test(rest);
  const isUp = isTie ? /[13579]$/.test(below) : rest >= '5';
  const rounded = isUp ? String(BigInt(below) + 1n) : below;
  return { digits: rounded.replace(/0+$/, ''), point: rounded.length + rest.length };
}

/** A tie goes to the even neighbour, but that of a whole double upwards, as in OpenJDK. */
function roundedTo(value: number, most: number): string {
  const shortest = value.toExponential();
  const [mantissa = '', power = ''] = shortest.split('e');
  const digits = mantissa.replace('.', '');
  if (digits.length <= most) return shortest;
  const below = digits.slice(0, most);
  const isEven = /[02468]$/.test(below) && !(Number.isInteger(value) && value < 2 ** 63);
  if (isEven && digits.length === most + 1 && isExactTie(value, most)) {
    return `${below.charAt(0)}.${below.slice(1)}e${power}`;
  }
  return value.toExponential(most - 1);
}

/** True if the exact value ends with a 5 after so many digits. */
function isExactTie(value: number, digits: number): boolean {
  const [exact = ''] = value.toExponential(Math.min(digits + EXACT_PLACES, MOST_PLACES)).split('e');
  return /^50*$/.test(exact.replace('.', '').slice(digits));
}

/**
 * Rounds the shortest digits that identify the double; if they are few enough, they stay. `toFixed`
 * rounds the exact binary value, and takes the larger of two equally near ones, while a true tie
 * goes to the even one (`RoundingMode.HALF_EVEN`). 47.85 is no tie, because the double is slightly
 * larger.
 */
function decimalText(value: number | bigint, places: number): string {
  if (typeof value === 'bigint') return String(value);
  const shortest = withoutExponent(String(value));
  const [, decimals = ''] = shortest.split('.');
  if (decimals.length <= places) return shortest;
  const below = shortest.slice(0, shortest.length - decimals.length + places).replace(/\.$/, '');
  const isEven = /[02468]$/.test(below);
  if (isEven && decimals.length === places + 1 && isTie(value, places)) return below;
  return value.toFixed(Math.min(places, MOST_PLACES));
}

const MOST_PLACES = 100;
/** A double that differs from its shortest digits does so within this many further places. */
const EXACT_PLACES = 40;

/** True if the exact value ends with a 5 after the last place. */
function isTie(value: number, places: number): boolean {
  const [, exact = ''] = value.toFixed(Math.min(places + EXACT_PLACES, MOST_PLACES)).split('.');
  return /^50*$/.test(exact.slice(places));
}

function withoutExponent(text: string): string {
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return digits;
  const [whole = '', decimals = ''] = digits.split('.');
  const shift = Number(exponent);
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${decimals}`;
  return (whole + decimals).padEnd(shift + 1, '0');
}

function grouping(digits: string, size: number): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= size) {
    groups.unshift(digits.slice(Math.max(0, end - size), end));
  }
  return groups.join(',');
}
