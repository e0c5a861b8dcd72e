/**
 * How blocks of stored documents are compressed. `lz4` has small blocks and a dictionary: one document is read in microseconds. `zstd` has
 * larger ones and takes about a quarter less disk.
 *
 * The dictionary of a segment is the beginning of its own documents, so it takes no room: the blocks that hold it are compressed without
 * one, those after them against it.
 */
import {
  borrowLz4,
  compress,
  compressLz4,
  decompress,
  decompressLz4,
  LZ4_WINDOW_BYTES,
} from '@skein/bytes';

export type StoredCompression = 'lz4' | 'zstd';

export interface BlockCompression {
  readonly name: StoredCompression;
  /** Says in the segment which one it is. */
  readonly code: number;
  /** A block is closed when it has reached this size; one document may make it larger. */
  readonly blockBytes: number;
  /** Documents' bytes at the beginning of a segment that the later blocks are compressed against. */
  readonly dictionaryBytes: number;
  compress(block: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array;
  decompress(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): Uint8Array;
  /** As `decompress`, valid until the next call of this thread. */
  borrow(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): Uint8Array;
}

const LZ4_BLOCK_BYTES = 16 * 1024;

const lz4: BlockCompression = {
  name: 'lz4',
  code: 1,
  blockBytes: LZ4_BLOCK_BYTES,
  dictionaryBytes: LZ4_WINDOW_BYTES - LZ4_BLOCK_BYTES,
  compress: compressLz4,
  decompress: decompressLz4,
  borrow: borrowLz4,
};

const zstd: BlockCompression = {
  name: 'zstd',
  code: 2,
  blockBytes: 32 * 1024,
  dictionaryBytes: 0,
  compress: (block) => compress(block),
  decompress: (packed, length) => decompress(packed, length),
  borrow: (packed, length) => decompress(packed, length),
};

export const STORED_COMPRESSIONS: Readonly<Record<StoredCompression, BlockCompression>> = {
  lz4,
  zstd,
};

export function compressionOf(code: number): BlockCompression | undefined {
  return Object.values(STORED_COMPRESSIONS).find((compression) => compression.code === code);
}
