/** Reads the terms and postings of one field in place. Layout: FILE_FORMATS.md, "postings". */
import { checkWanted } from '@skein/base';
import type { ByteAutomaton } from '../../automaton/byte_automaton.js';
import type {
  PostingsIterator,
  TermAddress,
  TermBlocks,
  TermIntersection,
  TermsReader,
} from '../../index/segment_reader.js';
import { NO_MORE_DOCS } from '../../index/segment_reader.js';
import { corruptIndex } from '../corrupt_index.js';
import { BlockPostings } from './block_postings.js';
import { damagedPostings } from './damaged_postings.js';
import type { DecodedPostings } from './decoded_postings.js';
import {
  BLOCK_DOCS,
  bitSetBytes,
  entryBytes,
  SUPER_ENTRY_BYTES,
  SUPERBLOCK_BLOCKS,
} from './postings_layout.js';
import type { PostingsSource } from './postings_source.js';
import { bytesOf, type OpenPart, wordsOf } from './segment_file.js';
import { decodeSingleDocs } from './single_docs.js';
import { SmallPostings } from './small_postings.js';
import { type TermEntry, TermIndex } from './term_index.js';
import { blocksOf, intersectDictionary } from './terms/intersect_blocks.js';
import { BLOCK_TERMS } from './terms/term_block.js';
import { TermDictionary } from './terms/term_dictionary.js';

/** Number of terms that are marked between two calls of `checkWanted`; a power of two. */
const CHECK_INTERVAL = 64;

export class FieldTerms implements TermsReader {
  readonly size: number;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly hasPositions: boolean;
  readonly dictionary: TermDictionary;
  readonly #source: PostingsSource;
  readonly #index: TermIndex;
  readonly #entries: Uint8Array;

  constructor(
    terms: OpenPart,
    postings: OpenPart,
    field: { hasFreqs: boolean; hasPositions: boolean; norms: Uint8Array | undefined },
  ) {
    this.dictionary = openDictionary(terms);
    this.size = this.dictionary.size;
    const [docCount, sumTotalTermFreq, sumDocFreq, maxDoc] = postings.meta;
    this.docCount = docCount;
    this.sumTotalTermFreq = sumTotalTermFreq;
    this.sumDocFreq = sumDocFreq;
    this.hasPositions = field.hasPositions;
    this.#entries = bytesOf(postings, 0);
    this.#index = new TermIndex(
      { ...field, maxDoc, sumTotalTermFreq },
      this.#entries,
      wordsOf(postings, 1),
    );
    const bytes = bytesOf(postings, 2);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#source = { ...field, bytes, view, maxDoc, sumTotalTermFreq };
  }

  find(term: Uint8Array): number {
    return this.dictionary.find(term);
  }

  ceiling(term: Uint8Array): number {
    return this.dictionary.ceiling(term);
  }

  term(ordinal: number): Uint8Array {
    return this.dictionary.term(ordinal);
  }

  intersect(automaton: ByteAutomaton, options: TermIntersection): number[] {
    return intersectDictionary(this.dictionary, automaton, options);
  }

  blocks(prefix: Uint8Array): TermBlocks {
    const { blocks: bytes, starts } = this.dictionary;
    return { bytes, starts, ...blocksOf(this.dictionary, prefix) };
  }

  docFreq(ordinal: number): number {
    return this.#index.entry(ordinal).docFreq;
  }

  totalTermFreq(ordinal: number): number {
    return this.#index.entry(ordinal).totalTermFreq;
  }

  postings(ordinal: number, detail: 'docs' | 'freqs' | 'positions'): PostingsIterator {
    const entry = this.#index.entry(ordinal);
    const { docFreq, dense, dataStart } = entry;
    if (docFreq < BLOCK_DOCS) return this.#small(entry);
    return new BlockPostings(this.#source, { start: dataStart, docFreq, dense, detail });
  }

  /** Decodes all postings of a term at once. */
  decode(ordinal: number, into: DecodedPostings): void {
    into.decode(this.#source, this.#index.entry(ordinal), this.#entries);
  }

  markDocs(ordinals: ArrayLike<number>, words: Uint32Array): void {
    const decoded = { docs: new Uint32Array(BLOCK_DOCS), freqs: new Uint32Array(BLOCK_DOCS) };
    for (let i = 0; i < ordinals.length; i++) {
      if ((i & (CHECK_INTERVAL - 1)) === 0) checkWanted();
      const { docFreq, doc, dataStart } = this.#index.entry(ordinals[i]);
      if (dataStart < 0) {
        words[doc >>> 5] |= 1 << (doc & 31);
      } else if (docFreq < BLOCK_DOCS) {
        const from = { start: dataStart, count: docFreq, lastDoc: -1 };
        decodeSingleDocs(this.#source, from, decoded);
        markAll(decoded.docs, 0, docFreq, words);
      } else {
        markPostings(this.postings(ordinals[i], 'docs'), words);
      }
    }
  }

  address(ordinal: number): TermAddress {
    const { docFreq, dense, dataStart, doc, totalTermFreq, positionsStart } =
      this.#index.entry(ordinal);
    const { hasFreqs, hasPositions, bytes } = this.#source;
    const detail = { docFreq, hasFreqs, hasPositions, lone: undefined };
    if (docFreq < BLOCK_DOCS) {
      const isLone = dataStart < 0;
      return {
        ...detail,
        data: isLone ? 0 : bytes.byteOffset + dataStart,
        end: endOf(isLone ? this.#entries : bytes),
        blockCount: 1,
        entryBytes: 0,
        supers: 0,
        bitSet: 0,
        lone: isLone
          ? { doc, freq: totalTermFreq, positions: this.#entries.byteOffset + positionsStart }
          : undefined,
      };
    }
    const data = bytes.byteOffset + dataStart;
    const blockCount = Math.ceil(docFreq / BLOCK_DOCS);
    const width = entryBytes(hasPositions);
    const supers = data + blockCount * width;
    const superBytes = Math.ceil(blockCount / SUPERBLOCK_BLOCKS) * SUPER_ENTRY_BYTES;
    const bitSet = dense ? supers + superBytes : 0;
    const end = endOf(bytes);
    const lastRead = supers + superBytes + (dense ? bitSetBytes(this.#source.maxDoc) : 0);
    if (lastRead > end) throw damagedPostings('entries beyond their section');
    return { ...detail, data, blockCount, entryBytes: width, supers, bitSet, end };
  }

  /**
   * Each position takes at least a byte, so a frequency greater than the remaining bytes is damage.
   * A loop over it would not end in reasonable time.
   */
  #checkPositions(count: number, bytesLeft: number): void {
    if (this.#source.hasPositions && !(count <= bytesLeft)) {
      throw corruptIndex(`[${count}] positions in [${bytesLeft}] bytes`, 'postings');
    }
  }

  #small({ docFreq, doc, totalTermFreq, dataStart, positionsStart }: TermEntry): PostingsIterator {
    if (dataStart < 0) {
      this.#checkPositions(totalTermFreq, this.#entries.length - positionsStart);
      return new SmallPostings(this.#source, {
        docs: Uint32Array.of(doc),
        freqs: Uint32Array.of(totalTermFreq - 1),
        positions: { bytes: this.#entries, start: positionsStart },
      });
    }
    const docs = new Uint32Array(docFreq);
    const freqs = new Uint32Array(docFreq);
    const from = { start: dataStart, count: docFreq, lastDoc: -1 };
    const start = decodeSingleDocs(this.#source, from, { docs, freqs });
    let positions = docFreq;
    for (const freq of freqs) positions += freq;
    this.#checkPositions(positions, this.#source.bytes.length - start);
    return new SmallPostings(this.#source, {
      docs,
      freqs,
      positions: { bytes: this.#source.bytes, start },
    });
  }
}

/** Address of the first byte after `bytes`. */
function endOf({ byteOffset, length }: Uint8Array): number {
  return byteOffset + length;
}

function markPostings(postings: PostingsIterator, words: Uint32Array): void {
  for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
    const run = postings.runBefore?.(NO_MORE_DOCS);
    if (run === undefined) words[doc >>> 5] |= 1 << (doc & 31);
    else markAll(run.docs, run.from, run.to, words);
  }
}

function markAll(docs: Uint32Array, from: number, to: number, words: Uint32Array): void {
  for (let i = from; i < to; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
}

export function openDictionary(terms: OpenPart): TermDictionary {
  const [size] = terms.meta;
  if (Math.ceil(size / BLOCK_TERMS) !== terms.sections[1].length >>> 2) {
    throw corruptIndex('the number of terms does not fit the number of their blocks', terms.name);
  }
  return new TermDictionary({
    size,
    blocks: bytesOf(terms, 0),
    starts: wordsOf(terms, 1),
    hash: wordsOf(terms, 2),
  });
}
