/**
 * Compares in unsigned byte order, the order of UTF-8 terms: negative, zero or positive. A prefix
 * comes before longer sequences.
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a[i] - b[i];
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
