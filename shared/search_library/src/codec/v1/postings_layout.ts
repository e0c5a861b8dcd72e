/**
 * The layout of a term's postings, for the writer, the readers and the kernels. FILE_FORMATS.md,
 * "postings".
 */

export const BLOCK_DOCS = 128;

/** A term in more than 1/24 of the segment's documents stores its documents as a bit set. */
export const DENSE_PART = 24;

/** Terms per group of the term index. */
export const GROUP_TERMS = 32;

/** Up to this many positions of a lone document are stored in the term index itself. */
export const INLINE_POSITIONS = 4;

/**
 * The most bits per frequency in a block whose positions are all 0 and take no bits. In other
 * blocks each position takes at least one bit, so the bytes present limit the frequencies of a
 * damaged file; here only this constant does.
 */
export const FREE_FREQ_BITS = 8;

/**
 * The fields of a block's entry, as offsets in bytes from the start of the entry. `dataStart` and
 * `positionsStart` hold offsets in bytes from the term's first entry.
 */
export const ENTRY = {
  lastDoc: 0,
  dataStart: 4,
  /** The smallest norm of the documents with freq 1, 2, 3, and 4 or more; 255: no document. */
  norms: 8,
  /** The greatest freq; 255: 255 or more. */
  maxFreq: 12,
  docBits: 13,
  freqBits: 14,
  positionBits: 15,
  positionsStart: 16,
} as const;
const ENTRY_BYTES = 16;
const ENTRY_BYTES_WITH_POSITIONS = 20;

/**
 * Blocks per superblock. The entry of a superblock has the smallest norms and the greatest freq of
 * its blocks, laid out as in the entry of a block.
 */
export const SUPERBLOCK_BLOCKS = 32;
export const SUPER_ENTRY_BYTES = 8;

/** The frequencies 1, 2, 3, and 4 or more: each has its smallest norm, for a tight score bound. */
export const FREQ_CLASSES = 4;
export const MAX_STORED_FREQ = 255;
/** No document of the block has a frequency of this class. */
export const NO_DOC = 255;

export function entryBytes(hasPositions: boolean): number {
  return hasPositions ? ENTRY_BYTES_WITH_POSITIONS : ENTRY_BYTES;
}

/** Bytes of the bit set of a dense term. */
export function bitSetBytes(maxDoc: number): number {
  return Math.ceil(maxDoc / 128) * 16;
}
