/** A bucket for each value an owner's documents have: what `terms` and its kin collect with. Documents with several values are in several buckets, each once. */
import {
  BlockKernels,
  type IndexSearcher,
  matchAllQuery,
  type SegmentReader,
} from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DOC_COUNT, DocCounts } from '../collect/doc_counts.js';
import { type Doubles, grownDoubles, roomForWords } from '../collect/growable.js';
import { IdBuckets } from '../collect/id_buckets.js';
import { KeyTable } from '../collect/key_table.js';
import type { KnownMatches } from '../collect/known_matches.js';
import { places } from '../collect/places.js';
import type { AcceptsKey } from '../options/include_exclude.js';
import { NumberRows } from '../values/number_rows.js';
import type { ReadNumbers } from '../values/number_source.js';
import type { NumberValues, TermValues } from '../values/resolve_values.js';
import {
  type ReadTerms,
  type TermColumn,
  TermRows,
  type TermSource,
} from '../values/term_source.js';
import { termKey } from '../values/value_format.js';
import type { Key } from './merge_buckets.js';

export interface ReadCounts {
  /** Every document counts as 1. */
  readonly ignoresDocCount?: boolean;
}

export interface ValueBuckets {
  readonly size: number;
  /** Buckets are found by their place in a table, not by a hash. */
  readonly isTable: boolean;
  /** By bucket. */
  readonly owners: Uint32Array;
  readonly counts: Float64Array;
  segment(reader: SegmentReader, how?: ReadCounts): void;
  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void;
  /** Counts the matches of a segment by the index, into buckets of owner 0; whether it has. Absent: it cannot. */
  countMatches?(matches: KnownMatches): boolean;
  key(bucket: number): Key;
  compareKeys(a: number, b: number): number;
  /** Buckets of no document for every value of the shard, accepted ones. */
  addEveryValue(owners: Uint32Array): void;
}

export function valueBuckets(
  values: NumberValues | TermValues,
  accepts: AcceptsKey | undefined,
  searcher: IndexSearcher,
  { countsRepeated = false }: { readonly countsRepeated?: boolean } = {},
): ValueBuckets {
  return values.kind === 'term'
    ? new TermBuckets(values.source, accepts, searcher)
    : new NumberBuckets(values, accepts, { countsRepeated, searcher });
}

/** The buckets of the rows that were accepted, on their way to the children. */
class BucketRows {
  rows = new Uint32Array(0);
  buckets = new Uint32Array(0);

  reserve(count: number): void {
    this.rows = roomForWords(this.rows, count);
    this.buckets = roomForWords(this.buckets, count);
  }
}

/** A term costs as much as counting so many documents. */
const DOCS_PER_TERM = 1024;

const UNKNOWN = 0;
const ACCEPTED = 1;
const REFUSED = 2;

class TermBuckets implements ValueBuckets {
  counts = new Float64Array(0);
  readonly #buckets = new IdBuckets();
  readonly #source: TermSource;
  readonly #accepts: AcceptsKey | undefined;
  /** By number of the term. */
  #verdicts = new Uint8Array(0);
  readonly #rows = new TermRows();
  readonly #out = new BucketRows();
  readonly #docCounts = new DocCounts();
  readonly #searcher: IndexSearcher;
  #read: ReadTerms | undefined;
  #column: TermColumn | undefined;
  #kernels: BlockKernels | undefined;

  constructor(source: TermSource, accepts: AcceptsKey | undefined, searcher: IndexSearcher) {
    this.#source = source;
    this.#accepts = accepts;
    this.#searcher = searcher;
  }

  get size(): number {
    return this.#buckets.size;
  }

  get isTable(): boolean {
    return this.#buckets.isTable;
  }

  get owners(): Uint32Array {
    return this.#buckets.owners;
  }

  countMatches({ reader, bounds }: KnownMatches): boolean {
    const isPlain = bounds.length === 0 && this.#accepts === undefined;
    const terms = isPlain ? this.#source.alone?.(reader)?.indexed?.() : undefined;
    if (terms === undefined || terms.size * DOCS_PER_TERM > reader.maxDoc) return false;
    // What documents stand for is told by documents alone.
    if (reader.numbers(DOC_COUNT) !== undefined) return false;
    for (let ordinal = 0; ordinal < terms.size; ordinal++) {
      const id = this.#source.idOf(termKey(terms.term(ordinal)));
      const bucket = this.#buckets.bucket(0, id);
      this.counts = grownDoubles(this.counts, bucket + 1);
      this.counts[bucket] = (this.counts[bucket] as number) + terms.docFreq(ordinal);
    }
    return true;
  }

  segment(reader: SegmentReader, { ignoresDocCount = false }: ReadCounts = {}): void {
    this.#docCounts.segment(ignoresDocCount ? undefined : reader);
    this.#read = this.#source.segment(reader);
    this.#column = this.#accepts === undefined ? this.#source.column?.(reader) : undefined;
    this.#kernels = this.#column && BlockKernels.over(this.#searcher, reader);
  }

  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void {
    if (this.#collectByKernel(block, children)) return;
    const rows = this.#rows;
    this.#read?.(block, rows);
    if (rows.count === 0) return;
    this.#out.reserve(rows.count);
    if (this.#accepts === undefined) {
      this.#takeAll(block);
      const { buckets } = this.#out;
      this.#docCounts.addMore(this.counts, block, { rows: rows.rows, buckets, count: rows.count });
      const all = { count: rows.count, size: this.size };
      children.collectRows(block, rows.rows, buckets, all);
      return;
    }
    const kept = this.#take(block);
    const { rows: at, buckets } = this.#out;
    count(this, buckets, kept);
    this.#docCounts.addMore(this.counts, block, { rows: at, buckets, count: kept });
    const taken = { count: kept, size: this.size };
    children.collectRows(block, kept === rows.count ? rows.rows : at, buckets, taken);
  }

  #collectByKernel(block: DocBlock, children: Pick<Children, 'collectRows'>): boolean {
    const { count, docs, owners, buckets } = block;
    const [column, kernels] = [this.#column, this.#kernels];
    if (column === undefined || kernels === undefined || buckets === undefined) return false;
    const table = this.#buckets.tableFor(buckets, column.cardinality);
    if (table === undefined) return false;
    const out = this.#out;
    out.reserve(count);
    const kept = kernels.assign(
      column.slots,
      { docs, owners, count, buckets },
      {
        table,
        rows: out.rows,
        buckets: out.buckets,
        counts: () => this.counts,
        make: (owner, ordinal) => {
          const bucket = this.#buckets.bucket(owner, ordinal);
          this.counts = grownDoubles(this.counts, bucket + 1);
          return bucket;
        },
      },
    );
    if (kept === undefined) return false;
    const rows = kept === count ? places(count) : out.rows;
    this.#docCounts.addMore(this.counts, block, { rows, buckets: out.buckets, count: kept });
    children.collectRows(block, rows, out.buckets, { count: kept, size: this.size });
    return true;
  }

  #takeAll({ owners, buckets: ownersBelow }: DocBlock): void {
    const into = { buckets: this.#out.buckets, counts: this.counts };
    this.counts =
      ownersBelow === 1
        ? this.#buckets.assignCountedOf(0, this.#rows, into)
        : this.#buckets.assignCounted(this.#rows, owners, into);
  }

  #take({ owners }: DocBlock): number {
    const { rows, ids, count: total } = this.#rows;
    const { buckets, rows: keptRows } = this.#out;
    let kept = 0;
    for (let i = 0; i < total; i++) {
      const id = ids[i] as number;
      const verdict = this.#verdicts[id] ?? UNKNOWN;
      if (verdict === REFUSED || (verdict === UNKNOWN && !this.#judge(id))) continue;
      const row = rows[i] as number;
      keptRows[kept] = row;
      buckets[kept++] = this.#buckets.bucket(owners[row] as number, id);
    }
    return kept;
  }

  #judge(id: number): boolean {
    if (id >= this.#verdicts.length) {
      const longer = new Uint8Array(Math.max(id + 1, this.#verdicts.length * 2));
      longer.set(this.#verdicts);
      this.#verdicts = longer;
    }
    const accepted = this.#accepts?.(this.#source.term(id)) ?? true;
    this.#verdicts[id] = accepted ? ACCEPTED : REFUSED;
    return accepted;
  }

  key(bucket: number): string {
    return this.#source.term(this.#buckets.ids[bucket] as number);
  }

  compareKeys(a: number, b: number): number {
    const { ids } = this.#buckets;
    return this.#source.compare(ids[a] as number, ids[b] as number);
  }

  addEveryValue(owners: Uint32Array): void {
    this.#source.everyTerm((id) => {
      if (this.#accepts !== undefined && !this.#accepts(this.#source.term(id))) return;
      for (const owner of owners) this.#buckets.bucket(owner, id);
    });
    this.counts = grownDoubles(this.counts, this.size);
  }
}

function count(
  into: { counts: Doubles; readonly size: number },
  buckets: Uint32Array,
  total: number,
): void {
  into.counts = grownDoubles(into.counts, into.size);
  const { counts } = into;
  for (let i = 0; i < total; i++) {
    const bucket = buckets[i] as number;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
}

const LOW_WORD = 2 ** 32;

interface NumberCounting {
  readonly countsRepeated: boolean;
  readonly searcher: IndexSearcher;
}

class NumberBuckets implements ValueBuckets {
  readonly #searcher: IndexSearcher;
  readonly isTable = false;
  counts = new Float64Array(0);
  readonly #table = new KeyTable();
  readonly #values: NumberValues;
  /** A document counts for a number as often as it has it. */
  readonly #countsRepeated: boolean;
  readonly #accepts: AcceptsKey | undefined;
  readonly #rows = new NumberRows();
  readonly #out = new BucketRows();
  readonly #docCounts = new DocCounts();
  #read: ReadNumbers | undefined;

  constructor(
    values: NumberValues,
    accepts: AcceptsKey | undefined,
    { countsRepeated, searcher }: NumberCounting,
  ) {
    this.#countsRepeated = countsRepeated;
    this.#searcher = searcher;
    this.#values = values;
    this.#accepts = accepts;
  }

  get size(): number {
    return this.#table.size;
  }

  get owners(): Uint32Array {
    return this.#table.owners;
  }

  segment(reader: SegmentReader, { ignoresDocCount = false }: ReadCounts = {}): void {
    this.#docCounts.segment(ignoresDocCount ? undefined : reader);
    this.#read = this.#values.source.segment(reader);
  }

  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void {
    const rows = this.#rows;
    this.#read?.(block, rows);
    if (rows.count === 0) return;
    this.#out.reserve(rows.count);
    const kept = this.#take(block, wordsOf(rows, this.#values.numbers));
    const { rows: at, buckets } = this.#out;
    count(this, buckets, kept);
    this.#docCounts.addMore(this.counts, block, { rows: at, buckets, count: kept });
    children.collectRows(block, at, buckets, { count: kept, size: this.size });
  }

  #take({ owners }: DocBlock, words: Uint32Array): number {
    const { rows, count: total, isSingle } = this.#rows;
    const { buckets, rows: keptRows } = this.#out;
    const table = this.#table;
    let kept = 0;
    for (let i = 0; i < total; i++) {
      const row = rows[i] as number;
      const low = words[2 * i] as number;
      const high = words[2 * i + 1] as number;
      const isRepeated =
        !isSingle &&
        !this.#countsRepeated &&
        i > 0 &&
        rows[i - 1] === row &&
        words[2 * i - 2] === low &&
        words[2 * i - 1] === high;
      if (isRepeated) continue;
      if (this.#accepts !== undefined && !this.#accepts(this.#keyOf(low, high))) continue;
      keptRows[kept] = row;
      buckets[kept++] = table.bucket(owners[row] as number, low, high);
    }
    return kept;
  }

  #keyOf(low: number, high: number): number | bigint {
    if (this.#values.numbers === 'double') return doubleOfWords(low, high);
    const signed = this.#values.numbers === 'long' ? high | 0 : high;
    const value = signed * LOW_WORD + low;
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(signed) << 32n) | BigInt(low);
  }

  key(bucket: number): number | bigint {
    return this.#keyOf(this.#table.lows[bucket] as number, this.#table.highs[bucket] as number);
  }

  compareKeys(a: number, b: number): number {
    const [left, right] = [this.key(a), this.key(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  addEveryValue(owners: Uint32Array): void {
    const rows = new NumberRows();
    const nobody = new Uint32Array(0);
    this.#searcher.searchDocs(matchAllQuery(), {
      segment: (reader) => {
        const read = this.#values.source.segment(reader);
        return (docs, count) => {
          read({ docs, count, owners: nobody, scores: undefined }, rows);
          const words = wordsOf(rows, this.#values.numbers);
          for (let i = 0; i < rows.count; i++) {
            const [low, high] = [words[2 * i] as number, words[2 * i + 1] as number];
            if (this.#accepts !== undefined && !this.#accepts(this.#keyOf(low, high))) continue;
            for (const owner of owners) this.#table.bucket(owner, low, high);
          }
        };
      },
    });
    this.counts = grownDoubles(this.counts, this.size);
  }
}

/** Low and high words of each row's key. */
function wordsOf(
  { values, longs, count: total }: NumberRows,
  numbers: NumberValues['numbers'],
): Uint32Array {
  if (longs !== undefined) return new Uint32Array(longs.buffer);
  if (numbers === 'double') {
    // -0 is 0.
    for (let i = 0; i < total; i++) values[i] = (values[i] as number) + 0;
    return new Uint32Array(values.buffer);
  }
  const words = new Uint32Array(2 * total);
  for (let i = 0; i < total; i++) {
    const value = values[i] as number;
    words[2 * i] = value;
    words[2 * i + 1] = Math.floor(value / LOW_WORD);
  }
  return words;
}

const words = new Uint32Array(2);
const asDouble = new Float64Array(words.buffer);

function doubleOfWords(low: number, high: number): number {
  words[0] = low;
  words[1] = high;
  return asDouble[0] as number;
}
