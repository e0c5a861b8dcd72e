/** java.lang.Math and StrictMath. */
import type { ClassTable, Implementation } from '../class_table.js';
import { randomFraction } from '../host/world.js';
import {
  cubeRoot,
  hyperbolicCosine,
  hypotenuse,
  neighbour,
  strictExp,
} from '../numbers/strict_math.js';
import { doubleToLong } from '../values/convert.js';

/** `Math.round`: halves round towards positive infinity, values out of range saturate. */
const roundHalfUp = (value: number): bigint =>
  Math.abs(value) >= 2 ** 52
    ? doubleToLong(value)
    : doubleToLong(Math.floor(value) + Number(value - Math.floor(value) >= 0.5));

/** Rounds to the nearest integer, halves to even. */
function rint(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value;
  const down = Math.floor(value);
  const rest = value - down;
  const even = rest < 0.5 || (rest === 0.5 && down % 2 === 0) ? down : down + 1;
  return even === 0 && (value < 0 || Object.is(value, -0)) ? -0 : even;
}

/** `a` minus the nearest multiple of `b`, exactly. */
const remainderOf = (a: number, b: number): number => {
  const size = Math.abs(b);
  if (!Number.isFinite(a) || size === 0 || Number.isNaN(b)) return Number.NaN;
  if (size === Infinity) return a;
  const rest = size * 2 < Infinity ? Math.abs(a) % (size * 2) : Math.abs(a);
  // The number of times that `size` is in `rest`, rounded to the even one of two: 0, 1 or 2.
  const half = size / 2;
  const behind = rest - size;
  const even = rest <= half ? rest : behind < half ? behind : behind - size;
  return a < 0 || Object.is(a, -0) ? -even : even;
};

const javaPow = (a: number, b: number): number => a ** b;
const one = 'double';
const unary = (name: string, fn: (x: number) => number): [string, Implementation] => [
  `${one} ${name}(double)`,
  fn,
];

function nextAfter(from: number, to: number): number {
  if (Number.isNaN(from) || Number.isNaN(to)) return Number.NaN;
  return from === to ? to : neighbour(from, to > from);
}

/** The distance to the next number of greater magnitude. */
function ulp(value: number): number {
  const size = Math.abs(value);
  if (!Number.isFinite(size)) return size;
  return size === Number.MAX_VALUE ? 2 ** 971 : neighbour(size, true) - size;
}

/** Scales in steps that stay in the exponent's range, so that nothing is rounded twice. */
function scalb(value: number, by: number): number {
  const bounded = Math.max(-2099, Math.min(2099, by));
  if (bounded >= -1022 && bounded <= 1023) return value * 2 ** bounded;
  const first = bounded > 0 ? 1023 : -1022;
  const exact = value * 2 ** (bounded > 0 ? first : Math.max(bounded + 1022, -1022));
  if (bounded < 0) return exact * 2 ** -1022 * 2 ** Math.min(0, bounded + 2044);
  return exact * 2 ** Math.min(1023, bounded - first) * 2 ** Math.max(0, bounded - first - 1023);
}

const MATH_STATICS: Readonly<Record<string, Implementation>> = {
  ...Object.fromEntries([
    unary('abs', Math.abs),
    unary('acos', Math.acos),
    unary('asin', Math.asin),
    unary('atan', Math.atan),
    unary('cbrt', cubeRoot),
    unary('ceil', Math.ceil),
    unary('cos', Math.cos),
    unary('cosh', hyperbolicCosine),
    unary('exp', Math.exp),
    unary('expm1', Math.expm1),
    unary('floor', Math.floor),
    unary('log', Math.log),
    unary('log10', Math.log10),
    unary('log1p', Math.log1p),
    unary('rint', rint),
    unary('signum', Math.sign),
    unary('sin', Math.sin),
    unary('sinh', Math.sinh),
    unary('sqrt', Math.sqrt),
    unary('tan', Math.tan),
    unary('tanh', Math.tanh),
    unary('toDegrees', (x) => x * (180 / Math.PI)),
    unary('toRadians', (x) => x * (Math.PI / 180)),
  ]),
  'double atan2(double,double)': Math.atan2,
  'double copySign(double,double)': (a: number, b: number) =>
    b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a),
  'double hypot(double,double)': hypotenuse,
  'double IEEEremainder(double,double)': remainderOf,
  'double nextAfter(double,double)': nextAfter,
  'double nextDown(double)': (value: number) => neighbour(value, false),
  'double nextUp(double)': (value: number) => neighbour(value, true),
  'double random()': randomFraction,
  'double scalb(double,int)': scalb,
  'double ulp(double)': ulp,
  'double max(double,double)': Math.max,
  'double min(double,double)': Math.min,
  'double pow(double,double)': (a: number, b: number) =>
    Math.abs(a) === 1 && Math.abs(b) === Infinity ? Number.NaN : javaPow(a, b),
  'long round(double)': roundHalfUp,
};

const table = (name: string, more: Readonly<Record<string, Implementation>>): ClassTable => ({
  name,
  constants: { 'double E': Math.E, 'double PI': Math.PI },
  statics: { ...MATH_STATICS, ...more },
});

export const math: readonly ClassTable[] = [
  table('java.lang.Math', {}),
  table('java.lang.StrictMath', { 'double exp(double)': strictExp }),
];
