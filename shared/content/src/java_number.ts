/**
 * Floating-point numbers as Java's `Float.toString` and `Double.toString` print them: `1.0`,
 * `0.2876821`, `1.2E10`.
 */
import { RawJson } from './value.js';

/** A float32, with the fewest digits that give the same float back. */
export function float32(value: number): RawJson {
  return new RawJson(inJson(float32Text(value), Math.fround(value)));
}

/** A double in Java's form. */
export function double(value: number): RawJson {
  return new RawJson(inJson(doubleText(value), value));
}

/** JSON has no NaN or infinities, so they are written as strings, as in OpenSearch. */
function inJson(text: string, value: number): string {
  return Number.isFinite(value) ? text : `"${text}"`;
}

export function float32Text(value: number): string {
  const float = Math.fround(value);
  return javaForm(shortestFloat32(float), float);
}

export function doubleText(value: number): string {
  return javaForm(String(value), value);
}

/** Number of digits that is always enough for a float32. */
const MAX_DIGITS = 9;
/**
 * With at most this many digits, one number at most lies between two floats: if they are enough,
 * fewer digits give the same number.
 */
const FEW_DIGITS = 6;
/** The range in which Java prints no exponent. */
const LEAST_PLAIN = 1e-3;
const BEYOND_PLAIN = 1e7;
/** Factors that move the fractional digits before the point. */
const SCALES = Array.from({ length: 13 }, (_, places) => 10 ** places);

function scaleOf(places: number): number {
  return SCALES[places] ?? 10 ** places;
}

function shortestFloat32(value: number): string {
  const magnitude = Math.abs(value);
  const isPlain = magnitude >= LEAST_PLAIN && magnitude < BEYOND_PLAIN;
  return String(isPlain ? shortestPlain(value, magnitude) : shortestByText(value));
}

/**
 * Finds the digits by arithmetic, which is exact here: a float has 24 bits, a scale no more than 28
 * besides its power of two, so their product fits into a double. The quotient of two exact numbers
 * is rounded in the same way as a parsed decimal text.
 */
function shortestPlain(value: number, magnitude: number): number {
  let whole = -2;
  for (let power = LEAST_PLAIN * 10; whole < 7 && magnitude >= power; power *= 10) whole++;
  for (let digits = Math.max(FEW_DIGITS, whole); digits < MAX_DIGITS; digits++) {
    const scale = scaleOf(digits - whole);
    const rounded = Math.sign(value) * (Math.round(magnitude * scale) / scale);
    if (Math.fround(rounded) === value) return rounded;
  }
  const scale = scaleOf(MAX_DIGITS - whole);
  return Math.sign(value) * (Math.round(magnitude * scale) / scale);
}

function shortestByText(value: number): number {
  for (let digits = 1; digits < MAX_DIGITS; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return Number(value.toPrecision(MAX_DIGITS));
}

/** Converts `digits`, JavaScript's form of the number. */
function javaForm(digits: string, value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const magnitude = Math.abs(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (magnitude >= LEAST_PLAIN && magnitude < BEYOND_PLAIN) {
    return digits.includes('.') ? digits : `${digits}.0`;
  }
  return scientific(digits);
}

/** Java's form outside [1e-3, 1e7): one digit, a point, the rest, `E`, the exponent. */
function scientific(digits: string): string {
  const negative = digits.startsWith('-');
  const [mantissa = '', exponent = '0'] = (negative ? digits.slice(1) : digits).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  const significant = all.slice(first).replace(/0+$/, '');
  const power = Number(exponent) + whole.length - 1 - first;
  const rest = significant.slice(1) || '0';
  return `${negative ? '-' : ''}${significant[0]}.${rest}E${power}`;
}
