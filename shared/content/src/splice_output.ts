/** JSON put together from ranges of a source, which stay as they stand, and punctuation between them. */

export const PUNCTUATION = {
  openObject: 0x7b,
  closeObject: 0x7d,
  openArray: 0x5b,
  closeArray: 0x5d,
  comma: 0x2c,
  colon: 0x3a,
} as const;
/** In place of a range's end. */
const CHARACTER = -1;

/** Output made of ranges of the source and single characters between them; can be taken back to a mark. */
export class SpliceOutput {
  readonly #source: Uint8Array;
  /** Start and end of each range; a single character has its code and -1. */
  readonly #pieces: number[] = [];

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  character(code: number): void {
    this.#pieces.push(code, CHARACTER);
  }

  copy(start: number, end: number): void {
    this.#pieces.push(start, end);
  }

  mark(): number {
    return this.#pieces.length;
  }

  reset(mark: number): void {
    this.#pieces.length = mark;
  }

  finish(): Uint8Array {
    const output = new Uint8Array(this.#lengthBytes());
    let at = 0;
    for (let i = 0; i < this.#pieces.length; i += 2) {
      const [start = 0, end = 0] = [this.#pieces[i], this.#pieces[i + 1]];
      if (end === CHARACTER) output[at++] = start;
      else {
        output.set(this.#source.subarray(start, end), at);
        at += end - start;
      }
    }
    return output;
  }

  #lengthBytes(): number {
    let length = 0;
    for (let i = 0; i < this.#pieces.length; i += 2) {
      const [start = 0, end = 0] = [this.#pieces[i], this.#pieces[i + 1]];
      length += end === CHARACTER ? 1 : end - start;
    }
    return length;
  }
}
