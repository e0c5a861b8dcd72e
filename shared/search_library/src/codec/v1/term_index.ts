/**
 * The data of each term beside its bytes: its frequency and the place of its postings, or the
 * postings themselves if the term is in one document only a few times. Entries have variable
 * length, in groups that are found by number. FILE_FORMATS.md, "postings".
 */
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { damagedPostings } from './damaged_postings.js';
import { GROUP_TERMS, INLINE_POSITIONS } from './postings_layout.js';

interface PostingsDetails {
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
}

/** The only posting of a term. */
interface LonePosting {
  readonly doc: number;
  readonly freq: number;
  /** Positions as deltas. */
  readonly positions: GrowableU32;
}

export interface TermPlace {
  readonly docFreq: number;
  readonly totalTermFreq: number;
  /** Length of the term's postings. */
  readonly lengthBytes: number;
  readonly dense: boolean;
}

export function fitsInline({ length }: LonePosting['positions']): boolean {
  return length <= INLINE_POSITIONS;
}

export class TermIndexWriter {
  readonly #details: PostingsDetails;
  readonly #entries = new GrowableBytes(1024);
  /** For each group, the start of its entries and the start of its postings. */
  readonly #groups = new GrowableU32(64);
  #size = 0;

  constructor(details: PostingsDetails) {
    this.#details = details;
  }

  addLone({ doc, freq, positions }: LonePosting, dataStart: number): void {
    this.#startEntry(dataStart);
    this.#entries.varint(doc * 2 + 1);
    if (this.#details.hasFreqs) this.#entries.varint(freq);
    for (let i = 0; i < positions.length; i++) this.#entries.varint(positions.array[i]);
  }

  add({ docFreq, totalTermFreq, lengthBytes, dense }: TermPlace, dataStart: number): void {
    this.#startEntry(dataStart);
    this.#entries.varint(docFreq * 2);
    if (this.#details.hasFreqs) this.#entries.varint(totalTermFreq - docFreq);
    this.#entries.varint(lengthBytes * 2 + (dense ? 1 : 0));
  }

  /** The sections `[entries, groups]`. */
  sections(): ArrayBufferView[] {
    return [this.#entries.view(), this.#groups.view()];
  }

  #startEntry(dataStart: number): void {
    if (this.#size++ % GROUP_TERMS !== 0) return;
    this.#groups.push(this.#entries.length);
    this.#groups.push(dataStart);
  }
}

/** A decoded entry. */
export interface TermEntry {
  docFreq: number;
  totalTermFreq: number;
  dense: boolean;
  /** Start of the postings in their section; -1: they are in this entry. */
  dataStart: number;
  /** The document of a lone posting. */
  doc: number;
  /** Start of the lone posting's positions in the entries. */
  positionsStart: number;
}

/** Limits that no term exceeds. */
interface TermLimits extends PostingsDetails {
  readonly maxDoc: number;
  readonly sumTotalTermFreq: number;
}

export class TermIndex {
  readonly #details: TermLimits;
  readonly #bytes: Uint8Array;
  readonly #groups: Uint32Array;
  #group = -1;
  readonly #read: TermEntry[] = [];
  #at = 0;

  constructor(details: TermLimits, bytes: Uint8Array, groups: Uint32Array) {
    this.#details = details;
    this.#bytes = bytes;
    this.#groups = groups;
  }

  /** The entry of a term, valid until the next call. */
  entry(ordinal: number): TermEntry {
    const group = Math.floor(ordinal / GROUP_TERMS);
    if (group !== this.#group) this.#readGroup(group);
    return this.#read[ordinal % GROUP_TERMS];
  }

  #readGroup(group: number): void {
    const { hasFreqs, hasPositions, maxDoc, sumTotalTermFreq } = this.#details;
    this.#at = this.#groups[2 * group];
    let dataStart = this.#groups[2 * group + 1];
    const last = 2 * group + 2 >= this.#groups.length;
    const end = last ? this.#bytes.length : this.#groups[2 * group + 2];
    for (let i = 0; i < GROUP_TERMS && this.#at < end; i++) {
      this.#read[i] ??= newEntry();
      const entry = this.#read[i];
      const head = this.#varint();
      if ((head & 1) === 1) {
        entry.docFreq = 1;
        entry.doc = head >>> 1;
        if (entry.doc >= maxDoc) throw damagedPostings('a document beyond the last');
        entry.totalTermFreq = hasFreqs ? this.#varint() : 1;
        entry.dense = false;
        entry.dataStart = -1;
        entry.positionsStart = this.#at;
        if (hasPositions && entry.totalTermFreq > INLINE_POSITIONS) {
          throw damagedPostings('more positions than there can be');
        }
        if (hasPositions) for (let left = entry.totalTermFreq; left > 0; left--) this.#varint();
        continue;
      }
      entry.docFreq = head >>> 1;
      if (entry.docFreq > maxDoc) throw damagedPostings('more documents than there are');
      entry.totalTermFreq = entry.docFreq + (hasFreqs ? this.#varint() : 0);
      if (entry.totalTermFreq > sumTotalTermFreq) {
        throw damagedPostings('more occurrences than its field');
      }
      const length = this.#varint();
      entry.dense = (length & 1) === 1;
      entry.dataStart = dataStart;
      dataStart += length >>> 1;
    }
    this.#group = group;
  }

  #varint(): number {
    let byte = this.#bytes[this.#at++];
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#at++];
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }
}

function newEntry(): TermEntry {
  return { docFreq: 0, totalTermFreq: 0, dense: false, dataStart: 0, doc: 0, positionsStart: 0 };
}
