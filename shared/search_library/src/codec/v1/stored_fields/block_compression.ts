/**
 * The compression of stored documents. `lz4` has small blocks and a dictionary: reading one
 * document takes microseconds. `zstd` has larger blocks and takes about a quarter less disk.
 *
 * The dictionary of a segment is the beginning of its own documents, so it takes no extra space:
 * the blocks it consists of are compressed without a dictionary, later blocks with it.
 */
import {
  compress,
  compressLz4,
  decompress,
  decompressLz4,
  LZ4_WINDOW_BYTES,
  type OpenBlock,
  openLz4,
} from '@skein/bytes';

export type StoredCompression = 'lz4' | 'zstd';

export interface BlockCompression {
  readonly name: StoredCompression;
  /** Identifies the compression in the segment. */
  readonly code: number;
  /** A block is closed when it reaches this size; a single document may exceed it. */
  readonly blockBytes: number;
  /** Length of the dictionary at the beginning of a segment. */
  readonly dictionaryBytes: number;
  compress(block: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array;
  decompress(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): Uint8Array;
  /**
   * Like `decompress`, but the result is valid only until the next call in this thread, and may be
   * decompressed only as far as is asked for.
   */
  open(packed: Uint8Array, length: number, dictionary: Uint8Array | undefined): OpenBlock;
}

const LZ4_BLOCK_BYTES = 16 * 1024;

const lz4: BlockCompression = {
  name: 'lz4',
  code: 1,
  blockBytes: LZ4_BLOCK_BYTES,
  dictionaryBytes: LZ4_WINDOW_BYTES - LZ4_BLOCK_BYTES,
  compress: compressLz4,
  decompress: decompressLz4,
  open: openLz4,
};

const zstd: BlockCompression = {
  name: 'zstd',
  code: 2,
  blockBytes: 32 * 1024,
  dictionaryBytes: 0,
  compress: (block) => compress(block),
  decompress: (packed, length) => decompress(packed, length),
  open: (packed, length) => ({ bytes: decompress(packed, length), upTo: () => length }),
};

export const STORED_COMPRESSIONS: Readonly<Record<StoredCompression, BlockCompression>> = {
  lz4,
  zstd,
};

export function compressionOf(code: number): BlockCompression | undefined {
  return Object.values(STORED_COMPRESSIONS).find((compression) => compression.code === code);
}
