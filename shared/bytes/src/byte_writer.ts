/**
 * Builds bytes front to back in a buffer that doubles. Fixed-width numbers are little-endian;
 * varints are LEB128 (7 bits a byte, least significant first); zigzag folds the sign into bit 0 so
 * that small negative numbers stay short.
 */
import { utf8Length } from './utf8.js';

const encoder = new TextEncoder();

/** Limit of texts written unit by unit, whose length takes one byte. */
const SHORT = 32;

export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(initialCapacity = 256) {
    this.#bytes = new Uint8Array(Math.max(16, initialCapacity));
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  u16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.#length, value, true);
    this.#length += 2;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  u64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#length, BigInt.asUintN(64, value), true);
    this.#length += 8;
  }

  f64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A non-negative integer up to 2^53 - 1; 1 to 8 bytes. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A signed integer of magnitude up to 2^52 - 1. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes the length as a varint, then the bytes. */
  byteArray(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /** Writes the UTF-8 length as a varint, then the text. */
  string(text: string): void {
    if (text.length <= SHORT && this.#shortAscii(text)) return;
    const size = utf8Length(text);
    this.varint(size);
    this.#reserve(size);
    if (size > 0) encoder.encodeInto(text, this.#bytes.subarray(this.#length));
    this.#length += size;
  }

  /**
   * Writes a short text, for which a call of the encoder would cost more. Returns false, and writes
   * nothing, when it is not ASCII.
   */
  #shortAscii(text: string): boolean {
    const { length } = text;
    this.#reserve(1 + length);
    const to = this.#bytes;
    const at = this.#length + 1;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return false;
      to[at + i] = unit;
    }
    to[at - 1] = length;
    this.#length = at + length;
    return true;
  }

  /** Writes zero bytes up to the next multiple of `alignment`. */
  align(alignment: number): void {
    const padding = (alignment - (this.#length % alignment)) % alignment;
    this.#reserve(padding);
    this.#bytes.fill(0, this.#length, this.#length + padding);
    this.#length += padding;
  }

  /** The bytes written so far: a view, valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of exactly the written bytes. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Forgets the content and keeps the buffer. */
  reset(): void {
    this.#length = 0;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.view());
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
