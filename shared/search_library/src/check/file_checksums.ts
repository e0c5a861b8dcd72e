/**
 * The checksums that an index file carries, found without reading all of it: a CRC-32 of its bytes,
 * and an identity that shows if two copies are the same. A `.seg` has a checksum of each part in
 * its directory and one of everything at its end; a `.src` is bound to its `.seg`, which has its
 * length and checksum. Copies of a shard name their segments independently, so names say nothing.
 * The identity is a SHA-256 over header, directory and footer with their dozens of checksums, all
 * of which would have to collide. A `.liv` is small and read whole.
 */
import { sha256 } from '@skein/bytes';
import { corruptIndex } from '../codec/corrupt_index.js';
import { openSegmentHead, readSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import type { FileReads } from '../store/directory.js';

export interface FileChecksums {
  /** Two files with the same name, length and identity are equal. */
  readonly identity: string;
  /** CRC-32 of the first `coveredBytes` bytes. */
  readonly crc: number;
  readonly coveredBytes: number;
}

const CHECKSUM_BYTES = 4;

/**
 * Returns undefined for files without checksums. Throws corrupt_index_exception if the checksums
 * make no sense.
 */
export function fileChecksums(files: FileReads, name: string): FileChecksums | undefined {
  if (name.endsWith('.seg')) return ofSegment(files, name);
  if (name.endsWith('.src')) return ofStored(files, name);
  return name.endsWith('.liv') ? ofLiveDocs(files, name) : undefined;
}

function ofSegment(files: FileReads, name: string): FileChecksums {
  const { checksum, identity } = openedHead(files, name);
  return { identity, crc: checksum, coveredBytes: files.length(name) - CHECKSUM_BYTES };
}

/** Undefined if its segment is missing. */
function ofStored(files: FileReads, name: string): FileChecksums | undefined {
  const segment = name.replace(/\.src$/, '.seg');
  if (!files.exists(segment)) return undefined;
  const { stored, identity } = openedHead(files, segment);
  const [length, crc] = stored.meta;
  if (length !== files.length(name)) throw corruptIndex('file has the wrong length', name);
  return { identity, crc, coveredBytes: length };
}

function ofLiveDocs(files: FileReads, name: string): FileChecksums {
  const bytes = new Uint8Array(files.length(name));
  const coveredBytes = bytes.length - CHECKSUM_BYTES;
  if (coveredBytes < 0) throw corruptIndex('file is too short', name);
  files.readInto(name, 0, bytes);
  const crc = new DataView(bytes.buffer).getUint32(coveredBytes, true);
  return { identity: sha256(bytes), crc, coveredBytes };
}

function openedHead(files: FileReads, segment: string): SegmentFile & { identity: string } {
  const head = readSegmentHead(files, segment);
  try {
    const opened = openSegmentHead(head, segment);
    // The digest function does not accept shared memory.
    return { ...opened, identity: sha256(new Uint8Array(head).slice()) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw corruptIndex(`segment directory is damaged: ${error.message}`, segment);
  }
}
