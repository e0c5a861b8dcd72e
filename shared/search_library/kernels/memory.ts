/** The AssemblyScript version of `src/kernels/memory.ts`, which documents the functions. */

// @ts-nocheck
export function u8At(address: u32): i32 {
  return <i32>load<u8>(address);
}

export function i8At(address: u32): i32 {
  return <i32>load<i8>(address);
}

export function i16At(address: u32): i32 {
  return <i32>load<i16>(address);
}

export function i32At(address: u32): i32 {
  return load<i32>(address);
}

export function u32At(address: u32): u32 {
  return load<u32>(address);
}

export function f32At(address: u32): f32 {
  return load<f32>(address);
}

export function f64At(address: u32): f64 {
  return load<f64>(address);
}

export function setU8(address: u32, value: i32): void {
  store<u8>(address, <u8>value);
}

export function setI16(address: u32, value: i32): void {
  store<i16>(address, <i16>value);
}

export function setI32(address: u32, value: i32): void {
  store<i32>(address, value);
}

export function setF32(address: u32, value: f32): void {
  store<f32>(address, value);
}

export function setF64(address: u32, value: f64): void {
  store<f64>(address, value);
}

export function fill(address: u32, value: i32, length: i32): void {
  memory.fill(address, <u8>value, length);
}

export function copy(to: u32, from: u32, length: i32): void {
  memory.copy(to, from, length);
}

export function addF(a: f32, b: f32): f32 {
  return a + b;
}

export function subF(a: f32, b: f32): f32 {
  return a - b;
}

export function mulF(a: f32, b: f32): f32 {
  return a * b;
}

export function divF(a: f32, b: f32): f32 {
  return a / b;
}

export function toF32(value: f64): f32 {
  return <f32>value;
}

export function toF64(value: f32): f64 {
  return <f64>value;
}

export function intToF32(value: i32): f32 {
  return <f32>value;
}

export function wordToF64(value: u32): f64 {
  return <f64>value;
}

export function popcount(word: i32): i32 {
  return popcnt<i32>(word);
}

export function trailingZeros(word: i32): i32 {
  return ctz<i32>(word);
}

/** Ends the call because the data is damaged. */
export function damaged(): void {
  unreachable();
}

export function packedAt(address: u32, bits: i32, index: i32): i32 {
  const first: i64 = <i64>index * <i64>bits;
  const word = load<u64>(address + <u32>(first >> 3)) >> <u64>(first & 7);
  return <i32>(word & ((<u64>1 << <u64>bits) - 1));
}
