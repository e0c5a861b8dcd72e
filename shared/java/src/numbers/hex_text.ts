/** `Double.toHexString`: the bits of a number as hexadecimal digits and a power of two. */
import { doubleText } from './number_text.js';

const scratch = new DataView(new ArrayBuffer(8));

function doubleBits(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}

/** The value of a subnormal number as a multiple of the smallest step. */
function subnormalDigits(value: number, lowest: number): bigint {
  const half = 2 ** Math.ceil(lowest / 2);
  return BigInt(Math.abs(value) / half / 2 ** Math.floor(lowest / 2));
}

/** `0x1.8p1`: `fraction` is the number of fraction bits of the type's normal numbers. */
export function hexText(value: number, fraction: number): string {
  if (!Number.isFinite(value)) return doubleText(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0x0.0p0`;
  const lowest = fraction === 52 ? -1022 : -126;
  const bits = BigInt.asUintN(63, doubleBits(value));
  const exponent = Number(bits >> 52n) - 1023;
  if (exponent < lowest) {
    const scaled = subnormalDigits(value, lowest - fraction);
    return `${sign}0x0.${hexDigits(scaled, fraction)}p${lowest}`;
  }
  const mantissa = BigInt.asUintN(52, bits) >> BigInt(52 - fraction);
  return `${sign}0x1.${hexDigits(mantissa, fraction)}p${exponent}`;
}

function hexDigits(mantissa: bigint, bits: number): string {
  const width = Math.ceil(bits / 4);
  const aligned = mantissa << BigInt(width * 4 - bits);
  const digits = aligned.toString(16).padStart(width, '0').replace(/0+$/, '');
  return digits === '' ? '0' : digits;
}
