/**
 * Stored fields: file `<name>.src`, zstd blocks of whole documents, read from the disk when asked for. The table of blocks is the
 * `stored` part of the segment file; each block has its own CRC-32, so a read notices damage without reading the whole file.
 */
import { ByteReader, ByteWriter, compress, crc32, decompress } from '@skein/bytes';
import type { StoredDocument } from '../../document/indexable_document.js';
import type { Directory } from '../../store/directory.js';
import { corruptIndex } from '../corrupt_index.js';
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { PART, type PartData, type SegmentFile, wordsOf } from './segment_file.js';
import { readRecord, writeRecord } from './stored_value.js';

/** "SKSR" read as a little-endian number. */
const MAGIC = 0x52534b53;
const VERSION = 1;
export const SOURCE_HEADER_BYTES = 8;
/** A block is closed when it has reached this size; one document may make it larger. */
const BLOCK_BYTES = 32 * 1024;
/** Blocks a reader keeps decompressed. */
const CACHED_BLOCKS = 8;

const FLAG_ROUTING = 1;
const FLAG_SOURCE = 2;
const FLAG_FIELDS = 4;

export class StoredFieldsWriter {
  readonly #file = new GrowableBytes(BLOCK_BYTES * 2);
  readonly #firstDocs = new GrowableU32();
  /** Four words a block: offset low, offset high, compressed length, CRC-32 of the compressed bytes. */
  readonly #blocks = new GrowableU32();
  readonly #lengths = new GrowableU32();
  readonly #starts: number[] = [];
  readonly #block = new ByteWriter(BLOCK_BYTES * 2);
  #docCount = 0;

  constructor() {
    const header = new ByteWriter(SOURCE_HEADER_BYTES);
    header.u32(MAGIC);
    header.u32(VERSION);
    this.#file.append(header.view());
  }

  get capacityBytes(): number {
    return this.#file.capacityBytes + BLOCK_BYTES * 2;
  }

  add(stored: StoredDocument): void {
    if (this.#starts.length === 0) this.#firstDocs.push(this.#docCount);
    this.#starts.push(this.#block.length);
    writeStored(this.#block, stored);
    this.#docCount++;
    if (this.#block.length >= BLOCK_BYTES) this.#closeBlock();
  }

  /** The bytes of `<name>.src` and the `stored` part. */
  finish(): { file: Uint8Array; part: PartData } {
    if (this.#starts.length > 0) this.#closeBlock();
    const file = this.#file.view();
    const checksum = crc32(file);
    return {
      file,
      part: {
        code: PART.stored,
        meta: [file.length, checksum],
        sections: [this.#firstDocs.view(), this.#blocks.view(), this.#lengths.view()],
      },
    };
  }

  /** A block ends with where its documents start, then how many there are. */
  #closeBlock(): void {
    for (const start of this.#starts) this.#block.u32(start);
    this.#block.u32(this.#starts.length);
    const packed = compress(this.#block.view());
    this.#lengths.push(this.#block.length);
    this.#blocks.push(this.#file.length % 2 ** 32);
    this.#blocks.push(Math.floor(this.#file.length / 2 ** 32));
    this.#blocks.push(packed.length);
    this.#blocks.push(crc32(packed));
    this.#file.append(packed);
    this.#block.reset();
    this.#starts.length = 0;
  }
}

function writeStored(out: ByteWriter, stored: StoredDocument): void {
  const { id, routing, source, fields } = stored;
  out.u8(
    (routing === undefined ? 0 : FLAG_ROUTING) |
      (source === undefined ? 0 : FLAG_SOURCE) |
      (fields === undefined ? 0 : FLAG_FIELDS),
  );
  out.string(id);
  if (routing !== undefined) out.string(routing);
  if (source !== undefined) out.byteArray(source);
  if (fields !== undefined) writeRecord(out, fields);
}

function readStored(input: ByteReader): StoredDocument {
  const flags = input.u8();
  return {
    id: input.string(),
    routing: flags & FLAG_ROUTING ? input.string() : undefined,
    source: flags & FLAG_SOURCE ? input.byteArray().slice() : undefined,
    fields: flags & FLAG_FIELDS ? (readRecord(input) as Record<string, unknown[]>) : undefined,
  };
}

export class StoredFieldsReader {
  readonly #directory: Directory;
  readonly #file: string;
  readonly #firstDocs: Uint32Array;
  readonly #blocks: Uint32Array;
  readonly #lengths: Uint32Array;
  /** Oldest first. */
  readonly #cache = new Map<number, Uint8Array>();

  constructor(segment: SegmentFile, directory: Directory) {
    this.#directory = directory;
    this.#file = `${segment.name}.src`;
    this.#firstDocs = wordsOf(segment, segment.stored, 0);
    this.#blocks = wordsOf(segment, segment.stored, 1);
    this.#lengths = wordsOf(segment, segment.stored, 2);
  }

  get blockCount(): number {
    return this.#firstDocs.length;
  }

  read(doc: number): StoredDocument {
    const index = this.#blockOf(doc);
    const block = this.#block(index);
    const view = new DataView(block.buffer, block.byteOffset, block.length);
    const count = view.getUint32(block.length - 4, true);
    const table = block.length - 4 - 4 * count;
    const start = view.getUint32(table + 4 * (doc - this.#firstDocs[index]), true);
    return readStored(new ByteReader(block, start));
  }

  #block(index: number): Uint8Array {
    const cached = this.#cache.get(index);
    if (cached !== undefined) {
      this.#cache.delete(index);
      this.#cache.set(index, cached);
      return cached;
    }
    const block = this.loadBlock(index);
    this.#cache.set(index, block);
    if (this.#cache.size > CACHED_BLOCKS) {
      const [oldest] = this.#cache.keys();
      this.#cache.delete(oldest);
    }
    return block;
  }

  /** Reads, checks and decompresses one block, past the cache. */
  loadBlock(index: number): Uint8Array {
    const [low, high, length, checksum] = this.#blocks.subarray(index * 4, index * 4 + 4);
    const packed = new Uint8Array(length);
    this.#directory.readInto(this.#file, high * 2 ** 32 + low, packed);
    if (crc32(packed) !== checksum) {
      throw corruptIndex(`checksum failed in stored block [${index}]`, this.#file);
    }
    return decompress(packed, this.#lengths[index]);
  }

  #blockOf(doc: number): number {
    let low = 0;
    let high = this.#firstDocs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#firstDocs[middle] <= doc) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Length and checksum that `<name>.src` must have. */
export function expectedSource(segment: SegmentFile): { length: number; checksum: number } {
  const [length, checksum] = segment.stored.meta;
  return { length, checksum };
}
