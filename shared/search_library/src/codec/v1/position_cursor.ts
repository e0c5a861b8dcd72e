/** Reads the position deltas of one document after another, packed or as varints. */
import { damagedPostings } from './damaged_postings.js';
import { packedPosition } from './position_packing.js';

export class PositionCursor {
  readonly #bytes: Uint8Array;
  #offset = 0;
  /** Bits per packed position; -1: varints. */
  #bits = -1;
  #index = 0;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  seekVarints(offset: number): void {
    this.#offset = offset;
    this.#bits = -1;
    this.#position = 0;
  }

  seekPacked(offset: number, bits: number): void {
    this.#offset = offset;
    this.#bits = bits;
    this.#index = 0;
    this.#position = 0;
  }

  /** Starts the next document, whose positions count from zero. */
  startDoc(): void {
    this.#position = 0;
  }

  next(): number {
    const packed = this.#bits >= 0;
    this.#position += packed
      ? packedPosition(this.#bytes, this.#offset, this.#bits, this.#index++)
      : this.#varint();
    return this.#position;
  }

  /** Skips `count` values. A varint ends with a byte below 0x80. */
  skip(count: number): void {
    if (this.#bits >= 0) {
      this.#index += count;
      return;
    }
    const bytes = this.#bytes;
    let offset = this.#offset;
    for (let left = count; left > 0 && offset < bytes.length; ) if (bytes[offset++] < 0x80) left--;
    this.#offset = offset;
  }

  /** A damaged frequency asks for up to four billion positions. */
  #varint(): number {
    if (this.#offset >= this.#bytes.length) throw damagedPostings('more positions than bytes');
    let byte = this.#bytes[this.#offset++];
    let delta = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
      byte = this.#bytes[this.#offset++];
      delta |= (byte & 0x7f) << shift;
    }
    return delta;
  }
}
