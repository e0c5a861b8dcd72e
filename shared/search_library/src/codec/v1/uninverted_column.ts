/**
 * The terms of a text field by document, made from the term dictionary and the postings on first
 * use (OpenSearch's fielddata). The result is one block of bytes that describes its own layout, so
 * that any thread can read the block another thread made:
 *
 *     cardinality, bytes per ordinal, 1 if each document has one value at most, 1 if some terms
 *     were left out | offsets or nothing | ordinals + 1 | terms
 *
 * Ordinals count the kept terms only; if some were left out, `terms` has their ordinals in the
 * dictionary.
 */
import { firstWhere } from '@skein/base';
import {
  NO_MORE_DOCS,
  type OrdinalColumn,
  type TermsReader,
  type Uninverting,
} from '../../index/segment_reader.js';
import type { PlacedPart } from '../../memory/part_places.js';
import { takeMemory } from '../../memory/request_memory.js';
import type { TermDictionary } from './terms/term_dictionary.js';

type OrdinalArray = Uint8Array | Uint16Array | Uint32Array;

const HEADER_WORDS = 4;
const WORD = 4;

/** The part to be made, planned before room is reserved for it. */
interface UninvertedPlan {
  readonly lengthBytes: number;
  fill(target: Uint8Array): void;
}

export function planUninverted(
  { terms, maxDoc, label }: { readonly terms: TermsReader; maxDoc: number; label: string },
  uninverting: Uninverting,
): UninvertedPlan {
  const kept = keptTerms(terms, uninverting);
  const cardinality = kept?.length ?? terms.size;
  takeMemory(WORD * (maxDoc + cardinality), label);
  const counts = new Uint32Array(maxDoc);
  visitPostings(terms, kept, (docs, from, to) => {
    for (let i = from; i < to; i++) counts[docs[i]]++;
  });
  let values = 0;
  let isSingle = true;
  for (let doc = 0; doc < maxDoc; doc++) {
    values += counts[doc];
    if (counts[doc] > 1) isSingle = false;
  }
  const width = cardinality < 0xff ? 1 : cardinality < 0xffff ? 2 : 4;
  const layout = layoutOf({ cardinality, width, isSingle, isPartial: kept !== undefined }, maxDoc);
  const ordinalBytes = width * (isSingle ? maxDoc : values);
  const termsAt = wordAligned(layout.ordinalsAt + ordinalBytes);
  return {
    lengthBytes: Math.max(termsAt + WORD * (kept?.length ?? 0), WORD * HEADER_WORDS),
    fill: (target) => {
      target.fill(0);
      const place = { buffer: target.buffer, start: target.byteOffset };
      const header = new Uint32Array(place.buffer, place.start, HEADER_WORDS);
      header.set([cardinality, width, isSingle ? 1 : 0, kept === undefined ? 0 : 1]);
      if (!isSingle)
        fillOffsets(
          new Uint32Array(place.buffer, place.start + WORD * HEADER_WORDS, maxDoc + 1),
          counts,
        );
      const next = isSingle ? undefined : counts;
      const stored = ordinalsOf(place, layout, isSingle ? maxDoc : values);
      visitPostings(terms, kept, (docs, from, to, ordinal) => {
        for (let i = from; i < to; i++) {
          const doc = docs[i];
          stored[next === undefined ? doc : next[doc]++] = ordinal + 1;
        }
      });
      if (kept !== undefined) {
        new Uint32Array(place.buffer, place.start + termsAt, kept.length).set(kept);
      }
    },
  };
}

/**
 * Fills in each document's start, in `offsets` and in `counts`. From here on, `counts` is the place
 * of the document's next ordinal.
 */
function fillOffsets(offsets: Uint32Array, counts: Uint32Array): void {
  let at = 0;
  for (let doc = 0; doc < counts.length; doc++) {
    offsets[doc] = at;
    at += counts[doc];
    counts[doc] = offsets[doc];
  }
  offsets[counts.length] = at;
}

/**
 * The terms whose document frequency the mapping accepts; `undefined`: all. As in OpenSearch,
 * shares refer to the documents with the field, and a value from 1 on counts documents.
 */
function keptTerms(
  terms: TermsReader,
  { min, max, minSegmentSize }: Uninverting,
): Uint32Array | undefined {
  const { docCount } = terms;
  if (docCount < minSegmentSize) return undefined;
  const least = Math.trunc(min >= 1 ? min : docCount * min);
  const most = Math.trunc(max > 1 ? max : docCount * max);
  if (least <= 1 && most >= docCount) return undefined;
  const kept: number[] = [];
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    const docFreq = terms.docFreq(ordinal);
    if (docFreq >= least && docFreq <= most) kept.push(ordinal);
  }
  return Uint32Array.from(kept);
}

type VisitRun = (docs: Uint32Array, from: number, to: number, ordinal: number) => void;

/** Visits the postings in term order; ordinals count the kept terms. */
function visitPostings(terms: TermsReader, kept: Uint32Array | undefined, visit: VisitRun): void {
  const count = kept?.length ?? terms.size;
  const lone = new Uint32Array(1);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const postings = terms.postings(kept === undefined ? ordinal : kept[ordinal], 'docs');
    for (let doc = postings.nextDoc(); doc !== NO_MORE_DOCS; doc = postings.nextDoc()) {
      const run = postings.runBefore?.(NO_MORE_DOCS);
      if (run === undefined) {
        lone[0] = doc;
        visit(lone, 0, 1, ordinal);
      } else visit(run.docs, run.from, run.to, ordinal);
    }
  }
}

interface Shape {
  readonly cardinality: number;
  readonly width: number;
  readonly isSingle: boolean;
  readonly isPartial: boolean;
}

interface Layout extends Shape {
  /** Offset in bytes from the start. */
  readonly ordinalsAt: number;
}

function layoutOf(shape: Shape, maxDoc: number): Layout {
  const offsets = shape.isSingle ? 0 : maxDoc + 1;
  return { ...shape, ordinalsAt: WORD * (HEADER_WORDS + offsets) };
}

function wordAligned(bytes: number): number {
  return Math.ceil(bytes / WORD) * WORD;
}

type Place = Pick<PlacedPart, 'buffer' | 'start'>;

function ordinalsOf({ buffer, start }: Place, layout: Layout, count: number): OrdinalArray {
  const { width, ordinalsAt } = layout;
  if (width === 1) return new Uint8Array(buffer, start + ordinalsAt, count);
  if (width === 2) return new Uint16Array(buffer, start + ordinalsAt, count);
  return new Uint32Array(buffer, start + ordinalsAt, count);
}

export class UninvertedColumn implements OrdinalColumn {
  readonly cardinality: number;
  readonly slots: OrdinalArray | undefined;
  readonly #dictionary: TermDictionary;
  /** Start of each document's ordinals; `undefined`: each document has at most one. */
  readonly #offsets: Uint32Array | undefined;
  readonly #stored: OrdinalArray;
  /** The dictionary's ordinal by kept ordinal; `undefined`: they are the same. */
  readonly #terms: Uint32Array | undefined;

  constructor(place: Place, maxDoc: number, dictionary: TermDictionary) {
    const { buffer, start } = place;
    const [cardinality, width, single, partial] = new Uint32Array(buffer, start, HEADER_WORDS);
    const isSingle = single === 1;
    const layout = layoutOf({ cardinality, width, isSingle, isPartial: partial === 1 }, maxDoc);
    this.cardinality = cardinality;
    this.#dictionary = dictionary;
    this.#offsets = isSingle
      ? undefined
      : new Uint32Array(buffer, start + WORD * HEADER_WORDS, maxDoc + 1);
    const count = this.#offsets === undefined ? maxDoc : this.#offsets[maxDoc];
    this.#stored = ordinalsOf(place, layout, count);
    this.slots = isSingle ? this.#stored : undefined;
    const termsAt = wordAligned(layout.ordinalsAt + width * count);
    this.#terms = layout.isPartial
      ? new Uint32Array(buffer, start + termsAt, cardinality)
      : undefined;
  }

  has(doc: number): boolean {
    return this.valueCount(doc) > 0;
  }

  valueCount(doc: number): number {
    const offsets = this.#offsets;
    if (offsets === undefined) return this.#stored[doc] === 0 ? 0 : 1;
    return offsets[doc + 1] - offsets[doc];
  }

  ordinal(doc: number, i: number): number {
    return this.#stored[(this.#offsets === undefined ? doc : this.#offsets[doc]) + i] - 1;
  }

  term(ordinal: number): Uint8Array {
    return this.#dictionary.term(this.#terms === undefined ? ordinal : this.#terms[ordinal]);
  }

  visitTerms(ordinals: Uint32Array, visit: (bytes: Uint8Array, length: number) => void): void {
    const terms = this.#terms;
    const places = terms === undefined ? ordinals : ordinals.map((ordinal) => terms[ordinal]);
    this.#dictionary.visitTerms(places, visit);
  }

  find(term: Uint8Array): number {
    const at = this.#dictionary.ceiling(term);
    const isThere = this.#dictionary.find(term) === at;
    if (this.#terms === undefined) return isThere ? at : -at - 1;
    const terms = this.#terms;
    const place = firstWhere(terms.length, (i) => terms[i] >= at);
    return isThere && this.#terms[place] === at ? place : -place - 1;
  }
}
