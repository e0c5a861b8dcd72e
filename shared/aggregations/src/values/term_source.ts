/**
 * Terms of a field, block by block, as numbers: each term of the shard has one, given when it is first met. A shard whose terms are all in one segment uses
 * that segment's ordinals. Terms are told apart by their bytes, as strings of a code unit each.
 */
import type { OrdinalColumn, SegmentReader, Uninverting } from '@skein/search_library';
import { BLOCK_DOCS, type DocBlock } from '../collect/doc_block.js';
import { roomForWords, takeObjects } from '../collect/growable.js';
import { places } from '../collect/places.js';
import { termBytes, termKey } from './value_format.js';

export class TermRows {
  count = 0;
  /** As `NumberRows.rows`. */
  rows: Uint32Array = places(BLOCK_DOCS);
  /** By row: the number of the term. */
  ids = new Uint32Array(BLOCK_DOCS);
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
  /** The number of a term, which is given one if it has none. */
  idOf(term: string): number;
  /** How two terms are ordered: by their bytes. */
  compare(a: number, b: number): number;
  /** No more different terms than this are met. Absent: nobody knows. */
  readonly mostTerms?: number;
  /** Calls back for every term of the shard, met or not. */
  everyTerm(visit: (id: number) => void): void;
  /** For those that need not know which terms of two segments are the same. Absent: terms are not those of a column; `undefined`: the segment has none. */
  readonly alone?: (reader: SegmentReader) => SegmentTerms | undefined;
  /** The column itself, where the numbers of terms are its ordinals and a document has one at most. Absent or `undefined`: they are to be read. */
  readonly column?: (reader: SegmentReader) => TermColumn | undefined;
}

export interface TermColumn {
  /** By document: the number + 1; 0: it has none. */
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

/** `uninverting`: of a field without a column. */
export function columnTerms(
  field: string,
  segments: readonly SegmentReader[],
  uninverting?: Uninverting,
): TermSource {
  const column: ColumnOf = (segment) => segment.ordinals(field, uninverting);
  const withField = segments.filter((segment) => column(segment) !== undefined);
  const [only] = withField;
  return withField.length === 1 && only !== undefined
    ? new OneSegmentTerms(field, column, only)
    : new SharedTerms(field, column, segments);
}

type ColumnOf = (segment: SegmentReader) => OrdinalColumn | undefined;

/** Terms of one segment alone, by ordinals of its own. */
export interface SegmentTerms {
  readonly read: ReadTerms;
  /** See `OrdinalColumn.visitTerms`. */
  visit(ids: Uint32Array, visit: (bytes: Uint8Array, length: number) => void): void;
}

function visitTerm(term: Uint8Array, visit: (bytes: Uint8Array, length: number) => void): void {
  visit(term, term.length);
}

/** As the source numbers them. */
export function sourceTerms(source: TermSource, reader: SegmentReader): SegmentTerms {
  return {
    read: source.segment(reader),
    visit(ids, visit) {
      for (const id of ids) visitTerm(termBytes(source.term(id)), visit);
    },
  };
}

function segmentTerms(column: OrdinalColumn | undefined): SegmentTerms | undefined {
  if (column === undefined) return undefined;
  return {
    read: readOrdinals(column),
    visit(ids, visit) {
      if (column.visitTerms !== undefined) column.visitTerms(ids, visit);
      else for (const id of ids) visitTerm(column.term(id), visit);
    },
  };
}

/** The numbers of terms are their ordinals; terms beyond are those that no document has. */
class OneSegmentTerms implements TermSource {
  readonly #field: string;
  readonly #columnOf: ColumnOf;
  readonly #owner: SegmentReader;
  readonly #others = new TermTable();
  /** Held as long as the search: a source lives no longer. */
  #opened: OrdinalColumn | undefined;

  constructor(field: string, columnOf: ColumnOf, owner: SegmentReader) {
    this.#field = field;
    this.#columnOf = columnOf;
    this.#owner = owner;
  }

  get #column(): OrdinalColumn {
    this.#opened ??= this.#columnOf(this.#owner) as OrdinalColumn;
    return this.#opened;
  }

  get mostTerms(): number {
    return this.#column.cardinality;
  }

  segment(reader: SegmentReader): ReadTerms {
    const column = this.#columnOf(reader);
    return column === undefined ? NO_TERMS : readOrdinals(column);
  }

  alone(reader: SegmentReader): SegmentTerms | undefined {
    return segmentTerms(this.#columnOf(reader));
  }

  column(reader: SegmentReader): TermColumn | undefined {
    const { slots, cardinality } = this.#columnOf(reader) ?? {};
    return slots && cardinality !== undefined ? { slots, cardinality } : undefined;
  }

  term(id: number): string {
    const { cardinality } = this.#column;
    return id < cardinality ? termKey(this.#column.term(id)) : this.#others.term(id - cardinality);
  }

  idOf(term: string): number {
    const ordinal = this.#column.find(bytesOf(term));
    return ordinal >= 0 ? ordinal : this.#column.cardinality + this.#others.idOf(term);
  }

  /** Ordinals are in order. */
  compare(a: number, b: number): number {
    const { cardinality } = this.#column;
    return a < cardinality && b < cardinality ? a - b : compareText(this.term(a), this.term(b));
  }

  everyTerm(visit: (id: number) => void): void {
    const { cardinality } = this.#column;
    for (let id = 0; id < cardinality; id++) {
      if (isShown(this.#owner, this.#field, this.#column.term(id))) visit(id);
    }
  }
}

/** Terms that only hidden documents have are as if they were not there. */
function isShown(reader: SegmentReader, field: string, term: Uint8Array): boolean {
  if (reader.showsTerm === undefined) return true;
  const ordinal = reader.terms(field)?.find(term) ?? -1;
  return ordinal >= 0 && reader.showsTerm(field, ordinal);
}

function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(key, (unit) => unit.charCodeAt(0));
}

class SharedTerms implements TermSource {
  readonly #field: string;
  readonly #columnOf: ColumnOf;
  readonly #segments: readonly SegmentReader[];
  readonly #table = new TermTable();

  constructor(field: string, columnOf: ColumnOf, segments: readonly SegmentReader[]) {
    this.#field = field;
    this.#columnOf = columnOf;
    this.#segments = segments;
  }

  get mostTerms(): number {
    let most = 0;
    for (const segment of this.#segments) most += this.#columnOf(segment)?.cardinality ?? 0;
    return most;
  }

  segment(reader: SegmentReader): ReadTerms {
    const column = this.#columnOf(reader);
    if (column === undefined) return NO_TERMS;
    const read = readOrdinals(column);
    const ids = new OrdinalIds(column, this.#table);
    return (block, into) => {
      read(block, into);
      ids.replace(into.ids, into.count);
    };
  }

  alone(reader: SegmentReader): SegmentTerms | undefined {
    return segmentTerms(this.#columnOf(reader));
  }

  term(id: number): string {
    return this.#table.term(id);
  }

  idOf(term: string): number {
    return this.#table.idOf(term);
  }

  compare(a: number, b: number): number {
    return this.#table.compare(a, b);
  }

  everyTerm(visit: (id: number) => void): void {
    for (const segment of this.#segments) {
      const column = this.#columnOf(segment);
      const count = column?.cardinality ?? 0;
      for (let i = 0; i < count; i++) {
        const term = (column as OrdinalColumn).term(i);
        if (isShown(segment, this.#field, term)) visit(this.#table.idOf(termKey(term)));
      }
    }
  }
}

/** A string in a map and in a list; measured, about. */
const TERM_BYTES = 100;

export class TermTable {
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];

  term(id: number): string {
    return this.#terms[id] as string;
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

/** Ordinals of a page of the table: memory follows the terms that are met. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/** From ordinals of a segment to numbers of the shard. */
class OrdinalIds {
  readonly #column: OrdinalColumn;
  readonly #table: TermTable;
  /** Number + 1; 0: not met. */
  readonly #pages: (Uint32Array | undefined)[];

  constructor(column: OrdinalColumn, table: TermTable) {
    this.#column = column;
    this.#table = table;
    this.#pages = new Array((column.cardinality >>> PAGE_BITS) + 1).fill(undefined);
  }

  replace(ids: Uint32Array, count: number): void {
    const pages = this.#pages;
    for (let i = 0; i < count; i++) {
      const ordinal = ids[i] as number;
      const page = pages[ordinal >>> PAGE_BITS];
      const id = page === undefined ? 0 : (page[ordinal & (PAGE - 1)] as number);
      ids[i] = id === 0 ? this.#meet(ordinal) : id - 1;
    }
  }

  #meet(ordinal: number): number {
    const id = this.#table.idOf(termKey(this.#column.term(ordinal)));
    let page = this.#pages[ordinal >>> PAGE_BITS];
    if (page === undefined) {
      page = new Uint32Array(PAGE);
      this.#pages[ordinal >>> PAGE_BITS] = page;
    }
    page[ordinal & (PAGE - 1)] = id + 1;
    return id;
  }
}

function readOrdinals(column: OrdinalColumn): ReadTerms {
  const { slots } = column;
  if (slots === undefined) return (block, into) => readSeveral(column, block, into);
  if (slots instanceof Uint8Array) return (block, into) => readSlots8(slots, block, into);
  if (slots instanceof Uint16Array) return (block, into) => readSlots16(slots, block, into);
  return (block, into) => readSlots32(slots, block, into);
}

/** Slots hold ordinal + 1: the number is taken for all, and those of 0 are left out when there are some. */
function readSlots8(slots: Uint8Array, { docs, count }: DocBlock, into: TermRows): void {
  const ids = into.takeAll(count);
  let present = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[docs[i] as number] as number;
    ids[i] = slot - 1;
    present += slot === 0 ? 0 : 1;
  }
  if (present < count) compact(into);
}

function readSlots16(slots: Uint16Array, { docs, count }: DocBlock, into: TermRows): void {
  const ids = into.takeAll(count);
  let present = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[docs[i] as number] as number;
    ids[i] = slot - 1;
    present += slot === 0 ? 0 : 1;
  }
  if (present < count) compact(into);
}

function readSlots32(slots: Uint32Array, { docs, count }: DocBlock, into: TermRows): void {
  const ids = into.takeAll(count);
  let present = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[docs[i] as number] as number;
    ids[i] = slot - 1;
    present += slot === 0 ? 0 : 1;
  }
  if (present < count) compact(into);
}

const NO_TERM = 0xffffffff;

function compact(into: TermRows): void {
  const { ids, count } = into;
  const rows = into.ownRows(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i] as number;
    if (id === NO_TERM) continue;
    rows[kept] = i;
    ids[kept++] = id;
  }
  into.count = kept;
}

function readSeveral(column: OrdinalColumn, { docs, count }: DocBlock, into: TermRows): void {
  into.ownRows(count);
  let row = 0;
  let isSingle = true;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    if (!column.has(doc)) continue;
    const values = column.valueCount(doc);
    if (values > 1) isSingle = false;
    into.moreRows(row + values + (count - i));
    for (let k = 0; k < values; k++) {
      into.rows[row] = i;
      into.ids[row++] = column.ordinal(doc, k);
    }
  }
  into.count = row;
  into.isSingle = isSingle;
}

/** Documents without a term have this one. */
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
      into.ids[row++] = ids[at] as number;
    }
    if (at > first) continue;
    into.rows[row] = i;
    into.ids[row++] = missing;
  }
  into.count = row;
}
