/** Typed arrays that double when full: the accumulators of the index buffer and the codec's writers. No object per value. */

export class GrowableU32 {
  array: Uint32Array;
  length = 0;

  constructor(capacity = 16) {
    this.array = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.array.length) this.#grow(this.length + 1);
    this.array[this.length++] = value;
  }

  append(values: Uint32Array): void {
    if (this.length + values.length > this.array.length) this.#grow(this.length + values.length);
    this.array.set(values, this.length);
    this.length += values.length;
  }

  view(): Uint32Array {
    return this.array.subarray(0, this.length);
  }

  get capacityBytes(): number {
    return this.array.byteLength;
  }

  #grow(needed: number): void {
    const grown = new Uint32Array(Math.max(needed, this.array.length * 2));
    grown.set(this.array);
    this.array = grown;
  }
}

export class GrowableF64 {
  array: Float64Array;
  length = 0;

  constructor(capacity = 16) {
    this.array = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const grown = new Float64Array(this.array.length * 2);
      grown.set(this.array);
      this.array = grown;
    }
    this.array[this.length++] = value;
  }

  view(): Float64Array {
    return this.array.subarray(0, this.length);
  }

  get capacityBytes(): number {
    return this.array.byteLength;
  }
}

export class GrowableBytes {
  array: Uint8Array;
  length = 0;

  constructor(capacity = 64) {
    this.array = new Uint8Array(capacity);
  }

  /** Makes room for `count` more bytes; the caller writes into `array` and moves `length`. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.array.length) return;
    const grown = new Uint8Array(Math.max(needed, this.array.length * 2));
    grown.set(this.array);
    this.array = grown;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.array.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** LEB128, values below 2^32. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.array[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.array[this.length++] = rest;
  }

  view(): Uint8Array {
    return this.array.subarray(0, this.length);
  }

  get capacityBytes(): number {
    return this.array.byteLength;
  }
}
