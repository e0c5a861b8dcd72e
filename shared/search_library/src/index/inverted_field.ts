/**
 * The forward log of one field in the index buffer: for each document the ids of its terms in
 * order, with positions. Flushing sorts the log by term with a counting sort. The log is in
 * document order, so each term's documents and positions come out ascending.
 */
import type { AnalyzedText, Analyzer, AsciiFeed, TermSink } from '@skein/analysis';
import { GrowableU32 } from '../codec/growable.js';
import { encodeFieldLength, NO_TOKENS } from '../codec/v1/field_length.js';
import { OrdinalColumnBuilder } from '../codec/v1/ordinal_column.js';
import { PostingsWriter } from '../codec/v1/postings_writer.js';
import { PART, type PartData } from '../codec/v1/segment_file.js';
import type { FieldSpec, TermVectorDetail } from '../document/field_spec.js';
import { ID_FIELD } from '../document/indexable_document.js';
import type { PlainAscii } from './ascii_scratch.js';
import { vectorsOfLog } from './log_vectors.js';
import { TermHash } from './term_hash.js';

/** The source of the terms of a text. */
interface TermFeed {
  readonly feed: NonNullable<Analyzer['feed']>;
  readonly gap: number;
}

interface AsciiTermFeed {
  readonly feed: AsciiFeed;
  readonly gap: number;
}

/** The gaps between the values of a document. */
export type Gaps = Pick<Analyzer, 'positionIncrementGap' | 'offsetGap'>;

/** The log ordered by the rank of the term. */
interface SortedLog {
  /** The entries of rank `r` end at `ends[r]`. */
  readonly ends: Uint32Array;
  readonly docs: Uint32Array;
  /** Empty if the field has no positions. */
  readonly positions: Uint32Array;
  /** The frequency of each entry; absent: each counts once. */
  readonly counts: Uint32Array | undefined;
}

export class InvertedField implements TermSink {
  readonly spec: FieldSpec;
  /** True if the postings have positions. */
  readonly #hasPositions: boolean;
  readonly #logsPositions: boolean;
  readonly #countsOverlaps: boolean;
  readonly #terms = new TermHash();
  readonly #log: GrowableU32;
  readonly #positions: GrowableU32;
  /** Start and end of each token, if term vectors keep them. */
  readonly #offsets = new GrowableU32(0);
  readonly #docs = new GrowableU32();
  /** Start of each document's part of the log. */
  readonly #starts = new GrowableU32();
  /** Frequency of each log entry, if tokens have one. Entries past its end count once. */
  readonly #frequencies = new GrowableU32(0);
  /**
   * The number of tokens of each document without overlapping tokens, which is the length used in
   * scores.
   */
  readonly #lengths = new GrowableU32();
  #position = -1;
  /** Offset of the current value in the document's values. */
  #offset = 0;

  /** `expectedTerms` estimates the number of occurrences. Unused reserved memory costs nothing. */
  constructor(spec: FieldSpec, expectedTerms = 0) {
    this.spec = spec;
    this.#log = new GrowableU32(Math.max(64, expectedTerms));
    this.#hasPositions = spec.postings === 'positions' || spec.postings === 'offsets';
    this.#logsPositions = this.#hasPositions || spec.termVector?.positions === true;
    this.#positions = new GrowableU32(this.#logsPositions ? Math.max(64, expectedTerms) : 0);
    this.#countsOverlaps = spec.countsOverlaps === true;
  }

  get capacityBytes(): number {
    return (
      this.#terms.capacityBytes +
      this.#log.capacityBytes +
      this.#positions.capacityBytes +
      this.#offsets.capacityBytes +
      this.#frequencies.capacityBytes +
      3 * this.#docs.capacityBytes
    );
  }

  /** Number of term occurrences in all documents. */
  get termCount(): number {
    return this.#log.length;
  }

  addTerm(doc: number, term: Uint8Array): void {
    this.#startDoc(doc);
    this.#place(this.#terms.addBytes(term, 0, term.length), 1);
  }

  addTermRange(doc: number, bytes: Uint8Array, start: number, end: number): void {
    this.#startDoc(doc);
    this.#place(this.#terms.addBytes(bytes, start, end), 1);
  }

  /** Adds a term and returns its number. Terms are numbered in order of first occurrence. */
  addTermText(doc: number, term: string): number {
    this.#startDoc(doc);
    const id = this.#terms.addText(term);
    this.#place(id, 1);
    return id;
  }

  /** The number of the term, or -1. */
  termId(term: string): number {
    return this.#terms.findText(term);
  }

  /**
   * Adds one analysed value. The next value of the document starts the analyzer's gaps after the
   * end of this one, as in Lucene. Returns the number of tokens.
   */
  addTokens(doc: number, text: AnalyzedText, { positionIncrementGap, offsetGap }: Gaps): number {
    this.#startDoc(doc);
    for (const { term, positionIncrement, termFrequency } of text.tokens) {
      this.addText(term, positionIncrement);
      if (termFrequency !== undefined) this.#setFrequency(termFrequency);
    }
    if (this.spec.termVector?.offsets === true) this.#addOffsets(text);
    this.#position += text.trailingIncrement + positionIncrementGap;
    this.#offset += text.finalOffset + offsetGap;
    return text.tokens.length;
  }

  /** Sets the frequency of the last log entry. */
  #setFrequency(frequency: number): void {
    while (this.#frequencies.length < this.#log.length - 1) this.#frequencies.push(1);
    this.#frequencies.push(frequency);
    this.#lengths.array[this.#lengths.length - 1] += frequency - 1;
  }

  #addOffsets({ tokens }: AnalyzedText): void {
    for (const { startOffset, endOffset } of tokens) {
      this.#offsets.push(this.#offset + startOffset);
      this.#offsets.push(this.#offset + endOffset);
    }
  }

  /** Like `addTokens`, but the terms come straight from the analyzer. */
  feedText(doc: number, text: string, { feed, gap }: TermFeed): number {
    this.#startDoc(doc);
    const before = this.#log.length;
    const trailing = feed(text, this);
    this.#position += trailing + gap;
    return this.#log.length - before;
  }

  /** Like `feedText`, but for ASCII bytes, which the analyzer modifies. */
  feedAscii(doc: number, { bytes, start, end }: PlainAscii, { feed, gap }: AsciiTermFeed): number {
    this.#startDoc(doc);
    const before = this.#log.length;
    const trailing = feed(bytes, start, end, this);
    this.#position += trailing + gap;
    return this.#log.length - before;
  }

  addAscii(bytes: Uint8Array, start: number, end: number, positionIncrement: number): void {
    this.#place(this.#terms.addBytes(bytes, start, end), positionIncrement);
  }

  addText(term: string, positionIncrement: number): void {
    this.#place(this.#terms.addText(term), positionIncrement);
  }

  /** Returns the field's parts and empties the field. */
  finish(maxDoc: number): PartData[] {
    const parts: PartData[] = [];
    const norms = this.spec.norms ? this.#norms(maxDoc) : undefined;
    if (norms !== undefined) parts.push({ code: PART.norms, meta: [], sections: [norms] });
    const ids = this.#terms.sortedIds();
    const ranks = new Uint32Array(ids.length);
    for (let rank = 0; rank < ids.length; rank++) ranks[ids[rank]] = rank;
    parts.push(...this.#postings({ ids, ranks, maxDoc, norms }));
    if (this.spec.termVector !== undefined)
      parts.push(this.#vectors(ranks, this.spec.termVector, maxDoc));
    if (this.spec.column === 'ordinal') parts.push(this.#ordinals(ranks, maxDoc));
    this.#release();
    return parts;
  }

  #place(term: number, positionIncrement: number): void {
    this.#log.push(term);
    if (positionIncrement > 0 || this.#countsOverlaps)
      this.#lengths.array[this.#lengths.length - 1]++;
    if (!this.#logsPositions) return;
    this.#position = Math.max(0, this.#position + positionIncrement);
    this.#positions.push(this.#position);
  }

  #startDoc(doc: number): void {
    const count = this.#docs.length;
    if (count > 0 && this.#docs.array[count - 1] === doc) return;
    this.#docs.push(doc);
    this.#starts.push(this.#log.length);
    this.#lengths.push(0);
    this.#position = -1;
    this.#offset = 0;
  }

  #release(): void {
    this.#terms.release();
    const lists = [
      this.#log,
      this.#positions,
      this.#offsets,
      this.#frequencies,
      this.#docs,
      this.#starts,
      this.#lengths,
    ];
    for (const list of lists) list.release();
  }

  #norms(maxDoc: number): Uint8Array {
    const norms = new Uint8Array(maxDoc);
    // Without frequencies, the length of a document is its number of distinct terms, as in Lucene's
    // similarities.
    const countsTerms = this.spec.postings === 'docs';
    for (let i = 0; i < this.#docs.length; i++) {
      const length = countsTerms ? this.#termsOf(i) : this.#lengths.array[i];
      norms[this.#docs.array[i]] = encodeFieldLength(length) || NO_TOKENS;
    }
    return norms;
  }

  #termsOf(index: number): number {
    return new Set(this.#log.array.subarray(this.#starts.array[index], this.#endOf(index))).size;
  }

  #endOf(index: number): number {
    return index + 1 < this.#starts.length ? this.#starts.array[index + 1] : this.#log.length;
  }

  #postings(options: {
    ids: Uint32Array;
    ranks: Uint32Array;
    maxDoc: number;
    norms: Uint8Array | undefined;
  }): PartData[] {
    const { ids, ranks, maxDoc, norms } = options;
    const detail = this.spec.postings;
    const hashed = this.spec.name === ID_FIELD;
    const writer = new PostingsWriter({ detail, norms, maxDoc, hashed });
    const sorted = this.#sortByTerm(ranks);
    let from = 0;
    for (let rank = 0; rank < ids.length; rank++) {
      const to = sorted.ends[rank];
      writer.startTerm(this.#terms.term(ids[rank]));
      addDocs(writer, sorted, from, to);
      writer.endTerm();
      from = to;
    }
    const parts = writer.finish();
    return detail === 'none' ? parts.filter((part) => part.code === PART.terms) : parts;
  }

  #sortByTerm(ranks: Uint32Array): SortedLog {
    const log = this.#log.view();
    const next = new Uint32Array(ranks.length + 1);
    for (let i = 0; i < log.length; i++) next[ranks[log[i]] + 1]++;
    for (let rank = 0; rank < ranks.length; rank++) next[rank + 1] += next[rank];
    const docs = new Uint32Array(log.length);
    const positions = new Uint32Array(this.#hasPositions ? log.length : 0);
    const logPositions = this.#positions.array;
    const frequencies = this.#frequencies.view();
    const counts = frequencies.length > 0 ? new Uint32Array(log.length).fill(1) : undefined;
    for (let index = 0; index < this.#docs.length; index++) {
      const doc = this.#docs.array[index];
      const end = this.#endOf(index);
      for (let i = this.#starts.array[index]; i < end; i++) {
        const slot = next[ranks[log[i]]]++;
        docs[slot] = doc;
        if (this.#hasPositions) positions[slot] = logPositions[i];
        if (counts !== undefined && i < frequencies.length) counts[slot] = frequencies[i];
      }
    }
    return { ends: next, docs, positions, counts };
  }

  #vectors(ranks: Uint32Array, detail: TermVectorDetail, maxDoc: number): PartData {
    const log = {
      docs: this.#docs.view(),
      starts: this.#starts.view(),
      ordinals: ranksOf(this.#log.view(), ranks),
      positions: this.#positions.view(),
      offsets: this.#offsets.view(),
      frequencies: this.#frequencies.view(),
    };
    return vectorsOfLog(log, detail, maxDoc);
  }

  #ordinals(ranks: Uint32Array, maxDoc: number): PartData {
    const builder = new OrdinalColumnBuilder();
    const ordinals = ranksOf(this.#log.view(), ranks);
    if (this.#hasOneTermEach()) builder.addSingles(this.#docs.view(), ordinals);
    else this.#addOrdinals(builder, ordinals);
    return builder.finish(maxDoc, ranks.length);
  }

  #hasOneTermEach(): boolean {
    const count = this.#docs.length;
    if (this.#log.length !== count) return false;
    for (let i = 0; i < count; i++) if (this.#starts.array[i] !== i) return false;
    return true;
  }

  /** Adds the distinct ordinals of each document, ascending. */
  #addOrdinals(builder: OrdinalColumnBuilder, ordinals: Uint32Array): void {
    for (let index = 0; index < this.#docs.length; index++) {
      const doc = this.#docs.array[index];
      const start = this.#starts.array[index];
      const end = this.#endOf(index);
      if (end - start > 1) ordinals.subarray(start, end).sort();
      for (let i = start; i < end; i++) {
        if (i === start || ordinals[i] !== ordinals[i - 1]) builder.add(doc, ordinals[i]);
      }
    }
  }
}

/**
 * Adds the documents of one term, whose entries are `from` to `to`. This loop is a function of its
 * own, because V8 compiles an inner loop of a function that runs once for itself alone and leaves
 * that code by a deoptimization, term by term.
 */
function addDocs(writer: PostingsWriter, sorted: SortedLog, from: number, to: number): void {
  const { docs, positions, counts } = sorted;
  const hasPositions = positions.length > 0;
  for (let first = from; first < to; ) {
    const doc = docs[first];
    let end = first + 1;
    while (end < to && docs[end] === doc) end++;
    writer.addDoc(doc, counts === undefined ? end - first : sumOf(counts, first, end));
    if (hasPositions) for (let i = first; i < end; i++) writer.addPosition(positions[i]);
    first = end;
  }
}

function sumOf(counts: Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += counts[i];
  return sum;
}

function ranksOf(terms: Uint32Array, ranks: Uint32Array): Uint32Array {
  const found = new Uint32Array(terms.length);
  for (let i = 0; i < terms.length; i++) found[i] = ranks[terms[i]];
  return found;
}
