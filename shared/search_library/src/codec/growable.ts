/**
 * Typed arrays that double when full. The index buffer and the codec's writers accumulate values in
 * them without an object per value. An outgrown buffer is freed at once.
 */
import { freeMemory } from './free_memory.js';

export class GrowableU32 {
  array: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 16) {
    this.array = new Uint32Array(capacity);
  }

  /** A list that takes over the memory of these values; without values, an empty list. */
  static of(values: Uint32Array<ArrayBuffer> | undefined): GrowableU32 {
    if (values === undefined) return new GrowableU32();
    const list = new GrowableU32(0);
    list.array = values;
    list.length = values.length;
    return list;
  }

  push(value: number): void {
    if (this.length === this.array.length) this.#grow(this.length + 1);
    this.array[this.length++] = value;
  }

  /** Makes room for `count` more values; the caller writes into `array` and advances `length`. */
  reserve(count: number): void {
    if (this.length + count > this.array.length) this.#grow(this.length + count);
  }

  append(values: Uint32Array): void {
    this.reserve(values.length);
    this.array.set(values, this.length);
    this.length += values.length;
  }

  view(): Uint32Array<ArrayBuffer> {
    return this.array.subarray(0, this.length);
  }

  get capacityBytes(): number {
    return this.array.byteLength;
  }

  /** Frees the memory and leaves the array empty. */
  release(): void {
    freeMemory(this.array);
    this.array = new Uint32Array(0);
    this.length = 0;
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, this.array.length * 2);
    this.array = new Uint32Array(this.array.buffer.transfer(capacity * 4));
  }
}

export class GrowableF64 {
  array: Float64Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 16) {
    this.array = new Float64Array(capacity);
  }

  /** See `GrowableU32.of`. */
  static of(values: Float64Array<ArrayBuffer> | undefined): GrowableF64 {
    if (values === undefined) return new GrowableF64();
    const list = new GrowableF64(0);
    list.array = values;
    list.length = values.length;
    return list;
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const capacity = Math.max(16, this.array.length * 2);
      this.array = new Float64Array(this.array.buffer.transfer(capacity * 8));
    }
    this.array[this.length++] = value;
  }

  /** Frees the memory and leaves the array empty. */
  release(): void {
    freeMemory(this.array);
    this.array = new Float64Array(0);
    this.length = 0;
  }

  view(): Float64Array<ArrayBuffer> {
    return this.array.subarray(0, this.length);
  }

  get capacityBytes(): number {
    return this.array.byteLength;
  }
}

/** Ranges of up to this many bytes are copied in a loop. */
const BY_HAND = 32;

export class GrowableBytes {
  array: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 64) {
    this.array = new Uint8Array(capacity);
  }

  /** See `GrowableU32.of`. */
  static of(bytes: Uint8Array<ArrayBuffer> | undefined): GrowableBytes {
    if (bytes === undefined) return new GrowableBytes();
    const list = new GrowableBytes(0);
    list.array = bytes;
    list.length = bytes.length;
    return list;
  }

  /** Makes room for `count` more bytes; the caller writes into `array` and advances `length`. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.array.length) return;
    const capacity = Math.max(needed, this.array.length * 2);
    this.array = new Uint8Array(this.array.buffer.transfer(capacity));
  }

  /** Frees the memory and leaves the array empty. */
  release(): void {
    freeMemory(this.array);
    this.array = new Uint8Array(0);
    this.length = 0;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.array.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends `bytes[start … end)`. Short ranges are copied in a loop, since a view costs more. */
  appendRange(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > BY_HAND) {
      this.append(bytes.subarray(start, end));
      return;
    }
    this.reserve(end - start);
    const target = this.array;
    let at = this.length;
    for (let i = start; i < end; i++) target[at++] = bytes[i];
    this.length = at;
  }

  /** Appends 4 bytes, little-endian. */
  u32(value: number): void {
    this.reserve(4);
    this.array[this.length++] = value;
    this.array[this.length++] = value >>> 8;
    this.array[this.length++] = value >>> 16;
    this.array[this.length++] = value >>> 24;
  }

  /** Appends a value below 2^32 as LEB128. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.array[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.array[this.length++] = rest;
  }

  view(): Uint8Array<ArrayBuffer> {
    return this.array.subarray(0, this.length);
  }

  get capacityBytes(): number {
    return this.array.byteLength;
  }
}
