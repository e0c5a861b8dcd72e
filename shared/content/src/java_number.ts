/** Floating-point numbers as Java's `Float.toString` and `Double.toString` print them: `1.0`, `0.2876821`, `1.2E10`. */
import { RawJson } from './value.js';

/** A float32: the fewest digits that give the same float back. */
export function float32(value: number): RawJson {
  return new RawJson(float32Text(value));
}

/** A double. */
export function double(value: number): RawJson {
  return new RawJson(doubleText(value));
}

export function float32Text(value: number): string {
  return javaForm(shortestFloat32(Math.fround(value)), value);
}

export function doubleText(value: number): string {
  return javaForm(String(value), value);
}

/** Most scores need seven digits or more: fewer are tried only when six are enough. */
const FEW_DIGITS = 6;
/** Always enough for a float32. */
const MAX_DIGITS = 9;

function shortestFloat32(value: number): string {
  const start = isFloat32(value.toPrecision(FEW_DIGITS), value) ? 1 : FEW_DIGITS + 1;
  for (let digits = start; digits < MAX_DIGITS; digits++) {
    const text = value.toPrecision(digits);
    if (isFloat32(text, value)) return String(Number(text));
  }
  return String(Number(value.toPrecision(MAX_DIGITS)));
}

function isFloat32(text: string, value: number): boolean {
  return Math.fround(Number(text)) === value;
}

/** `digits` is JavaScript's form of the number. JSON has no NaN or infinities: the reference writes them as strings. */
function javaForm(digits: string, value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  const magnitude = Math.abs(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (magnitude >= 1e-3 && magnitude < 1e7) {
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
