/**
 * FNV-1a of 32 bits (draft-eastlake-fnv). A loop that reads the bytes for another reason takes the
 * steps itself, from `FNV_START` on.
 */
export const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The hash of the bytes before, with one more byte. */
export function fnvStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}

/** The hash of `bytes[start … end)`, a signed integer. */
export function fnv1a(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_START;
  for (let i = start; i < end; i++) hash = fnvStep(hash, bytes[i]);
  return hash;
}
