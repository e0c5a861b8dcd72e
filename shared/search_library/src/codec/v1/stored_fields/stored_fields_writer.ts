/**
 * Writes `<name>.src`: compressed blocks of whole documents. The table of blocks is the `stored` part of the segment file; each block
 * has its own CRC-32, so a read notices damage without reading the whole file.
 */
import { ByteWriter, crc32 } from '@skein/bytes';
import type { StoredDocument } from '../../../document/indexable_document.js';
import { GrowableBytes, GrowableU32 } from '../../growable.js';
import { PART, type PartData } from '../segment_file.js';
import type { BlockCompression } from './block_compression.js';
import { writeStored } from './stored_document.js';

/** "SKSR" read as a little-endian number. */
const MAGIC = 0x52534b53;
const VERSION = 1;
const HEADER_BYTES = 8;

export class StoredFieldsWriter {
  readonly #compression: BlockCompression;
  readonly #file: GrowableBytes;
  readonly #firstDocs = new GrowableU32();
  /** Four words a block: offset low, offset high, compressed length, CRC-32 of the compressed bytes. */
  readonly #blocks = new GrowableU32();
  readonly #lengths = new GrowableU32();
  readonly #starts: number[] = [];
  readonly #block: ByteWriter;
  /** What the blocks after it are compressed against; grows until it is full. */
  #dictionary = new Uint8Array(0);
  #docCount = 0;

  constructor(compression: BlockCompression) {
    this.#compression = compression;
    this.#file = new GrowableBytes(compression.blockBytes * 2);
    this.#block = new ByteWriter(compression.blockBytes * 2);
    const header = new ByteWriter(HEADER_BYTES);
    header.u32(MAGIC);
    header.u32(VERSION);
    this.#file.append(header.view());
  }

  get capacityBytes(): number {
    return this.#file.capacityBytes + this.#compression.blockBytes * 2;
  }

  add(stored: StoredDocument): void {
    if (this.#starts.length === 0) this.#firstDocs.push(this.#docCount);
    this.#starts.push(this.#block.length);
    writeStored(this.#block, stored);
    this.#docCount++;
    if (this.#block.length >= this.#compression.blockBytes) this.#closeBlock();
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
        meta: [file.length, checksum, this.#compression.code],
        sections: [this.#firstDocs.view(), this.#blocks.view(), this.#lengths.view()],
      },
    };
  }

  /** A block ends with where its documents start, then how many there are. */
  #closeBlock(): void {
    for (const start of this.#starts) this.#block.u32(start);
    this.#block.u32(this.#starts.length);
    const packed = this.#pack(this.#block.view());
    this.#lengths.push(this.#block.length);
    this.#blocks.push(this.#file.length % 2 ** 32);
    this.#blocks.push(Math.floor(this.#file.length / 2 ** 32));
    this.#blocks.push(packed.length);
    this.#blocks.push(crc32(packed));
    this.#file.append(packed);
    this.#block.reset();
    this.#starts.length = 0;
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

/** Both after each other, cut to `length`. Reader and writer must agree to the byte. */
export function joinUpTo(
  first: Uint8Array,
  second: Uint8Array,
  length: number,
): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(Math.min(first.length + second.length, length));
  joined.set(first);
  joined.set(second.subarray(0, joined.length - first.length), first.length);
  return joined;
}
