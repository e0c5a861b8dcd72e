export { ByteReader } from './byte_reader.js';
export { ByteWriter } from './byte_writer.js';
export { compareBytes, equalBytes } from './compare_bytes.js';
export { compress, decompress } from './compression.js';
export { crc32 } from './crc32.js';
export { compressLz4, decompressLz4, LZ4_WINDOW_BYTES } from './lz4.js';
export { utf8, utf8Decode, utf8Length } from './utf8.js';
