/** Reads documents from `<name>.src`, one block at a time, when they are asked for. */
import { ByteReader, crc32 } from '@skein/bytes';
import type { StoredDocument } from '../../../document/indexable_document.js';
import type { Directory } from '../../../store/directory.js';
import { corruptIndex } from '../../corrupt_index.js';
import { type SegmentFile, wordsOf } from '../segment_file.js';
import { threadBlocks } from './block_cache.js';
import { type BlockCompression, compressionOf } from './block_compression.js';
import { readStored } from './stored_document.js';
import { joinUpTo } from './stored_fields_writer.js';

interface Dictionary {
  readonly bytes: Uint8Array;
  /** The first block that is compressed against it. */
  readonly firstBlock: number;
}

export class StoredFieldsReader {
  readonly #directory: Directory;
  readonly #file: string;
  readonly #compression: BlockCompression;
  readonly #firstDocs: Uint32Array;
  readonly #blocks: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #number = threadBlocks.newReader();
  readonly #load = (index: number) => this.loadBlock(index);
  #dictionary: Dictionary | undefined;
  /** Where compressed blocks are read to. */
  #packed = new Uint8Array(0);

  constructor(segment: SegmentFile, directory: Directory) {
    this.#directory = directory;
    this.#file = `${segment.name}.src`;
    const [, , code] = segment.stored.meta;
    const compression = compressionOf(code);
    if (compression === undefined) {
      throw corruptIndex(`unknown compression [${code}] of stored fields`, this.#file);
    }
    this.#compression = compression;
    this.#firstDocs = wordsOf(segment, segment.stored, 0);
    this.#blocks = wordsOf(segment, segment.stored, 1);
    this.#lengths = wordsOf(segment, segment.stored, 2);
  }

  get blockCount(): number {
    return this.#firstDocs.length;
  }

  read(doc: number): StoredDocument {
    const index = this.#blockOf(doc);
    const block = threadBlocks.get(this.#number, index, this.#load);
    const view = new DataView(block.buffer, block.byteOffset, block.length);
    const count = view.getUint32(block.length - 4, true);
    const table = block.length - 4 - 4 * count;
    const start = view.getUint32(table + 4 * (doc - this.#firstDocs[index]), true);
    return readStored(new ByteReader(block, start));
  }

  /** Reads, checks and decompresses one block, past the cache. */
  loadBlock(index: number): Uint8Array {
    if (this.#compression.dictionaryBytes === 0) return this.#unpack(index, undefined);
    this.#dictionary ??= this.#readDictionary();
    const { bytes, firstBlock } = this.#dictionary;
    return this.#unpack(index, index < firstBlock ? undefined : bytes);
  }

  /** The documents at the beginning of the file, as the writer had them when its dictionary was full. */
  #readDictionary(): Dictionary {
    const { dictionaryBytes } = this.#compression;
    let bytes = new Uint8Array(0);
    let firstBlock = 0;
    while (bytes.length < dictionaryBytes && firstBlock < this.blockCount) {
      bytes = joinUpTo(bytes, this.#unpack(firstBlock, undefined), dictionaryBytes);
      firstBlock++;
    }
    return { bytes, firstBlock };
  }

  #unpack(index: number, dictionary: Uint8Array | undefined): Uint8Array {
    const at = index * 4;
    const length = this.#blocks[at + 2];
    if (this.#packed.length < length) this.#packed = new Uint8Array(length * 2);
    const packed = this.#packed.subarray(0, length);
    const offset = this.#blocks[at + 1] * 2 ** 32 + this.#blocks[at];
    this.#directory.readInto(this.#file, offset, packed);
    if (crc32(packed) !== this.#blocks[at + 3]) {
      throw corruptIndex(`checksum failed in stored block [${index}]`, this.#file);
    }
    return this.#compression.decompress(packed, this.#lengths[index], dictionary);
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
