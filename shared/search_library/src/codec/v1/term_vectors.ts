/**
 * The terms of each document of a field: frequencies, positions and text offsets. Terms are
 * ordinals of the field's dictionary, so a vector takes a few bytes per term. FILE_FORMATS.md,
 * "term vectors".
 */
import type { TermVectorDetail } from '../../document/field_spec.js';
import type { TermVectors, VectorTerm } from '../../index/segment_reader.js';
import { corruptIndex } from '../corrupt_index.js';
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { bytesOf, type OpenPart, PART, type PartData, wordsOf } from './segment_file.js';
import { termVectorDetailOf, termVectorFlags } from './term_vector_meta.js';

/** Collects term vectors. Documents ascend, and so do the ordinals of each document. */
export class TermVectorsBuilder {
  readonly #detail: TermVectorDetail;
  readonly #data = new GrowableBytes(1024);
  /** Start of each document so far. */
  readonly #starts = new GrowableU32();
  #docCount = 0;

  constructor(detail: TermVectorDetail) {
    this.#detail = detail;
  }

  /** Adds the terms of a document, each with the details of the spec. */
  add(doc: number, terms: Iterable<VectorTerm>): void {
    this.#startUpTo(doc);
    this.#docCount++;
    let last = -1;
    for (const term of terms) {
      this.#data.varint(term.ordinal - last - 1);
      this.#data.varint(term.freq);
      last = term.ordinal;
      if (this.#detail.positions) this.#addPositions(term.positions);
      if (this.#detail.offsets) this.#addOffsets(term);
    }
  }

  finish(maxDoc: number): PartData {
    this.#startUpTo(maxDoc);
    return {
      code: PART.termVectors,
      meta: [termVectorFlags(this.#detail), this.#docCount],
      sections: [this.#starts.view(), this.#data.view()],
    };
  }

  #startUpTo(doc: number): void {
    while (this.#starts.length <= doc) this.#starts.push(this.#data.length);
  }

  #addPositions(positions: ArrayLike<number>): void {
    let last = 0;
    for (let i = 0; i < positions.length; i++) {
      this.#data.varint(positions[i] - last);
      last = positions[i];
    }
  }

  /**
   * Start offsets may descend, since some token filters emit a token before an earlier one of the
   * same term.
   */
  #addOffsets({ startOffsets, endOffsets }: VectorTerm): void {
    let last = 0;
    for (let i = 0; i < startOffsets.length; i++) {
      this.#data.varint(zigzag(startOffsets[i] - last));
      this.#data.varint(endOffsets[i] - startOffsets[i]);
      last = startOffsets[i];
    }
  }
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

const NONE: readonly number[] = [];

export class TermVectorsReader implements TermVectors {
  readonly detail: TermVectorDetail;
  readonly docCount: number;
  readonly #starts: Uint32Array;
  readonly #data: Uint8Array;
  readonly #name: string;
  #at = 0;
  #end = 0;

  constructor(part: OpenPart) {
    this.detail = termVectorDetailOf(part.meta);
    this.docCount = part.meta[1];
    this.#starts = wordsOf(part, 0);
    this.#data = bytesOf(part, 1);
    this.#name = part.name;
  }

  has(doc: number): boolean {
    return this.#starts[doc + 1] > this.#starts[doc];
  }

  vector(doc: number, isWanted?: (ordinal: number) => boolean): readonly VectorTerm[] {
    const terms: VectorTerm[] = [];
    this.#at = this.#starts[doc];
    this.#end = this.#starts[doc + 1];
    if (!(this.#end <= this.#data.length)) throw this.#damaged();
    let ordinal = -1;
    while (this.#at < this.#end) {
      ordinal += this.#varint() + 1;
      const freq = this.#varint();
      if (isWanted?.(ordinal) === false) this.#skipPlaces(freq);
      else terms.push({ ordinal, freq, ...this.#places(freq) });
    }
    return terms;
  }

  #skipPlaces(freq: number): void {
    const { positions, offsets } = this.detail;
    let left = freq * ((positions ? 1 : 0) + (offsets ? 2 : 0));
    if (left > this.#end - this.#at) throw this.#damaged();
    for (; left > 0 && this.#at < this.#end; this.#at++) {
      if (this.#data[this.#at] < 0x80) left--;
    }
    if (left > 0) throw this.#damaged();
  }

  #places(freq: number): Pick<VectorTerm, 'positions' | 'startOffsets' | 'endOffsets'> {
    const { positions, offsets } = this.detail;
    const isKept = positions || offsets;
    if (isKept && freq > this.#end - this.#at) throw this.#damaged();
    const kept = positions ? this.#positions(freq) : NONE;
    if (!offsets) return { positions: kept, startOffsets: NONE, endOffsets: NONE };
    return { positions: kept, ...this.#offsets(freq) };
  }

  #positions(freq: number): number[] {
    const positions: number[] = [];
    for (let i = 0, last = 0; i < freq; i++) {
      last += this.#varint();
      positions.push(last);
    }
    return positions;
  }

  #offsets(freq: number): { startOffsets: number[]; endOffsets: number[] } {
    const startOffsets: number[] = [];
    const endOffsets: number[] = [];
    for (let i = 0, last = 0; i < freq; i++) {
      const delta = this.#varint();
      last += delta % 2 === 0 ? delta / 2 : -(delta + 1) / 2;
      startOffsets.push(last);
      endOffsets.push(last + this.#varint());
    }
    return { startOffsets, endOffsets };
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (this.#at >= this.#end) break;
      const byte = this.#data[this.#at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw this.#damaged();
  }

  #damaged(): Error {
    return corruptIndex('a term vector reaches beyond its end', this.#name);
  }
}
