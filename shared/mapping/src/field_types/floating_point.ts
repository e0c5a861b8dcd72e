/**
 * Neighbors and rounding of the three floating-point widths. Columns hold all of them as doubles.
 */

const buffer = new DataView(new ArrayBuffer(8));

/** The next larger double. */
export function nextDouble(value: number): number {
  if (value === Infinity || Number.isNaN(value)) return value;
  if (value === 0) return Number.MIN_VALUE;
  buffer.setFloat64(0, value);
  const bits = buffer.getBigInt64(0);
  buffer.setBigInt64(0, value > 0 ? bits + 1n : bits - 1n);
  return buffer.getFloat64(0);
}

/** The next larger float32; `value` must be one. */
export function nextFloat(value: number): number {
  if (value === Infinity || Number.isNaN(value)) return value;
  buffer.setFloat32(0, value === 0 ? 0 : value);
  const bits = buffer.getInt32(0);
  buffer.setInt32(0, value >= 0 ? bits + 1 : bits - 1);
  return buffer.getFloat32(0);
}

const HALF_MAX = 65_504;

/** The nearest half-precision number, ties to even (IEEE 754 binary16). */
export function roundToHalf(value: number): number {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value) || value === 0) return value;
  if (magnitude >= HALF_MAX + 16) return value < 0 ? -Infinity : Infinity;
  const exponent = Math.max(Math.floor(Math.log2(magnitude)), -14);
  const step = 2 ** (exponent - 10);
  return Math.sign(value) * roundHalfEven(magnitude / step) * step;
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

/** The next larger half-precision number; `value` must be one. */
export function nextHalf(value: number): number {
  if (value === Infinity || Number.isNaN(value)) return value;
  if (value === -Infinity) return -HALF_MAX;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value) || 2 ** -14)), -14);
  const atPower = value < 0 && Math.abs(value) === 2 ** exponent && exponent > -14;
  const step = 2 ** (exponent - 10 - (atPower ? 1 : 0));
  const next = value + step;
  return next > HALF_MAX ? Infinity : next;
}
