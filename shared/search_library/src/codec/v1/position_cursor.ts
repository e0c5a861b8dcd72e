/** Position deltas of one document after another. */
export class PositionCursor {
  readonly #bytes: Uint8Array;
  #offset = 0;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  seek(offset: number): void {
    this.#offset = offset;
    this.#position = 0;
  }

  /** The next document's positions start from zero. */
  startDoc(): void {
    this.#position = 0;
  }

  next(): number {
    let byte = this.#bytes[this.#offset++];
    let delta = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#offset++];
      delta |= (byte & 0x7f) << shift;
    }
    this.#position += delta;
    return this.#position;
  }

  /** Passes over `count` values: each ends with a byte below 0x80. */
  skip(count: number): void {
    const bytes = this.#bytes;
    let offset = this.#offset;
    for (let left = count; left > 0; ) if (bytes[offset++] < 0x80) left--;
    this.#offset = offset;
  }
}
