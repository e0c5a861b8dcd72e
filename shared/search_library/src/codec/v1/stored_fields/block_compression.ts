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

/** LZ4 with blocks of this size; block and dictionary together fill LZ4's window. */
function lz4Of(code: number, blockBytes: number): BlockCompression {
  return {
    name: 'lz4',
    code,
    blockBytes,
    dictionaryBytes: LZ4_WINDOW_BYTES - blockBytes,
    compress: compressLz4,
    decompress: decompressLz4,
    open: openLz4,
  };
}

/**
 * On average, half of a block is decompressed for a document. Blocks of 8 KiB instead of 16 take
 * 4 % more disk and half the time.
 */
const lz4 = lz4Of(3, 8 * 1024);

/** Read, no longer written: the blocks of segments of older versions. */
const lz4Of16KiB = lz4Of(1, 16 * 1024);

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

const READABLE = [...Object.values(STORED_COMPRESSIONS), lz4Of16KiB];

export function compressionOf(code: number): BlockCompression | undefined {
  return READABLE.find((compression) => compression.code === code);
}
