/** Reads documents from `<name>.src` on request, one block at a time. */
import { ByteReader, crc32, type OpenBlock } from '@skein/bytes';
import type { OwnBytes, StoredDocument } from '../../../document/indexable_document.js';
import type { Directory } from '../../../store/directory.js';
import { corruptIndex } from '../../corrupt_index.js';
import { type OpenPart, type SegmentFile, wordsOf } from '../segment_file.js';
import { threadBlocks } from './block_cache.js';
import { type BlockCompression, compressionOf } from './block_compression.js';
import { threadDictionaries } from './dictionary_cache.js';
import { endOfStored, NOT_READY, readStored, UNKNOWN_END } from './stored_document.js';
import type { PackedBlocks } from './stored_fields_writer.js';

const NO_WORDS: Uint32Array = new Uint32Array(0);
/** Bytes by which a block is decompressed further when the document has not ended yet. */
const MORE_BYTES = 1024;

export class StoredFieldsReader implements PackedBlocks {
  readonly docCount: number;
  groups = NO_WORDS;
  readonly #directory: Directory;
  readonly #file: string;
  readonly #compression: BlockCompression;
  #firstDocs = NO_WORDS;
  #blocks = NO_WORDS;
  #lengths = NO_WORDS;
  /** The key of its first block in the thread's caches, once it was needed. */
  #key: number | undefined;
  readonly #borrow = (index: number) => wholeOf(this.#open(index));
  readonly #readInto = (group: number, room: Uint8Array) => this.#readDictionary(group, room);
  /** The buffer for compressed blocks. */
  #packed = new Uint8Array(0);

  /** Nothing can be read before `place` is called. */
  constructor(segment: Pick<SegmentFile, 'name' | 'docCount' | 'stored'>, directory: Directory) {
    this.#directory = directory;
    this.#file = `${segment.name}.src`;
    this.#compression = sourceCompression(segment);
    this.docCount = segment.docCount;
  }

  /** Sets the current place of the file's tables. */
  place(part: OpenPart): void {
    this.#firstDocs = wordsOf(part, 0);
    this.#blocks = wordsOf(part, 1);
    this.#lengths = wordsOf(part, 2);
    this.groups = wordsOf(part, 3);
  }

  get blockCount(): number {
    return this.#firstDocs.length;
  }

  get #firstKey(): number {
    this.#key ??= threadBlocks.newReader(this.blockCount);
    return this.#key;
  }

  /** Decompressed length of the document's block. */
  blockBytes(doc: number): number {
    return this.#lengths[lastAtOrBefore(this.#firstDocs, doc)];
  }

  /**
   * Reads a document, and copies its bytes out of the block by `own`. If the block is not worth
   * keeping, it is decompressed only up to the document: most gets read blocks that are not
   * requested again, and keeping a block costs more than decompressing it.
   */
  read(doc: number, own: OwnBytes = inOwnMemory): StoredDocument {
    const index = lastAtOrBefore(this.#firstDocs, doc);
    const number = doc - this.#firstDocs[index];
    const found = threadBlocks.isWorthKeeping(this.#firstKey, index)
      ? this.#documentIn(threadBlocks.get(this.#firstKey, index, this.#borrow), number)
      : this.#documentOf(index, number);
    const { id, routing, source, fields, recoverySource } = found;
    const copied = { id, routing, source: source && own(source), fields };
    if (recoverySource === undefined) return copied;
    return { ...copied, recoverySource: own(recoverySource) };
  }

  /**
   * The `number`-th document of a block that is decompressed on the way. The first guess is the
   * share of the documents up to it.
   */
  #documentOf(index: number, number: number): StoredDocument {
    const length = this.#lengths[index];
    const block = this.#open(index);
    let ready = block.upTo(Math.ceil((length * (number + 1)) / this.#docsIn(index)));
    let at = 0;
    for (let passed = 0; ready < length; ) {
      const end = endOfStored(block.bytes, at, ready);
      if (end === UNKNOWN_END) break;
      if (end === NOT_READY) ready = block.upTo(ready + MORE_BYTES);
      else if (passed === number) return readStored(new ByteReader(block.bytes, at));
      else {
        at = end;
        passed++;
      }
    }
    return this.#documentIn(wholeOf(block), number);
  }

  #docsIn(index: number): number {
    const end = index + 1 < this.blockCount ? this.#firstDocs[index + 1] : this.docCount;
    return end - this.#firstDocs[index];
  }

  /** The `number`-th document of a block. */
  #documentIn(block: Uint8Array, number: number): StoredDocument {
    const count = wordAt(block, block.length - 4);
    const table = block.length - 4 - 4 * count;
    return readStored(new ByteReader(block, wordAt(block, table + 4 * number)));
  }

  get compression(): BlockCompression {
    return this.#compression;
  }

  /** Decompressed length of all documents. */
  get unpackedBytes(): number {
    return this.#lengths.reduce((sum, length) => sum + length, 0);
  }

  firstDoc(block: number): number {
    return this.#firstDocs[block];
  }

  unpackedLength(block: number): number {
    return this.#lengths[block];
  }

  /** Reads and verifies one compressed block; valid until the next call. */
  packed(index: number): Uint8Array {
    const at = index * 4;
    const length = this.#blocks[at + 2];
    if (this.#packed.length < length) this.#packed = new Uint8Array(length * 2);
    const packed = this.#packed.subarray(0, length);
    const offset = this.#blocks[at + 1] * 2 ** 32 + this.#blocks[at];
    const checksum = this.#blocks[at + 3];
    this.#directory.readInto(this.#file, offset, packed);
    if (crc32(packed) === checksum) return packed;
    this.#directory.readAnew?.(this.#file, offset, packed);
    if (crc32(packed) === checksum) return packed;
    throw corruptIndex(`checksum failed in stored block [${index}]`, this.#file);
  }

  /** Reads, verifies and decompresses one block, without the cache. */
  loadBlock(index: number): Uint8Array {
    const dictionary = this.#dictionaryOf(index);
    return this.#compression.decompress(this.packed(index), this.#lengths[index], dictionary);
  }

  /** Opens a block; valid until the next call. */
  #open(index: number): OpenBlock {
    // Reading the dictionary may take the buffer of the packed block.
    const dictionary = this.#dictionaryOf(index);
    return this.#compression.open(this.packed(index), this.#lengths[index], dictionary);
  }

  /** The dictionary of the block, valid until another block's is asked for. */
  #dictionaryOf(index: number): Uint8Array | undefined {
    const { dictionaryBytes } = this.#compression;
    if (dictionaryBytes === 0) return undefined;
    const group = lastAtOrBefore(this.groups, index);
    const { bytes, firstBlock } = threadDictionaries.get(
      this.#firstKey,
      group,
      dictionaryBytes,
      this.#readInto,
    );
    return index < firstBlock ? undefined : bytes;
  }

  /**
   * Decompresses the documents at the start of the group into the dictionary's room, until it is
   * full as the writer's was.
   */
  #readDictionary(group: number, room: Uint8Array) {
    const end = group + 1 < this.groups.length ? this.groups[group + 1] : this.blockCount;
    let firstBlock = this.groups[group];
    let length = 0;
    while (length < room.length && firstBlock < end) {
      const packed = this.packed(firstBlock);
      const block = this.#compression.open(packed, this.#lengths[firstBlock], undefined);
      const part = wholeOf(block).subarray(0, room.length - length);
      room.set(part, length);
      length += part.length;
      firstBlock++;
    }
    return { length, firstBlock };
  }
}

/** No larger than needed: a view sent to another thread would copy the whole memory behind it. */
const inOwnMemory: OwnBytes = (bytes) => bytes.slice();

function wholeOf({ bytes, upTo }: OpenBlock): Uint8Array {
  upTo(bytes.length);
  return bytes;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}

/** Index of the last number <= `value`; the first number always is. */
function lastAtOrBefore(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (ascending[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The compression of the blocks in `<name>.src`. */
export function sourceCompression({
  name,
  stored,
}: Pick<SegmentFile, 'name' | 'stored'>): BlockCompression {
  const [, , code] = stored.meta;
  const compression = compressionOf(code);
  if (compression !== undefined) return compression;
  throw corruptIndex(`unknown compression [${code}] of stored fields`, `${name}.src`);
}

/** The length and checksum that `<name>.src` must have. */
export function expectedSource(segment: SegmentFile): { length: number; checksum: number } {
  const [length, checksum] = segment.stored.meta;
  return { length, checksum };
}
