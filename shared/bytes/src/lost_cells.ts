/**
 * The trace that a power cut leaves in appended bytes. A disk writes whole sectors at multiples of
 * their size; a sector that was not written reads as zeros, since the file had no data there
 * before. So a loss shows as a whole cell of zeros where there was none; a flipped bit or a
 * scribble does not. A writer that may write zeros itself counts the cells that are nearly all
 * zeros (`FaintCells`): with more cells of zeros than that, one was lost.
 */

/**
 * The smallest sector size. The first and the last sector may belong only partly to the appended
 * data.
 */
export const SECTOR_BYTES = 512;
/**
 * Divides every sector size: data that begins and ends at multiples of it is lost in whole cells.
 */
export const CELL_BYTES = 64;
/** Fewer bytes of a cell prove nothing. */
const MIN_PART_BYTES = 16;
/** A cell with fewer nonzero bytes than this is faint. */
const BRIGHT_BYTES = 8;

/** Number of zero cells in `bytes`, which lie at `offset` of their file. */
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

/** Counts the faint cells of bytes that arrive in pieces. */
export class FaintCells {
  #count = 0;
  /** State of the incomplete cell. */
  #filled = 0;
  #bright = 0;

  get count(): number {
    return this.#count;
  }

  /** Starts again at 0; the next bytes begin a cell. */
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

/** Number of nonzero bytes, counted up to the number that makes a cell not faint. */
function brightBytes(
  bytes: Uint8Array,
  start: number,
  { end, found }: { readonly end: number; readonly found: number },
): number {
  let count = found;
  for (let at = start; at < end && count < BRIGHT_BYTES; at++) if (bytes[at] !== 0) count++;
  return count;
}
