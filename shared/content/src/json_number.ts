const MINUS = 0x2d;

/** The integer whose digits these are; at most 15 of them and a sign. */
export function smallInteger(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  let value = 0;
  for (let at = negative ? start + 1 : start; at < end; at++) {
    value = value * 10 + ((bytes[at] as number) - 0x30);
  }
  return negative ? -value : value;
}
