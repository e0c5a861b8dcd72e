export { ByteReader } from './byte_reader.js';
export { ByteWriter } from './byte_writer.js';
export { compareBytes } from './compare_bytes.js';
export { compress, decompress } from './compression.js';
export { crc32 } from './crc32.js';
export { borrowLz4, compressLz4, decompressLz4 } from './lz4.js';
export { LZ4_WINDOW_BYTES } from './lz4_kernel.js';
export { decodePlain, encodePlain } from './plain_value.js';
export { utf8, utf8Decode, utf8Length } from './utf8.js';
