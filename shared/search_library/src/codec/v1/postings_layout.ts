/** Where things stand in the postings of a term, for writer, readers and kernels alike. FILE_FORMATS.md, "postings". */

export const BLOCK_DOCS = 128;

/** Terms of more documents than this part of the segment keep their documents as a bit set. */
export const DENSE_PART = 24;

/** Terms a group of the term index. */
export const GROUP_TERMS = 32;

/** Positions of a lone document up to so many stand in the term index itself. */
export const INLINE_POSITIONS = 4;

/** Where the positions of a block take no bits, as all are 0, its frequencies less 1 take at most so many: bytes do not bound them. */
export const FREE_FREQ_BITS = 8;

/** A block's entry, in bytes from its start. */
export const ENTRY = {
  lastDoc: 0,
  dataStart: 4,
  /** Smallest norm of the documents with freq 1, 2, 3, and 4 or more; 255 for none. */
  norms: 8,
  /** 255: that or more. */
  maxFreq: 12,
  docBits: 13,
  freqBits: 14,
  positionBits: 15,
  positionsStart: 16,
} as const;
const ENTRY_BYTES = 16;
const ENTRY_BYTES_WITH_POSITIONS = 20;

/** Blocks a superblock; its entry is the smallest norms and the greatest freq, as in the entry of a block. */
export const SUPERBLOCK_BLOCKS = 32;
export const SUPER_ENTRY_BYTES = 8;

/** Frequencies 1, 2, 3 and all above have a smallest norm of their own in each block, which bounds scores closely. */
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
