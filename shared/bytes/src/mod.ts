export { ByteReader } from './byte_reader.js';
export { ByteWriter } from './byte_writer.js';
export { compareBytes } from './compare_bytes.js';
export { compress, decompress } from './compression.js';
export { crc32 } from './crc32.js';
export { FNV_START, fnv1a, fnvStep } from './fnv1a.js';
export { HASH, hashBytes, hashLong, hashWords } from './hash64.js';
export { latin1Decode } from './latin1.js';
export { CELL_BYTES, emptyCells, FaintCells, SECTOR_BYTES } from './lost_cells.js';
export { compressLz4, decompressLz4, type OpenBlock, openLz4 } from './lz4.js';
export { LZ4_WINDOW_BYTES } from './lz4_kernel.js';
export { plainBytes } from './plain_bytes.js';
export {
  decodePlain,
  decodePlainViews,
  encodePlain,
  type PlainBytes,
  writePlain,
} from './plain_value.js';
export { SHA256_HEX_LENGTH, Sha256, sha256 } from './sha256.js';
export { utf8, utf8Decode, utf8Length } from './utf8.js';
