/**
 * File `<name>_<generation>.liv`, version 2: an update of the column `__soft_deletes`, with the
 * documents of a committed segment deleted since the earlier files. Its length depends on the
 * number of these documents, not on the segment. If version 1, a bit for each document, is shorter,
 * it is written instead.
 */
import { ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import { clearBit, hasBit } from '../bit_set.js';
import { corruptIndex } from '../corrupt_index.js';
import { LIVE_DOCS_VERSION, LIVE_MAGIC, readLiveDocsInto } from './live_docs.js';

const UPDATE_VERSION = 2;
const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 4;

/** Encodes the documents `docs`, which ascend. */
export function encodeSoftDeletes(docs: Uint32Array, docCount: number): Uint8Array {
  const out = new ByteWriter(HEADER_BYTES + 5 + 2 * docs.length + CHECKSUM_BYTES);
  out.u32(LIVE_MAGIC);
  out.u32(UPDATE_VERSION);
  out.u32(docCount);
  out.varint(docs.length);
  let next = 0;
  for (const doc of docs) {
    out.varint(doc - next);
    next = doc + 1;
  }
  out.u32(crc32(out.view()));
  return out.toBytes();
}

interface LiveFile {
  readonly docCount: number;
  /** The file's name in messages. */
  readonly file: string;
}

/**
 * The documents of an update, ascending; `undefined` for a file of version 1, which does not tell
 * changes.
 */
export function decodeSoftDeletes(bytes: Uint8Array, expected: LiveFile): Uint32Array | undefined {
  const reader = openLiveFile(bytes, expected);
  return reader.version === UPDATE_VERSION ? readDocs(reader.input, expected) : undefined;
}

/** Applies the deletions of a file to the live documents before it. */
export function applyLiveFile(live: Uint32Array, bytes: Uint8Array, expected: LiveFile): void {
  const { input, version } = openLiveFile(bytes, expected);
  if (version === LIVE_DOCS_VERSION) {
    readLiveDocsInto(live, input, expected.file);
    return;
  }
  for (const doc of readDocs(input, expected)) {
    if (!hasBit(live, doc)) throw corruptIndex(`document [${doc}] is deleted twice`, expected.file);
    clearBit(live, doc);
  }
}

function openLiveFile(
  bytes: Uint8Array,
  { docCount, file }: LiveFile,
): { readonly input: ByteReader; readonly version: number } {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES || new ByteReader(bytes, end).u32() !== crc32(bytes.subarray(0, end))) {
    throw corruptIndex('checksum failed', file);
  }
  const input = new ByteReader(bytes.subarray(0, end));
  const magic = input.u32();
  const version = input.u32();
  if (magic !== LIVE_MAGIC || input.u32() !== docCount) {
    throw corruptIndex('not the live documents of this segment', file);
  }
  if (version === LIVE_DOCS_VERSION || version === UPDATE_VERSION) return { input, version };
  throw corruptIndex(`unknown version [${version}] of live documents`, file);
}

function readDocs(input: ByteReader, { docCount, file }: LiveFile): Uint32Array {
  const count = input.varint();
  if (count > docCount) throw corruptIndex('more documents are deleted than there are', file);
  const docs = new Uint32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    const doc = next + input.varint();
    if (doc >= docCount) throw corruptIndex(`document [${doc}] is not in the segment`, file);
    docs[i] = doc;
    next = doc + 1;
  }
  if (input.remaining > 0) throw corruptIndex('live documents have the wrong length', file);
  return docs;
}
