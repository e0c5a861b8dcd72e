/**
 * Terms of a field as numbers, block by block: each term of the shard has one number. Terms are
 * strings with one code unit per byte, so that they compare by their bytes.
 */
import { requestWords, type SegmentReader, type TermsReader } from '@skein/search_library';
import { BLOCK_DOCS, type DocBlock } from '../collect/doc_block.js';
import { roomForWords, takeObjects } from '../collect/growable.js';
import { places } from '../collect/places.js';
import type { TermHashes, VisitTerm } from './term_hashes.js';
import { termBytes } from './value_format.js';

export class TermRows {
  count = 0;
  /** See `NumberRows.rows`. */
  rows: Uint32Array = places(BLOCK_DOCS);
  /** The number of each row's term. */
  ids = requestWords(BLOCK_DOCS);
  isSingle = true;
  #own = new Uint32Array(0);

  takeAll(count: number): Uint32Array {
    this.count = count;
    this.rows = places(count);
    this.isSingle = true;
    this.ids = roomForWords(this.ids, count);
    return this.ids;
  }

  ownRows(capacity: number): Uint32Array {
    this.#own = roomForWords(this.#own, capacity);
    this.rows = this.#own;
    this.ids = roomForWords(this.ids, capacity);
    return this.#own;
  }

  moreRows(capacity: number): void {
    if (capacity <= this.#own.length && capacity <= this.ids.length) return;
    const rows = roomForWords(this.#own, capacity);
    if (rows !== this.#own) rows.set(this.#own);
    const ids = roomForWords(this.ids, capacity);
    if (ids !== this.ids) ids.set(this.ids);
    this.#own = rows;
    this.rows = rows;
    this.ids = ids;
  }
}

export type ReadTerms = (block: DocBlock, into: TermRows) => void;

export interface TermSource {
  segment(reader: SegmentReader): ReadTerms;
  /** The bytes of a term that was met. */
  term(id: number): string;
  /** The number of a term; a new term gets a number. */
  idOf(term: string): number;
  /** Compares two terms by their bytes. */
  compare(a: number, b: number): number;
  /** The number of distinct terms that can be met at most; absent if it is unknown. */
  readonly mostTerms?: number;
  /** True if numbers below `mostTerms` are in the order of their terms. */
  readonly ascends?: boolean;
  /** Calls `visit` for every term of the shard, met or not. */
  everyTerm(visit: (id: number) => void): void;
  /**
   * The terms of a single segment, for callers that need not know which terms of two segments are
   * equal. Absent if the terms are not those of a column; returns `undefined` if the segment has
   * none.
   */
  readonly alone?: (reader: SegmentReader) => SegmentTerms | undefined;
  /**
   * The column itself, if the numbers of terms are its ordinals and a document has at most one. If
   * it is absent or returns `undefined`, the terms have to be read.
   */
  readonly column?: (reader: SegmentReader) => TermColumn | undefined;
}

export interface TermColumn {
  /** The number + 1 of each document's term; 0 if it has none. */
  readonly slots: Uint8Array | Uint16Array | Uint32Array;
  readonly cardinality: number;
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const NO_TERMS: ReadTerms = (_block, into) => {
  into.count = 0;
  into.isSingle = true;
};

/** Terms of a single segment, numbered by its own ordinals. */
export interface SegmentTerms {
  readonly read: ReadTerms;
  /** See `OrdinalColumn.visitTerms`. */
  visit(ids: Uint32Array, visit: VisitTerm): void;
  /** See `TermSource.column`. */
  readonly column?: TermColumn | undefined;
  /**
   * The same terms in the index, which knows the document count of each. If it is absent or returns
   * `undefined`, the documents have to be counted.
   */
  readonly indexed?: () => TermsReader | undefined;
  /** The known hashes of all terms, for a caller that would hash `count` of them. */
  readonly hashes?: (count: number) => TermHashes | undefined;
}

/** The terms of a segment, numbered as in the source. */
export function sourceTerms(source: TermSource, reader: SegmentReader): SegmentTerms {
  return {
    read: source.segment(reader),
    visit(ids, visit) {
      for (const id of ids) {
        const term = termBytes(source.term(id));
        visit(term, term.length);
      }
    },
  };
}

/** Approximate measured size of a string in a map and in a list, in bytes. */
const TERM_BYTES = 100;

export class TermTable {
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];

  term(id: number): string {
    return this.#terms[id];
  }

  get size(): number {
    return this.#terms.length;
  }

  compare(a: number, b: number): number {
    return compareText(this.term(a), this.term(b));
  }

  idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    takeObjects(1, TERM_BYTES + term.length);
    this.#terms.push(term);
    this.#ids.set(term, id);
    return id;
  }
}

/** The terms of a source whose numbers a table gives. */
export function termsOfTable(table: TermTable): Pick<TermSource, 'term' | 'idOf' | 'compare'> {
  return {
    term: (id) => table.term(id),
    idOf: (term) => table.idOf(term),
    compare: (a, b) => table.compare(a, b),
  };
}

/** Adds a term for documents without one. */
export function withMissingTerm(source: TermSource, missing: string): TermSource {
  const id = source.idOf(missing);
  const { mostTerms } = source;
  return {
    ...(mostTerms !== undefined && { mostTerms: mostTerms + 1 }),
    segment(reader) {
      const read = source.segment(reader);
      return (block, into) => {
        read(block, into);
        if (into.count < block.count || !into.isSingle) fillMissing(block.count, into, id);
      };
    },
    term: (of) => source.term(of),
    idOf: (term) => source.idOf(term),
    compare: (a, b) => source.compare(a, b),
    everyTerm: (visit) => {
      source.everyTerm(visit);
      visit(id);
    },
  };
}

function fillMissing(count: number, into: TermRows, missing: number): void {
  const rows = into.rows.slice(0, into.count);
  const ids = into.ids.slice(0, into.count);
  into.ownRows(into.count + count);
  let row = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const first = at;
    for (; at < rows.length && rows[at] === i; at++) {
      into.rows[row] = i;
      into.ids[row++] = ids[at];
    }
    if (at > first) continue;
    into.rows[row] = i;
    into.ids[row++] = missing;
  }
  into.count = row;
}
