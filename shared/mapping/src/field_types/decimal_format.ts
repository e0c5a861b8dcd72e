/**
 * Java's `DecimalFormat` patterns in `docvalue_fields` and sorts: `#,##0.00`, `0.0%`, `000`,
 * prefixes and suffixes.
 */
import { ApiError } from '@skein/errors';

const PATTERN =
  /^((?:[^#0,.']|'(?:[^']|'')*')*)([#0,]*)(?:(\.)([#0]*))?((?:[^#0,.']|'(?:[^']|'')*')*)$/;

export function formatDecimal(value: number, pattern: string): string {
  const [positive = '', negative] = pattern.split(';');
  const match = PATTERN.exec(positive);
  if (!match) {
    throw new ApiError('illegal_argument_exception', `Malformed pattern "${pattern}"`);
  }
  const [, before = '', whole = '', point = '', fraction = '', behind = ''] = match;
  const [prefix, suffix] = [unquoted(before), unquoted(behind)];
  const scaled = Math.abs(value) * (suffix.includes('%') || prefix.includes('%') ? 100 : 1);
  // A point with digits only on one side is always shown.
  const isPointed = point !== '' && (fraction === '' || !/[#0]/.test(whole));
  const digits = unsigned(scaled, whole, fraction, isPointed ? '.' : '');
  // A negative number rounded to zero keeps its sign, as does the negative zero.
  if (value > 0 || Object.is(value, 0)) return prefix + digits + suffix;
  const other = negative === undefined ? undefined : PATTERN.exec(negative);
  return other
    ? unquoted(other[1] ?? '') + digits + unquoted(other[5] ?? '')
    : `-${prefix}${digits}${suffix}`;
}

/** Text between quotes is literal; `''` is a quote, between quotes and elsewhere. */
function unquoted(affix: string): string {
  return affix.replace(/'((?:[^']|'')*)'/g, (_quoted, text: string) =>
    text === '' ? "'" : text.replaceAll("''", "'"),
  );
}

/** `point`: printed after whole numbers. */
function unsigned(value: number, whole: string, fraction: string, point: string): string {
  const hasZeros = /0/.test(whole + fraction);
  const required = digitsRequired(fraction, !hasZeros && whole === '');
  const [integer = '0', decimals = ''] = roundHalfEven(value, fraction.length).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(required, '0');
  const least = digitsRequired(whole, !hasZeros && fraction !== '');
  const padded = (integer === '0' && least === 0 ? '' : integer).padStart(least, '0');
  const comma = whole.lastIndexOf(',');
  const group = comma < 0 ? 0 : whole.length - comma - 1;
  const grouped = group > 0 ? grouping(padded, group) : padded;
  return kept === '' ? (grouped || '0') + point : `${grouped}.${kept}`;
}

/**
 * A pattern without zeros still requires one digit: the last before the point, else the first after
 * it.
 */
function digitsRequired(part: string, isOneRequired: boolean): number {
  const zeros = part.replaceAll(/[#,]/g, '').length;
  return isOneRequired ? Math.min(1, part.length) : zeros;
}

/**
 * Rounds the shortest digits that identify the double; if they are few enough, they stay. `toFixed`
 * rounds the exact binary value, and takes the larger of two equally near ones, while a true tie
 * goes to the even one (`RoundingMode.HALF_EVEN`). 47.85 is no tie, because the double is slightly
 * larger.
 */
function roundHalfEven(value: number, places: number): string {
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
