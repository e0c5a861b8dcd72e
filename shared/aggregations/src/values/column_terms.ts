/**
 * Terms of a column as numbers. A shard whose terms are all in one segment uses that segment's
 * ordinals. A shard with several segments uses one numbering of all their terms once it pays; until
 * then each term gets a number when it is first met, so that only terms that match cost anything.
 */
import { expectDefined } from '@skein/base';
import {
  type ColumnMaking,
  type GlobalOrdinals,
  globalOrdinals,
  type OrdinalColumn,
  type SegmentReader,
} from '@skein/search_library';
import { readOrdinals } from './read_ordinals.js';
import { threadHashes, visitTermsOf } from './term_hashes.js';
import {
  compareText,
  NO_TERMS,
  type ReadTerms,
  type SegmentTerms,
  type TermColumn,
  type TermSource,
  TermTable,
} from './term_source.js';
import { termKey } from './value_format.js';

interface ColumnTermsOptions {
  /** Makes the column of a field that has none. */
  readonly uninverting?: ColumnMaking | undefined;
  /** True if one numbering of all segments' terms is requested, whether it pays or not. */
  readonly asksGlobal?: boolean;
}

export function columnTerms(
  field: string,
  segments: readonly SegmentReader[],
  { uninverting, asksGlobal = false }: ColumnTermsOptions = {},
): TermSource {
  const columnOf: ColumnOf = (segment) => segment.ordinals(field, uninverting);
  const keptAs = uninverting === undefined ? field : undefined;
  const alone = (reader: SegmentReader) => segmentTerms(columnOf(reader), reader, keptAs);
  const column = { field, columnOf, segments, alone };
  const withField = segments.filter((segment) => columnOf(segment) !== undefined);
  const [only] = withField;
  if (withField.length === 1 && only !== undefined) {
    return new OneSegmentTerms(column, only);
  }
  const met =
    only === undefined || uninverting !== undefined ? { terms: 0 } : metBefore(only, field);
  const shared = new SharedTerms(column, met);
  if (only === undefined || uninverting !== undefined) return shared;
  const pays = met.terms > MANY_TERMS && met.terms > shared.mostTerms * MET_SHARE;
  const global = globalOrdinals(field, segments, asksGlobal || pays);
  return global === undefined ? shared : new GlobalTerms(column, global);
}

/**
 * The number of terms that were compared although a global numbering would have made it
 * unnecessary.
 */
interface MetTerms {
  terms: number;
}

/**
 * The cost of numbering a term, as a share of the cost of comparing a met one. The numbering is
 * made once that share of all terms was met, in all searches of this thread.
 */
const MET_SHARE = 0.25;
/** With fewer terms, a numbering is not worth its memory. */
const MANY_TERMS = 4096;
/** The met terms by the first segment with the field. */
const metTerms = new WeakMap<SegmentReader, Map<string, MetTerms>>();

function metBefore(first: SegmentReader, field: string): MetTerms {
  const fields = metTerms.get(first) ?? new Map<string, MetTerms>();
  metTerms.set(first, fields);
  const own = fields.get(field) ?? { terms: 0 };
  fields.set(field, own);
  return own;
}

/** The columns of a field in its segments. */
interface FieldColumns {
  readonly field: string;
  readonly columnOf: ColumnOf;
  readonly segments: readonly SegmentReader[];
  readonly alone: (reader: SegmentReader) => SegmentTerms | undefined;
}

type ColumnOf = (segment: SegmentReader) => OrdinalColumn | undefined;

/**
 * `keptAs` is the field if its column is the same for every search of the segment, so that hashes
 * of its terms can be reused; otherwise it is `undefined`.
 */
function segmentTerms(
  column: OrdinalColumn | undefined,
  reader: SegmentReader,
  keptAs: string | undefined,
): SegmentTerms | undefined {
  if (column === undefined) return undefined;
  return {
    read: readOrdinals(column),
    visit: (ids, visit) => visitTermsOf(column, ids, visit),
    column: singleColumn(column),
    ...(keptAs !== undefined && {
      indexed: () => indexedTerms(column, reader, keptAs),
      hashes: (count: number) => threadHashes.of(reader, { field: keptAs, column }, count),
    }),
  };
}

/**
 * The same terms in the index; `undefined` if the index lacks terms of the column or if some of
 * their documents are hidden.
 */
function indexedTerms({ cardinality }: OrdinalColumn, reader: SegmentReader, field: string) {
  const terms = reader.terms(field);
  const isWhole = terms?.size === cardinality && reader.showsTerm === undefined;
  return isWhole ? terms : undefined;
}

/** The column as one term per document; `undefined` if a document has several terms. */
function singleColumn({ slots, cardinality }: OrdinalColumn): TermColumn | undefined {
  return slots && { slots, cardinality };
}

/** Numbers terms by their ordinals. Greater numbers are terms that no document has. */
class OneSegmentTerms implements TermSource {
  readonly ascends = true;
  readonly alone: FieldColumns['alone'];
  readonly #field: string;
  readonly #columnOf: ColumnOf;
  readonly #owner: SegmentReader;
  readonly #others = new TermTable();
  /** The column is held as long as the search, because the source lives no longer. */
  #opened: OrdinalColumn | undefined;

  constructor({ field, columnOf, alone }: FieldColumns, owner: SegmentReader) {
    this.alone = alone;
    this.#field = field;
    this.#columnOf = columnOf;
    this.#owner = owner;
  }

  get #column(): OrdinalColumn {
    this.#opened ??= expectDefined(this.#columnOf(this.#owner), 'the column of the terms');
    return this.#opened;
  }

  get mostTerms(): number {
    return this.#column.cardinality;
  }

  segment(reader: SegmentReader): ReadTerms {
    const column = this.#columnOf(reader);
    return column === undefined ? NO_TERMS : readOrdinals(column);
  }

  column(reader: SegmentReader): TermColumn | undefined {
    const column = this.#columnOf(reader);
    return column && singleColumn(column);
  }

  term(id: number): string {
    const { cardinality } = this.#column;
    return id < cardinality ? termKey(this.#column.term(id)) : this.#others.term(id - cardinality);
  }

  idOf(term: string): number {
    const ordinal = this.#column.find(bytesOf(term));
    return ordinal >= 0 ? ordinal : this.#column.cardinality + this.#others.idOf(term);
  }

  /** Ordinals are in the order of their terms. */
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

/** False for terms that only hidden documents have: they count as absent. */
function isShown(reader: SegmentReader, field: string, term: Uint8Array): boolean {
  if (reader.showsTerm === undefined) return true;
  const ordinal = reader.terms(field)?.find(term) ?? -1;
  return ordinal >= 0 && reader.showsTerm(field, ordinal);
}

function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(key, (unit) => unit.charCodeAt(0));
}

class SharedTerms implements TermSource {
  readonly alone: FieldColumns['alone'];
  readonly #field: string;
  readonly #columnOf: ColumnOf;
  readonly #segments: readonly SegmentReader[];
  readonly #table = new TermTable();
  readonly #met: MetTerms;

  constructor({ field, columnOf, segments, alone }: FieldColumns, met: MetTerms) {
    this.alone = alone;
    this.#field = field;
    this.#columnOf = columnOf;
    this.#segments = segments;
    this.#met = met;
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
    const ids = new OrdinalIds(column, this.#table, this.#met);
    return (block, into) => {
      read(block, into);
      ids.replace(into.ids, into.count);
    };
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
      if (column === undefined) continue;
      for (let i = 0; i < column.cardinality; i++) {
        const term = column.term(i);
        if (isShown(segment, this.#field, term)) visit(this.#table.idOf(termKey(term)));
      }
    }
  }
}

/**
 * Numbers the terms of all segments globally. Greater numbers are terms that no document has.
 */
class GlobalTerms implements TermSource {
  readonly ascends = true;
  readonly alone: FieldColumns['alone'];
  readonly #field: string;
  readonly #columnOf: ColumnOf;
  readonly #segments: readonly SegmentReader[];
  readonly #global: GlobalOrdinals;
  readonly #others = new TermTable();

  constructor({ field, columnOf, segments, alone }: FieldColumns, global: GlobalOrdinals) {
    this.alone = alone;
    this.#field = field;
    this.#columnOf = columnOf;
    this.#segments = segments;
    this.#global = global;
  }

  get mostTerms(): number {
    return this.#global.cardinality;
  }

  segment(reader: SegmentReader): ReadTerms {
    const column = this.#columnOf(reader);
    const numbers = this.#numbersOf(reader);
    if (column === undefined || numbers === undefined) return NO_TERMS;
    const read = readOrdinals(column);
    return (block, into) => {
      read(block, into);
      renumber(into.ids, into.count, numbers);
    };
  }

  term(id: number): string {
    const { cardinality, numbers } = this.#global;
    if (id >= cardinality) return this.#others.term(id - cardinality);
    for (let i = 0; ; i++) {
      const own = numbers[i];
      const ordinal = own === undefined ? -1 : placeOf(own, id);
      if (ordinal < 0) continue;
      const column = expectDefined(this.#columnOf(this.#segments[i]), 'the column of an ordinal');
      return termKey(column.term(ordinal));
    }
  }

  idOf(term: string): number {
    const bytes = bytesOf(term);
    for (const [i, segment] of this.#segments.entries()) {
      const ordinal = this.#columnOf(segment)?.find(bytes) ?? -1;
      const numbers = this.#global.numbers[i];
      if (ordinal >= 0 && numbers !== undefined) return numbers[ordinal];
    }
    return this.#global.cardinality + this.#others.idOf(term);
  }

  compare(a: number, b: number): number {
    const { cardinality } = this.#global;
    return a < cardinality && b < cardinality ? a - b : compareText(this.term(a), this.term(b));
  }

  everyTerm(visit: (id: number) => void): void {
    for (const segment of this.#segments) {
      const numbers = this.#numbersOf(segment);
      const column = this.#columnOf(segment);
      if (numbers === undefined || column === undefined) continue;
      for (let ordinal = 0; ordinal < numbers.length; ordinal++) {
        const isSeen = isShown(segment, this.#field, column.term(ordinal));
        if (isSeen) visit(numbers[ordinal]);
      }
    }
  }

  #numbersOf(reader: SegmentReader): Uint32Array | undefined {
    return this.#global.numbers[this.#segments.indexOf(reader)];
  }
}

function renumber(ids: Uint32Array, count: number, numbers: Uint32Array): void {
  for (let i = 0; i < count; i++) ids[i] = numbers[ids[i]];
}

/** The index of a number in an ascending list, or -1. */
function placeOf(ascending: Uint32Array, number: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < number) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === number ? low : -1;
}

/** The table has pages of ordinals, so that its memory grows with the terms that are met. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/** Maps ordinals of a segment to numbers of the shard. */
class OrdinalIds {
  readonly #column: OrdinalColumn;
  readonly #table: TermTable;
  /** The number + 1 of each ordinal; 0 if its term was not met. */
  readonly #pages: (Uint32Array | undefined)[];
  readonly #met: MetTerms;

  constructor(column: OrdinalColumn, table: TermTable, met: MetTerms) {
    this.#column = column;
    this.#table = table;
    this.#met = met;
    this.#pages = new Array((column.cardinality >>> PAGE_BITS) + 1).fill(undefined);
  }

  replace(ids: Uint32Array, count: number): void {
    const pages = this.#pages;
    for (let i = 0; i < count; i++) {
      const ordinal = ids[i];
      const page = pages[ordinal >>> PAGE_BITS];
      const id = page === undefined ? 0 : page[ordinal & (PAGE - 1)];
      ids[i] = id === 0 ? this.#meet(ordinal) : id - 1;
    }
  }

  #meet(ordinal: number): number {
    this.#met.terms++;
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
