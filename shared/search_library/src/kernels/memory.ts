/**
 * The memory of an arena and WebAssembly's arithmetic, for kernels that run as plain JavaScript.
 * Compiled kernels use `kernels/memory.ts` instead: the same names, each a single instruction.
 * Addresses are bytes from the start of the arena, little-endian.
 */
/// <reference path="./assembly.d.ts" />

let view: DataView<ArrayBufferLike> = new DataView(new ArrayBuffer(0));
let bytes: Uint8Array<ArrayBufferLike> = new Uint8Array(0);

/** Sets the memory that the kernels work on. */
export function useMemory(buffer: SharedArrayBuffer): void {
  if (view.buffer === buffer) return;
  view = new DataView(buffer);
  bytes = new Uint8Array(buffer);
}

export function u8At(address: u32): i32 {
  return bytes[address];
}

/** Reads a signed byte. */
export function i8At(address: u32): i32 {
  return view.getInt8(address);
}

/** Reads a signed 16-bit number. */
export function i16At(address: u32): i32 {
  return view.getInt16(address, true);
}

export function i32At(address: u32): i32 {
  return view.getInt32(address, true);
}

export function u32At(address: u32): u32 {
  return view.getUint32(address, true);
}

export function f32At(address: u32): f32 {
  return view.getFloat32(address, true);
}

export function f64At(address: u32): f64 {
  return view.getFloat64(address, true);
}

export function setU8(address: u32, value: i32): void {
  bytes[address] = value;
}

export function setI16(address: u32, value: i32): void {
  view.setInt16(address, value, true);
}

export function setI32(address: u32, value: i32): void {
  view.setInt32(address, value, true);
}

export function setF32(address: u32, value: f32): void {
  view.setFloat32(address, value, true);
}

export function setF64(address: u32, value: f64): void {
  view.setFloat64(address, value, true);
}

export function fill(address: u32, value: i32, length: i32): void {
  bytes.fill(value, address, address + length);
}

export function copy(to: u32, from: u32, length: i32): void {
  bytes.copyWithin(to, from, from + length);
}

/** Float32 arithmetic, rounded like a single instruction of WebAssembly. */
export function addF(a: f32, b: f32): f32 {
  return Math.fround(a + b);
}

export function subF(a: f32, b: f32): f32 {
  return Math.fround(a - b);
}

export function mulF(a: f32, b: f32): f32 {
  return Math.fround(a * b);
}

export function divF(a: f32, b: f32): f32 {
  return Math.fround(a / b);
}

export function toF32(value: f64): f32 {
  return Math.fround(value);
}

export function toF64(value: f32): f64 {
  return value;
}

export function intToF32(value: i32): f32 {
  return Math.fround(value);
}

/** Converts an unsigned 32-bit number. */
export function wordToF64(value: u32): f64 {
  return value >>> 0;
}

export function popcount(word: i32): i32 {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of trailing zero bits; 32 for 0. */
export function trailingZeros(word: i32): i32 {
  return word === 0 ? 32 : 31 - Math.clz32(word & -word);
}

/** Ends the call because the data is damaged. */
export function damaged(): void {
  throw new RangeError('postings reach beyond what holds them');
}

/** Value `index` of the packed values of `bits` bits that start at `address`. */
export function packedAt(address: u32, bits: i32, index: i32): i32 {
  if (bits === 0) return 0;
  const first = index * bits;
  const at = address + Math.floor(first / 8);
  const shift = first & 7;
  const low = view.getUint32(at, true) >>> shift;
  const high = shift === 0 ? 0 : view.getUint8(at + 4) << (32 - shift);
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  return (low | high) & mask;
}
