/**
 * Writes `<name>.src`: compressed blocks of whole documents. The table of blocks is the `stored`
 * part of the segment file; each block has its own CRC-32, so a read notices damage without reading
 * the whole file. A merge copies the blocks of a file without deletions as a group of their own,
 * whose first documents are its dictionary.
 */
import { ByteWriter, crc32 } from '@skein/bytes';
import type { StoredDocument } from '../../../document/indexable_document.js';
import type { FileOutput } from '../../file_output.js';
import { GrowableU32 } from '../../growable.js';
import { PART, type PartData } from '../segment_file.js';
import type { BlockCompression } from './block_compression.js';
import { writeStored } from './stored_document.js';

/** "SKSR" read as a little-endian number. */
const MAGIC = 0x52534b53;
const VERSION = 1;
const HEADER_BYTES = 8;

/** The blocks of a file as they are stored on disk. */
export interface PackedBlocks {
  readonly docCount: number;
  readonly blockCount: number;
  /** First block of each group. */
  readonly groups: Uint32Array;
  firstDoc(block: number): number;
  /** The compressed bytes, valid until the next call. */
  packed(block: number): Uint8Array;
  unpackedLength(block: number): number;
}

export class StoredFieldsWriter {
  readonly #compression: BlockCompression;
  readonly #output: FileOutput;
  #length = 0;
  #checksum = 0;
  readonly #firstDocs = new GrowableU32();
  /** Four words per block: offset low, offset high, compressed length, CRC-32 of these bytes. */
  readonly #blocks = new GrowableU32();
  readonly #lengths = new GrowableU32();
  readonly #starts: number[] = [];
  readonly #block: ByteWriter;
  /** The dictionary of later blocks; it grows until it is full. */
  #dictionary = new Uint8Array(0);
  /** The first block of each group, which has a dictionary of its own. */
  readonly #groups = new GrowableU32();
  /** True if the next block begins a group. */
  #newGroup = true;
  #docCount = 0;

  constructor(compression: BlockCompression, output: FileOutput) {
    this.#compression = compression;
    this.#output = output;
    this.#block = new ByteWriter(compression.blockBytes * 2);
    const header = new ByteWriter(HEADER_BYTES);
    header.u32(MAGIC);
    header.u32(VERSION);
    this.#append(header.view());
  }

  add(stored: StoredDocument): void {
    if (this.#starts.length === 0) this.#firstDocs.push(this.#docCount);
    this.#starts.push(this.#block.length);
    writeStored(this.#block, stored);
    this.#docCount++;
    if (this.#block.length >= this.#compression.blockBytes) this.#closeBlock();
  }

  /** Copies all documents of a file with the same compression, block by block. */
  copy(file: PackedBlocks): void {
    if (this.#starts.length > 0) this.#closeBlock();
    const firstBlock = this.#firstDocs.length;
    for (const group of file.groups) this.#groups.push(firstBlock + group);
    for (let block = 0; block < file.blockCount; block++) {
      this.#firstDocs.push(this.#docCount + file.firstDoc(block));
      this.#appendBlock(file.packed(block), file.unpackedLength(block));
    }
    this.#docCount += file.docCount;
    this.#newGroup = true;
  }

  /** Returns the `stored` part of the segment. All of `<name>.src` has been written then. */
  finish(): PartData {
    if (this.#starts.length > 0) this.#closeBlock();
    const tables = [this.#firstDocs, this.#blocks, this.#lengths, this.#groups];
    return {
      code: PART.stored,
      meta: [this.#length, this.#checksum, this.#compression.code],
      sections: tables.map((table) => table.view()),
    };
  }

  /** A block ends with the start of each document, then the number of documents. */
  #closeBlock(): void {
    if (this.#newGroup) {
      this.#groups.push(this.#firstDocs.length - 1);
      this.#dictionary = new Uint8Array(0);
      this.#newGroup = false;
    }
    for (const start of this.#starts) this.#block.u32(start);
    this.#block.u32(this.#starts.length);
    this.#appendBlock(this.#pack(this.#block.view()), this.#block.length);
    this.#block.reset();
    this.#starts.length = 0;
  }

  #appendBlock(packed: Uint8Array, unpackedLength: number): void {
    this.#lengths.push(unpackedLength);
    this.#blocks.push(this.#length % 2 ** 32);
    this.#blocks.push(Math.floor(this.#length / 2 ** 32));
    this.#blocks.push(packed.length);
    this.#blocks.push(crc32(packed));
    this.#append(packed);
  }

  #append(bytes: Uint8Array): void {
    this.#output.append(bytes);
    this.#checksum = crc32(bytes, this.#checksum);
    this.#length += bytes.length;
  }

  #pack(block: Uint8Array): Uint8Array {
    const { dictionaryBytes } = this.#compression;
    if (this.#dictionary.length >= dictionaryBytes) {
      return this.#compression.compress(block, dictionaryBytes > 0 ? this.#dictionary : undefined);
    }
    this.#dictionary = joinUpTo(this.#dictionary, block, dictionaryBytes);
    return this.#compression.compress(block, undefined);
  }
}

/** Concatenates two arrays, cut to `length`. Reader and writer must agree to the byte. */
function joinUpTo(first: Uint8Array, second: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(Math.min(first.length + second.length, length));
  joined.set(first);
  joined.set(second.subarray(0, joined.length - first.length), first.length);
  return joined;
}
