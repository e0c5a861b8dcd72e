/**
 * The trace a power cut leaves in bytes that were being written. A disk writes whole sectors, which lie at multiples of their size; one that was not written
 * reads as zeros, for there was nothing in the file before. So a loss shows as a whole cell of zeros, where there were none; a flipped bit or a
 * scribble does not. How many cells are nearly all zeros as they are written is counted beside them (`FaintCells`): with more cells of zeros than
 * that, one was lost.
 */
import type { FileWindow } from './file_window.js';

/** Divides every size of a sector, and every place where a sync of format version 3 begins. */
export const CELL_BYTES = 64;
/** In format version 2 a sync began anywhere: the cells are the smallest sectors, of which only a part may belong to it. */
export const SECTOR_BYTES = 512;
/** Fewer bytes of a cell say nothing. */
const MIN_PART_BYTES = 16;
/** A cell with fewer bytes that are not zero is faint. */
const BRIGHT_BYTES = 8;

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

function brightBytes(
  bytes: Uint8Array,
  start: number,
  { end, found }: { readonly end: number; readonly found: number },
): number {
  let count = found;
  for (let at = start; at < end && count < BRIGHT_BYTES; at++) if (bytes[at] !== 0) count++;
  return count;
}

/** How many cells between two places of a file, of which the first may begin and the last may end in one, are zeros. */
export function emptyCells(
  window: FileWindow,
  { from, to }: { readonly from: number; readonly to: number },
  cellBytes: number,
): number {
  let count = 0;
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / cellBytes) + 1) * cellBytes);
    const part = window.read(at, end - at);
    if (part !== undefined && part.length >= MIN_PART_BYTES && isEmpty(part)) count++;
    at = end;
  }
  return count;
}

function isEmpty(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}
