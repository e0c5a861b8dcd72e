/**
 * The positions of a block: values of `bits` bits each, least significant first, so that each can
 * be read alone.
 */
import type { GrowableBytes, GrowableU32 } from '../growable.js';
import { damagedPostings } from './damaged_postings.js';

/** Values of up to this many bits, plus the used bits of a byte, fit into one 32-bit operation. */
const QUICK_BITS = 25;

export function packPositions(values: Uint32Array, bits: number, out: GrowableBytes): void {
  if (bits <= QUICK_BITS) {
    packQuickly(values, bits, out);
    return;
  }
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

/** Reads value `index` of those that start at byte `start`. */
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

function packQuickly(values: Uint32Array, bits: number, out: GrowableBytes): void {
  out.reserve(Math.ceil((values.length * bits) / 8));
  const { array } = out;
  let at = out.length;
  let word = 0;
  let filled = 0;
  for (let i = 0; i < values.length; i++) {
    word |= values[i] << filled;
    filled += bits;
    for (; filled >= 8; filled -= 8) {
      array[at++] = word;
      word >>>= 8;
    }
  }
  if (filled > 0) array[at++] = word;
  out.length = at;
}

/** Appends the first `count` values from byte `start` on. The caller has checked their number. */
export function appendPacked(
  bytes: Uint8Array,
  { start, bits, count }: { readonly start: number; readonly bits: number; readonly count: number },
  out: GrowableU32,
): void {
  if (bits > QUICK_BITS) {
    for (let i = 0; i < count; i++) out.push(packedPosition(bytes, start, bits, i));
    return;
  }
  out.reserve(count);
  const { array } = out;
  const mask = 2 ** bits - 1;
  let to = out.length;
  let at = start;
  let word = 0;
  let filled = 0;
  for (let i = 0; i < count; i++) {
    for (; filled < bits; filled += 8) word |= bytes[at++] << filled;
    array[to++] = word & mask;
    word >>>= bits;
    filled -= bits;
  }
  out.length = to;
}

/** Appends `count` varints of at most five bytes; returns the offset after them. */
export function appendVarints(
  bytes: Uint8Array,
  start: number,
  count: number,
  out: GrowableU32,
): number {
  if (!(start + count <= bytes.length)) throw damagedPostings('more positions than bytes');
  let at = start;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++];
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
      byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
    }
    out.push(value);
  }
  return at;
}
