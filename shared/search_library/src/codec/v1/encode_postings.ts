/** Encodes the postings of one term. Layout: FILE_FORMATS.md, "postings". */
import { setBit } from '../bit_set.js';
import { GrowableBytes } from '../growable.js';
import { bitsNeeded, packLanes } from './lane_packing.js';
import { packPositions } from './position_packing.js';
import {
  BLOCK_DOCS,
  bitSetBytes,
  entryBytes,
  FREE_FREQ_BITS,
  FREQ_CLASSES,
  MAX_STORED_FREQ,
  NO_DOC,
  SUPER_ENTRY_BYTES,
  SUPERBLOCK_BLOCKS,
} from './postings_layout.js';

export interface TermPostings {
  readonly docs: Uint32Array;
  readonly freqs: Uint32Array;
  /** Positions of all documents, as deltas from 0 in each; empty when they are not kept. */
  readonly positions: Uint32Array;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly maxDoc: number;
  readonly norms: Uint8Array | undefined;
  /** True if the term is frequent enough for a bit set. */
  readonly dense: boolean;
}

/** The encoded length of documents in a field without norms. */
const NO_NORM = 1;

/** Appends the postings; returns true if the documents are a bit set. */
export function encodeTermPostings(postings: TermPostings, out: GrowableBytes): boolean {
  const docFreq = postings.docs.length;
  if (docFreq < BLOCK_DOCS) {
    encodeSingly(postings, { from: 0, to: docFreq, positionsFrom: 0 }, out);
    return false;
  }
  new TermEncoder(postings, out).encode();
  return postings.dense;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly positionsFrom: number;
}

/**
 * Encodes documents one by one: twice the delta, plus 1 when the frequency is 1; then all their
 * positions.
 */
function encodeSingly(
  { docs, freqs, positions, hasFreqs, hasPositions }: TermPostings,
  { from, to, positionsFrom }: Stretch,
  out: GrowableBytes,
): void {
  let last = from === 0 ? -1 : docs[from - 1];
  let occurrences = 0;
  for (let i = from; i < to; i++) {
    const delta = docs[i] - last - 1;
    last = docs[i];
    occurrences += freqs[i];
    if (!hasFreqs) out.varint(delta);
    else if (freqs[i] === 1) out.varint(delta * 2 + 1);
    else {
      out.varint(delta * 2);
      out.varint(freqs[i]);
    }
  }
  if (!hasPositions) return;
  for (let i = 0; i < occurrences; i++) out.varint(positions[positionsFrom + i]);
}

/** The values that bound the scores of some documents. */
class Maxima {
  readonly norms = new Uint8Array(FREQ_CLASSES).fill(NO_DOC);
  maxFreq = 0;

  add(freq: number, norm: number): void {
    const freqClass = Math.min(freq, FREQ_CLASSES) - 1;
    // A bound may claim that a field is shorter than it is.
    if (norm < this.norms[freqClass]) this.norms[freqClass] = Math.min(norm, NO_DOC - 1);
    if (freq > this.maxFreq) this.maxFreq = Math.min(freq, MAX_STORED_FREQ);
  }

  addAll(other: Maxima): void {
    for (let i = 0; i < FREQ_CLASSES; i++) {
      this.norms[i] = Math.min(this.norms[i], other.norms[i]);
    }
    this.maxFreq = Math.max(this.maxFreq, other.maxFreq);
  }
}

/** Writes entries, superblock entries, bit set, blocks followed by the rest, and positions. */
class TermEncoder {
  readonly #postings: TermPostings;
  readonly #out: GrowableBytes;
  readonly #blocks = new GrowableBytes(1024);
  readonly #positionBytes = new GrowableBytes(1024);
  readonly #blockCount: number;
  readonly #blocksStart: number;
  readonly #starts: { data: number; positions: number; positionBits: number }[] = [];
  readonly #maxima: Maxima[] = [];
  readonly #bits: { docs: number; freqs: number }[] = [];
  readonly #deltas = new Uint32Array(BLOCK_DOCS);
  readonly #freqs = new Uint32Array(BLOCK_DOCS);
  #positionsRead = 0;

  constructor(postings: TermPostings, out: GrowableBytes) {
    this.#postings = postings;
    this.#out = out;
    this.#blockCount = Math.ceil(postings.docs.length / BLOCK_DOCS);
    const supers = Math.ceil(this.#blockCount / SUPERBLOCK_BLOCKS) * SUPER_ENTRY_BYTES;
    const entries = this.#blockCount * entryBytes(postings.hasPositions);
    const bitSet = postings.dense ? bitSetBytes(postings.maxDoc) : 0;
    this.#blocksStart = entries + supers + bitSet;
  }

  encode(): void {
    for (let block = 0; block < this.#blockCount; block++) this.#encodeBlock(block);
    const out = this.#out;
    const positionsStart = this.#blocksStart + this.#blocks.length;
    for (let block = 0; block < this.#blockCount; block++) this.#writeEntry(block, positionsStart);
    for (let first = 0; first < this.#blockCount; first += SUPERBLOCK_BLOCKS) {
      const all = new Maxima();
      for (const one of this.#maxima.slice(first, first + SUPERBLOCK_BLOCKS)) all.addAll(one);
      out.append(all.norms);
      out.u32(all.maxFreq);
    }
    if (this.#postings.dense) this.#writeBitSet();
    out.append(this.#blocks.view());
    out.append(this.#positionBytes.view());
  }

  #encodeBlock(block: number): void {
    const { docs, freqs, norms, hasPositions, dense, hasFreqs } = this.#postings;
    const from = block * BLOCK_DOCS;
    const to = Math.min(docs.length, from + BLOCK_DOCS);
    const start = { data: this.#blocks.length, positions: this.#positionBytes.length };
    const maxima = new Maxima();
    let occurrences = 0;
    for (let i = from; i < to; i++) {
      maxima.add(freqs[i], norms === undefined ? NO_NORM : norms[docs[i]]);
      occurrences += freqs[i];
    }
    this.#maxima.push(maxima);
    const bits = { docs: 0, freqs: 0 };
    const positionsFrom = this.#positionsRead;
    this.#positionsRead += hasPositions ? occurrences : 0;
    this.#bits.push(bits);
    if (to - from < BLOCK_DOCS) {
      this.#starts.push({ ...start, positionBits: 0 });
      encodeSingly(this.#postings, { from, to, positionsFrom }, this.#blocks);
      return;
    }
    this.#loadBlock(from);
    if (!dense) {
      bits.docs = bitsNeeded(this.#deltas);
      packLanes(this.#deltas, bits.docs, this.#blocks);
    }
    if (hasFreqs) {
      bits.freqs = bitsNeeded(this.#freqs);
      packLanes(this.#freqs, bits.freqs, this.#blocks);
    }
    const least = bits.freqs > FREE_FREQ_BITS ? 1 : 0;
    this.#starts.push({ ...start, positionBits: this.#packPositions(positionsFrom, least) });
  }

  #loadBlock(from: number): void {
    const { docs, freqs } = this.#postings;
    let last = from === 0 ? -1 : docs[from - 1];
    for (let i = 0; i < BLOCK_DOCS; i++) {
      const doc = docs[from + i];
      this.#deltas[i] = doc - last - 1;
      this.#freqs[i] = freqs[from + i] - 1;
      last = doc;
    }
  }

  /** Packs the positions of the last block read; returns the bits of each, at least `least`. */
  #packPositions(from: number, least: number): number {
    const { positions, hasPositions } = this.#postings;
    if (!hasPositions) return 0;
    const values = positions.subarray(from, this.#positionsRead);
    const bits = Math.max(least, bitsNeeded(values));
    packPositions(values, bits, this.#positionBytes);
    return bits;
  }

  #writeEntry(block: number, positionsStart: number): void {
    const { docs, hasPositions } = this.#postings;
    const out = this.#out;
    const { data, positions, positionBits } = this.#starts[block];
    const { norms, maxFreq } = this.#maxima[block];
    const bits = this.#bits[block];
    out.u32(docs[Math.min(docs.length, (block + 1) * BLOCK_DOCS) - 1]);
    out.u32(this.#blocksStart + data);
    out.append(norms);
    out.append(Uint8Array.of(maxFreq, bits.docs, bits.freqs, positionBits));
    if (hasPositions) out.u32(positionsStart + positions);
  }

  #writeBitSet(): void {
    const { docs, maxDoc } = this.#postings;
    const words = new Uint32Array(bitSetBytes(maxDoc) / 4);
    for (let i = 0; i < docs.length; i++) setBit(words, docs[i]);
    this.#out.append(new Uint8Array(words.buffer));
  }
}
