/**
 * Copies a `<name>.seg` under another name. The segment's name stands in the directory at the end
 * of the file (`segment_file.ts`), so the header and the sections are copied, and a new directory
 * and footer are written after them.
 */
import { ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import type { Directory } from '../../store/directory.js';
import { corruptIndex } from '../corrupt_index.js';
import type { ChecksummedOutput } from '../file_output.js';
import {
  checksumIn,
  encodeFooter,
  FOOTER_BYTES,
  HEADER_BYTES,
  readSegmentHead,
} from './segment_file.js';

const READ_BYTES = 1024 * 1024;

/** Writes the whole file to `output`, which is empty. Throws when the source is damaged. */
export function renameSegment(
  source: Directory,
  file: string,
  name: string,
  output: ChecksummedOutput,
): void {
  // The head is the header, the directory and the footer, without the sections between them.
  const shared = readSegmentHead(source, file);
  const head = new Uint8Array(shared);
  // The offset in the file at which the sections end and the directory starts.
  const end = new DataView(shared).getFloat64(head.length - FOOTER_BYTES, true);
  const copied = copyBytes(source, file, end, output);
  const expected = checksumIn(shared);
  // The checksum at the end of the footer covers all bytes before it.
  if (crc32(head.subarray(HEADER_BYTES, head.length - 4), copied) !== expected) {
    throw corruptIndex('checksum failed', file);
  }
  const directory = withName(head.subarray(HEADER_BYTES, head.length - FOOTER_BYTES), name);
  output.append(directory);
  output.append(encodeFooter(end, directory.length));
  const checksum = new ByteWriter(4);
  checksum.u32(output.checksum);
  output.append(checksum.toBytes());
}

/** Copies the first `length` bytes of the file and returns their checksum. */
function copyBytes(
  source: Directory,
  file: string,
  length: number,
  output: ChecksummedOutput,
): number {
  const piece = new Uint8Array(Math.min(READ_BYTES, length));
  let checksum = 0;
  for (let offset = 0; offset < length; offset += piece.length) {
    const bytes = piece.subarray(0, Math.min(piece.length, length - offset));
    source.readInto(file, offset, bytes);
    checksum = crc32(bytes, checksum);
    output.append(bytes);
  }
  return checksum;
}

/** The file's directory with another name, which is the first thing in it. */
function withName(directory: Uint8Array, name: string): Uint8Array {
  const reader = new ByteReader(directory);
  reader.string();
  const renamed = new ByteWriter(directory.length + name.length);
  renamed.string(name);
  renamed.raw(directory.subarray(reader.offset));
  return renamed.toBytes();
}
