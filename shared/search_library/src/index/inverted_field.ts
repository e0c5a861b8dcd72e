/**
 * The forward log of one field in the index buffer: for each document the ids of its terms in
 * order, with positions. `write_inverted.ts` makes the field's parts of a segment from it.
 */
import type { AnalyzedText, Analyzer, AsciiFeed, TermSink } from '@skein/analysis';
import { GrowableU32 } from '../codec/growable.js';
import type { FieldSpec } from '../document/field_spec.js';
import { hasPositions } from '../document/field_spec.js';
import type { PlainAscii } from './ascii_scratch.js';
import { TermHash } from './term_hash.js';
import type { InvertedLog } from './write_inverted.js';

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

export class InvertedField implements TermSink {
  readonly spec: FieldSpec;
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
    this.#logsPositions = hasPositions(spec) || spec.termVector?.positions === true;
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

  addAscii(bytes: Uint8Array, start: number, end: number, fnv: number): void {
    this.#place(this.#terms.addHashed(bytes, start, end, fnv), 1);
  }

  addText(term: string, positionIncrement: number): void {
    this.#place(this.#terms.addText(term), positionIncrement);
  }

  /** The log as plain data. The field cannot be used afterwards. */
  freeze(): InvertedLog {
    return {
      spec: this.spec,
      terms: this.#terms.freeze(),
      log: this.#log.view(),
      positions: this.#positions.view(),
      offsets: this.#offsets.view(),
      docs: this.#docs.view(),
      starts: this.#starts.view(),
      frequencies: this.#frequencies.view(),
      lengths: this.#lengths.view(),
    };
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
}
