/** Positions of a block: value after value, `bits` bits each, least significant first, so that any of them can be read alone. */
import type { GrowableBytes } from '../growable.js';

export function packPositions(values: Uint32Array, bits: number, out: GrowableBytes): void {
  const bytes = new Uint8Array(Math.ceil((values.length * bits) / 8));
  for (let i = 0; i < values.length; i++) {
    let rest = values[i];
    for (let bit = i * bits, left = bits; left > 0; ) {
      const taken = Math.min(left, 8 - (bit & 7));
      bytes[Math.floor(bit / 8)] |= (rest & ((1 << taken) - 1)) << (bit & 7);
      rest = taken === 32 ? 0 : rest >>> taken;
      bit += taken;
      left -= taken;
    }
  }
  out.append(bytes);
}

/** Value `index` of those that start at byte `start`. */
export function packedPosition(
  bytes: Uint8Array,
  start: number,
  bits: number,
  index: number,
): number {
  let value = 0;
  const first = index * bits;
  for (let done = 0; done < bits; ) {
    const bit = first + done;
    const taken = Math.min(bits - done, 8 - (bit & 7));
    const part = (bytes[start + Math.floor(bit / 8)] >>> (bit & 7)) & ((1 << taken) - 1);
    value += part * 2 ** done;
    done += taken;
  }
  return value;
}
