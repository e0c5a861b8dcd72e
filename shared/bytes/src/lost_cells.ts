/**
 * The trace a power cut leaves in bytes that were being appended. A disk writes whole sectors, which lie at multiples of their size; one that was not written
 * reads as zeros, for there was nothing in the file before. So a loss shows as a whole cell of zeros, where there were none; a flipped bit or a
 * scribble does not. Where a writer may write zeros itself it counts the cells that are nearly all zeros (`FaintCells`): with more cells
 * of zeros than that, one was lost.
 */

/** The smallest sector there is. Of one at either end only a part may belong to what was appended. */
export const SECTOR_BYTES = 512;
/** Divides every size of a sector: what begins and ends at multiples of it is lost in whole cells. */
export const CELL_BYTES = 64;
/** Fewer bytes of a cell say nothing. */
const MIN_PART_BYTES = 16;
/** A cell with fewer bytes that are not zero is faint. */
const BRIGHT_BYTES = 8;

/** How many cells of `bytes`, which lie at `offset` of their file, are zeros. */
export function emptyCells(bytes: Uint8Array, offset: number, cellBytes: number): number {
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + cellBytes - ((offset + at) % cellBytes));
    if (end - at >= MIN_PART_BYTES && isEmpty(bytes, at, end)) count++;
    at = end;
  }
  return count;
}

function isEmpty(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** Counts the faint cells of bytes that come piece by piece. */
export class FaintCells {
  #count = 0;
  /** Of the cell that is not complete. */
  #filled = 0;
  #bright = 0;

  get count(): number {
    return this.#count;
  }

  /** The next bytes begin a cell, and are counted from 0. */
  restart(): void {
    this.#count = 0;
    this.#filled = 0;
    this.#bright = 0;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + CELL_BYTES - this.#filled);
      this.#bright = brightBytes(bytes, at, { end, found: this.#bright });
      this.#filled += end - at;
      at = end;
      if (this.#filled === CELL_BYTES) this.#complete();
    }
  }

  #complete(): void {
    if (this.#bright < BRIGHT_BYTES) this.#count++;
    this.#filled = 0;
    this.#bright = 0;
  }
}

/** No more are counted than tell a cell that is not faint. */
function brightBytes(
  bytes: Uint8Array,
  start: number,
  { end, found }: { readonly end: number; readonly found: number },
): number {
  let count = found;
  for (let at = start; at < end && count < BRIGHT_BYTES; at++) if (bytes[at] !== 0) count++;
  return count;
}
