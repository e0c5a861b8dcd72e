/**
 * What a file of an index says of its own bytes, without reading all of it: a CRC-32 that they must have, and an identity by which two copies are known to be the
 * same. A `.seg` has a checksum of each part in its directory and one of all at its end; a `.src` is bound to its `.seg`, which has its length and checksum. Copies
 * of a shard name their segments by themselves, so that a name says nothing: the identity is a SHA-256 over header, directory and footer, with dozens of checksums,
 * of which all would have to be the same. A `.liv` is small and read whole.
 */
import { sha256 } from '@skein/bytes';
import { corruptIndex } from '../codec/corrupt_index.js';
import { openSegmentHead, readSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import type { FileReads } from '../store/directory.js';

export interface FileChecksums {
  /** Two files of this name, length and identity are the same. */
  readonly identity: string;
  /** CRC-32 of the first `coveredBytes` bytes. */
  readonly crc: number;
  readonly coveredBytes: number;
}

const CHECKSUM_BYTES = 4;

/** Undefined: such a file says nothing of itself. Throws corrupt_index_exception when what it says makes no sense. */
export function fileChecksums(files: FileReads, name: string): FileChecksums | undefined {
  if (name.endsWith('.seg')) return ofSegment(files, name);
  if (name.endsWith('.src')) return ofStored(files, name);
  return name.endsWith('.liv') ? ofLiveDocs(files, name) : undefined;
}

function ofSegment(files: FileReads, name: string): FileChecksums {
  const { checksum, identity } = openedHead(files, name);
  return { identity, crc: checksum, coveredBytes: files.length(name) - CHECKSUM_BYTES };
}

/** Without its segment nothing is known of it. */
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
    // A digest does not take memory that threads share.
    return { ...opened, identity: sha256(new Uint8Array(head).slice()) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw corruptIndex(`segment directory is damaged: ${error.message}`, segment);
  }
}
