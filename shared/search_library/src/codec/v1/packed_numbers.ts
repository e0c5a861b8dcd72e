/**
 * An array of numbers in the narrowest form that returns each one exactly:
 * - integers within ±2^53: `min + gcd * u8|u16|u32` when that fits, else IEEE doubles;
 * - integers beyond: signed or unsigned 64 bits, read as `bigint`;
 * - doubles: as integers when all are integers; as 32-bit floats when all survive the conversion
 *   bit for bit, -0 included; else as 64-bit floats.
 */
import { assert } from '@skein/base';
import type { SlotArray } from '../../index/segment_reader.js';
import { corruptIndex } from '../corrupt_index.js';
import type { OpenPart } from './segment_file.js';

/** Codes of the forms, part of the file format. */
const FORM = { u8: 0, u16: 1, u32: 2, f32: 3, f64: 4, i64: 5, u64: 6 } as const;

/** The numbers of a builder: doubles, and by index the exact values that no double can hold. */
export interface NumberList {
  readonly values: Float64Array;
  readonly wide: ReadonlyMap<number, bigint>;
}

/** `meta` is `[form, min, gcd]`. */
interface PackedNumbers {
  readonly meta: readonly [number, number, number];
  readonly section: ArrayBufferView;
}

export function packNumbers(list: NumberList, integral: boolean): PackedNumbers {
  if (list.wide.size > 0) return packWide(list);
  return integral ? packIntegers(list.values) : packDoubles(list.values);
}

function packWide({ values, wide }: NumberList): PackedNumbers {
  const exact = BigInt64Array.from(values, (value, i) =>
    BigInt.asIntN(64, wide.get(i) ?? BigInt(value)),
  );
  let unsigned = false;
  for (const value of wide.values()) unsigned ||= value >= 1n << 63n;
  if (unsigned) {
    const negative = values.some((value, i) => (wide.get(i) ?? value) < 0);
    assert(!negative, 'a column cannot hold negative values and values beyond 2^63 - 1');
  }
  return { meta: [unsigned ? FORM.u64 : FORM.i64, 0, 1], section: exact };
}

function packIntegers(values: Float64Array): PackedNumbers {
  if (values.length === 0) return { meta: [FORM.u8, 0, 1], section: new Uint8Array(0) };
  let min = values[0];
  let max = values[0];
  for (let i = 1; i < values.length; i++) {
    if (values[i] < min) min = values[i];
    if (values[i] > max) max = values[i];
  }
  if (max - min > Number.MAX_SAFE_INTEGER)
    return { meta: [FORM.f64, 0, 1], section: values.slice() };
  const gcd = commonDivisor(values, min);
  const range = (max - min) / gcd;
  if (range > 0xffffffff) return { meta: [FORM.f64, 0, 1], section: values.slice() };
  const [form, section] = narrowArray(values.length, range);
  for (let i = 0; i < values.length; i++) section[i] = (values[i] - min) / gcd;
  return { meta: [form, min, gcd], section };
}

function narrowArray(
  length: number,
  range: number,
): [number, Uint8Array | Uint16Array | Uint32Array] {
  if (range <= 0xff) return [FORM.u8, new Uint8Array(length)];
  if (range <= 0xffff) return [FORM.u16, new Uint16Array(length)];
  return [FORM.u32, new Uint32Array(length)];
}

function commonDivisor(values: Float64Array, min: number): number {
  let divisor = 0;
  for (let i = 0; i < values.length; i++) {
    let rest = values[i] - min;
    if (divisor !== 0) rest %= divisor;
    while (rest !== 0) {
      const next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    if (divisor === 1) return 1;
  }
  return divisor === 0 ? 1 : divisor;
}

function packDoubles(values: Float64Array): PackedNumbers {
  if (arePlainIntegers(values)) {
    const integers = packIntegers(values);
    if (integers.meta[0] !== FORM.f64) return integers;
  }
  if (areFloats(values)) return { meta: [FORM.f32, 0, 1], section: new Float32Array(values) };
  return { meta: [FORM.f64, 0, 1], section: values.slice() };
}

/** -0 is not a plain integer, since it would be read back as 0. */
function arePlainIntegers(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isSafeInteger(value) || (value === 0 && 1 / value < 0)) return false;
  }
  return true;
}

function areFloats(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Math.fround(value) !== value && !Number.isNaN(value)) return false;
  }
  return true;
}

type RawArray = SlotArray | BigInt64Array | BigUint64Array;

/** Reads packed numbers in place. */
export class NumberArray {
  readonly length: number;
  /** True if the values are 64-bit integers that a double may not hold. */
  readonly wide: boolean;
  readonly #raw: RawArray;
  readonly #min: number;
  readonly #gcd: number;

  constructor(raw: RawArray, min: number, gcd: number) {
    this.#raw = raw;
    this.#min = min;
    this.#gcd = gcd;
    this.length = raw.length;
    this.wide = raw instanceof BigInt64Array || raw instanceof BigUint64Array;
  }

  /** The i-th number; for a wide one the nearest double. */
  at(i: number): number {
    if (this.wide) return Number(this.#raw[i]);
    // Only a wide array holds bigints.
    return this.#min + this.#gcd * (this.#raw[i] as number);
  }

  /** The i-th number for exact comparison: a `bigint` only in wide arrays. */
  key(i: number): number | bigint {
    return this.wide ? this.#raw[i] : this.at(i);
  }

  exact(i: number): bigint {
    return BigInt(this.wide ? this.#raw[i] : Math.trunc(this.at(i)));
  }

  /** The stored form; `undefined` when wide. */
  plain(): { raw: SlotArray; min: number; gcd: number } | undefined {
    if (this.wide) return undefined;
    // As in `at`.
    return { raw: this.#raw as SlotArray, min: this.#min, gcd: this.#gcd };
  }
}

/** Opens packed numbers; the part's `meta` must start with the `meta` of `packNumbers`. */
export function openNumbers(part: OpenPart, section: number): NumberArray {
  const [form, min, gcd] = part.meta;
  return new NumberArray(rawArray(part, form, section), min, gcd);
}

function rawArray(part: OpenPart, form: number, section: number): RawArray {
  const { offset, length } = part.sections[section];
  switch (form) {
    case FORM.u8:
      return new Uint8Array(part.buffer, offset, length);
    case FORM.u16:
      return new Uint16Array(part.buffer, offset, length >>> 1);
    case FORM.u32:
      return new Uint32Array(part.buffer, offset, length >>> 2);
    case FORM.f32:
      return new Float32Array(part.buffer, offset, length >>> 2);
    case FORM.f64:
      return new Float64Array(part.buffer, offset, length >>> 3);
    case FORM.i64:
      return new BigInt64Array(part.buffer, offset, length >>> 3);
    case FORM.u64:
      return new BigUint64Array(part.buffer, offset, length >>> 3);
    default:
      throw corruptIndex(`unknown number form [${form}]`, part.name);
  }
}
