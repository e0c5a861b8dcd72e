/**
 * Maps offsets of a rewritten text to the original. Corrections are kept in the order of the text
 * and found by bisection.
 */
class OffsetMap {
  readonly #from: number[] = [];
  readonly #shift: number[] = [];

  /** From `offset` of the new text on, the original is `shift` further. */
  add(offset: number, shift: number): void {
    const last = this.#from.length - 1;
    if (last >= 0 && this.#from[last] === offset) {
      this.#shift[last] = shift;
      return;
    }
    this.#from.push(offset);
    this.#shift.push(shift);
  }

  correct(offset: number): number {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#from[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? offset : offset + this.#shift[low - 1];
  }
}

/** Builds a rewritten text piece by piece, together with its offset map. */
export class TextRewriter {
  readonly #map = new OffsetMap();
  #text = '';
  /** Characters of the original consumed so far. */
  #read = 0;

  keep(piece: string): void {
    this.#text += piece;
    this.#read += piece.length;
  }

  replace(length: number, replacement: string): void {
    const start = this.#text.length;
    const shift = this.#read - start;
    this.#text += replacement;
    this.#read += length;
    const after = this.#read - this.#text.length;
    if (after === shift) return;
    if (after > shift) {
      this.#map.add(this.#text.length, after);
      return;
    }
    // The replacement is longer than the original: each extra character maps to the last character
    // of the original.
    for (let extra = length; extra < replacement.length; extra++) {
      this.#map.add(start + extra, shift - (extra - length) - 1);
    }
    this.#map.add(this.#text.length, after);
  }

  finish(): { text: string; correct: (offset: number) => number } {
    const map = this.#map;
    return { text: this.#text, correct: (offset) => map.correct(offset) };
  }
}
