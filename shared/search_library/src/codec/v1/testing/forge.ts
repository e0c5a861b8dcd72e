/**
 * For tests: a segment file with changed bytes and correct checksums, like one damaged before it
 * was written, or forged on purpose.
 */
import { crc32 } from '@skein/bytes';
import { MemoryDirectory } from '../../../store/memory_directory.js';
import { openSegmentHead, readSegmentHead } from '../segment_file.js';

const FILE = '_0.seg';
const CHECKSUM_BYTES = 4;

/** `changes` are offsets in the sections with their new values. */
export function forgeSections(
  original: Uint8Array,
  changes: Iterable<readonly [at: number, value: number]>,
): Uint8Array {
  const bytes = original.slice();
  for (const [at, value] of changes) bytes[at] = value;
  const directory = new MemoryDirectory();
  directory.writeFile(FILE, original);
  const { parts } = openSegmentHead(readSegmentHead(directory, FILE), FILE);
  const view = new DataView(bytes.buffer);
  const directoryStart = view.getFloat64(bytes.length - 24, true);
  for (const { offset, length, checksum } of parts) {
    const now = crc32(bytes.subarray(offset, offset + length));
    if (now === checksum) continue;
    for (let at = directoryStart; at < bytes.length - CHECKSUM_BYTES; at++) {
      if (view.getUint32(at, true) === checksum) view.setUint32(at, now, true);
    }
  }
  return withFileChecksum(bytes);
}

/** The offset at which the file's sections end and its directory begins. */
export function sectionsEnd(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(bytes.length - 24, true);
}

function withFileChecksum(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - CHECKSUM_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}
