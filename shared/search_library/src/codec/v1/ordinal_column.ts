/**
 * Sorted-set columns: the distinct terms of a document as ascending ordinals of the field's term
 * dictionary, which postings and column share. A single-valued column stores `ordinal + 1` per
 * document, 0 for none; a multi-valued one stores offsets and ordinals.
 */
import type { OrdinalColumn, SortedTerms } from '../../index/segment_reader.js';
import { GrowableU32 } from '../growable.js';
import { bytesOf, type OpenPart, PART, type PartData, wordsOf } from './segment_file.js';
import { dictionaryTerms } from './terms/dictionary_terms.js';
import type { TermDictionary } from './terms/term_dictionary.js';
import { layOutValues, openValueIndex, type ValueIndex } from './value_index.js';

type OrdinalArray = Uint8Array | Uint16Array | Uint32Array;

/** Collects a field's ordinals in document order, ascending and distinct within a document. */
export class OrdinalColumnBuilder {
  readonly #docs = new GrowableU32();
  readonly #ordinals = new GrowableU32();

  add(doc: number, ordinal: number): void {
    this.#docs.push(doc);
    this.#ordinals.push(ordinal);
  }

  /** Adds one ordinal for each of the documents, which follow all earlier ones. */
  addSingles(docs: Uint32Array, ordinals: Uint32Array): void {
    this.#docs.append(docs);
    this.#ordinals.append(ordinals);
  }

  finish(maxDoc: number, cardinality: number): PartData {
    const docs = this.#docs.view();
    const layout = layOutValues(docs, maxDoc);
    const width = cardinality < 0xff ? 1 : cardinality < 0xffff ? 2 : 4;
    const stored = narrow(width, layout.single ? maxDoc : docs.length);
    const ordinals = this.#ordinals.array;
    if (layout.single) for (let i = 0; i < docs.length; i++) stored[docs[i]] = ordinals[i] + 1;
    else for (let i = 0; i < docs.length; i++) stored[i] = ordinals[i] + 1;
    this.#docs.release();
    this.#ordinals.release();
    const none = new Uint32Array(0);
    return {
      code: PART.ordinals,
      meta: [width],
      sections: [none, layout.sections[1], stored],
    };
  }
}

function narrow(width: number, length: number): OrdinalArray {
  if (width === 1) return new Uint8Array(length);
  return width === 2 ? new Uint16Array(length) : new Uint32Array(length);
}

export class OrdinalColumnReader implements OrdinalColumn {
  readonly cardinality: number;
  readonly slots: OrdinalArray | undefined;
  readonly terms: SortedTerms;
  readonly #dictionary: TermDictionary;
  readonly #index: ValueIndex;
  /** Ordinal + 1; 0 only in single-valued columns. */
  readonly #stored: OrdinalArray;

  constructor(part: OpenPart, dictionary: TermDictionary) {
    this.#dictionary = dictionary;
    this.#index = openValueIndex(part, 0);
    this.#stored = openStored(part);
    this.slots = this.#index.single ? this.#stored : undefined;
    this.cardinality = dictionary.size;
    this.terms = dictionaryTerms(dictionary);
  }

  has(doc: number): boolean {
    return this.valueCount(doc) > 0;
  }

  valueCount(doc: number): number {
    if (this.#index.single) return this.#stored[doc] === 0 ? 0 : 1;
    return this.#index.count(doc);
  }

  ordinal(doc: number, i: number): number {
    return this.#stored[this.#index.first(doc) + i] - 1;
  }

  term(ordinal: number): Uint8Array {
    return this.#dictionary.term(ordinal);
  }

  visitTerms(ordinals: Uint32Array, visit: (bytes: Uint8Array, length: number) => void): void {
    this.#dictionary.visitTerms(ordinals, visit);
  }

  find(term: Uint8Array): number {
    const ordinal = this.#dictionary.find(term);
    return ordinal >= 0 ? ordinal : -this.#dictionary.ceiling(term) - 1;
  }
}

function openStored(part: OpenPart): OrdinalArray {
  const [width] = part.meta;
  const { offset, length } = part.sections[2];
  if (width === 1) return bytesOf(part, 2);
  return width === 2 ? new Uint16Array(part.buffer, offset, length >>> 1) : wordsOf(part, 2);
}
