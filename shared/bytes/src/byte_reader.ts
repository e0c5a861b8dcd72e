/**
 * Reads the output of `ByteWriter`. Every read is checked against the end: damaged input throws
 * `RangeError`, which the owner of the format turns into its own error.
 */
import { utf8DecodeRange } from './utf8.js';

export class ByteReader {
  readonly #bytes: Uint8Array;
  #wide: DataView | undefined;
  #offset = 0;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  /** A view created on first use: most records are bytes and variable-length numbers. */
  get #view(): DataView {
    const { buffer, byteOffset, length } = this.#bytes;
    this.#wide ??= new DataView(buffer, byteOffset, length);
    return this.#wide;
  }

  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  seek(offset: number): void {
    this.#offset = offset;
  }

  u8(): number {
    const value = this.#bytes[this.#offset];
    if (value === undefined) throw new RangeError('a byte wanted, none left');
    this.#offset += 1;
    return value;
  }

  u16(): number {
    const value = this.#view.getUint16(this.#offset, true);
    this.#offset += 2;
    return value;
  }

  u32(): number {
    const value = this.#view.getUint32(this.#offset, true);
    this.#offset += 4;
    return value;
  }

  u64(): bigint {
    const value = this.#view.getBigUint64(this.#offset, true);
    this.#offset += 8;
    return value;
  }

  i64(): bigint {
    return BigInt.asIntN(64, this.u64());
  }

  f64(): number {
    const value = this.#view.getFloat64(this.#offset, true);
    this.#offset += 8;
    return value;
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      factor *= 128;
      if (factor > Number.MAX_SAFE_INTEGER) throw new RangeError('varint is too long');
    }
    return value;
  }

  zigzag(): number {
    const folded = this.varint();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  /** A view of the next `length` bytes. */
  raw(length: number): Uint8Array {
    const start = this.#pass(length);
    return this.#bytes.subarray(start, start + length);
  }

  byteArray(): Uint8Array {
    return this.raw(this.varint());
  }

  string(): string {
    const length = this.varint();
    const start = this.#pass(length);
    return utf8DecodeRange(this.#bytes, start, start + length);
  }

  /** Skips the next `length` bytes and returns their start. */
  #pass(length: number): number {
    if (length > this.remaining) {
      throw new RangeError(`[${length}] bytes wanted, [${this.remaining}] left`);
    }
    const start = this.#offset;
    this.#offset += length;
    return start;
  }

  align(alignment: number): void {
    this.#offset = Math.ceil(this.#offset / alignment) * alignment;
  }
}
