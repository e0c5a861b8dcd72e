/** The AssemblyScript version of `src/kernels/bytes.ts`, which documents the functions. */

// @ts-nocheck
export function bytesUpTo(address: u32, limit: i32): i32 {
  const most = i8x16.splat(<i8>limit);
  const low = i8x16.bitmask(v128.le<u8>(v128.load(address), most));
  return low | (i8x16.bitmask(v128.le<u8>(v128.load(address, 16), most)) << 16);
}

export function findByte(from: u32, end: u32, byte: i32): u32 {
  const wanted = i8x16.splat(<i8>byte);
  for (let at = from; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found !== 0) return min<u32>(at + ctz<i32>(found), end);
  }
  return end;
}

export function fillShorts(target: u32, value: i32, count: i32): void {
  const values = i16x8.splat(<i16>value);
  for (let i = 0; i < count; i += 8) v128.store(target + 2 * i, values);
}
