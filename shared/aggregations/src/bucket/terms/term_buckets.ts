/**
 * One bucket for each term of an owner's documents, found by the number that the source gives to
 * the term.
 */
import { leaveIfLong } from '@skein/base';
import { BlockKernels, type IndexSearcher, type SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DOC_COUNT, DocCounts } from '../../collect/doc_counts.js';
import { type Doubles, grownDoubles } from '../../collect/growable.js';
import { IdBuckets } from '../../collect/id_buckets.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { places } from '../../collect/places.js';
import type { AcceptsKey } from '../../options/include_exclude.js';
import {
  type ReadTerms,
  type TermColumn,
  TermRows,
  type TermSource,
} from '../../values/term_source.js';
import { termKey } from '../../values/value_format.js';
import { BucketRows, countRows } from '../bucket_rows.js';
import { type GroupedBuckets, groupOfOne, type OwnerGroups } from '../merge_buckets.js';
import type { ReadCounts, ValueBuckets } from '../value_buckets_type.js';

/**
 * Tallying uses the number of a term as its bucket. It takes one memory access per document, where
 * a table of buckets takes two, and needs no table. It requires a single owner, and pays off if a
 * fair share of all terms is met.
 */
export interface Tallying {
  /** Returns true if all holders of bucket numbers can renumber them. */
  readonly mayBegin: () => boolean;
  /**
   * Renumbers the buckets that were passed on so far: `ids` holds the term number of each bucket,
   * which is its new number.
   */
  readonly renumber: (ids: Uint32Array) => void;
}

interface TermBucketsOptions {
  readonly accepts: AcceptsKey | undefined;
  readonly searcher: IndexSearcher;
  readonly tallying: Tallying | undefined;
}

/**
 * With fewer terms, tallying does not pay off, since kernels count them as fast. With more terms
 * than `MOST_TALLY`, it takes too much memory.
 */
const LEAST_TALLY = 1 << 12;
const MOST_TALLY = 1 << 22;
/** Tallying begins once one in this many terms was met. */
const TERMS_PER_MET = 32;

/** Reading a term's count from the index costs as much as counting this many documents. */
const DOCS_PER_TERM = 1024;

const UNKNOWN = 0;
const ACCEPTED = 1;
const REFUSED = 2;

export class TermBuckets implements ValueBuckets {
  counts: Doubles = new Float64Array(0);
  #buckets = new IdBuckets();
  readonly #source: TermSource;
  readonly #accepts: AcceptsKey | undefined;
  /** `undefined` if tallying is never used. */
  readonly #tallying: Tallying | undefined;
  readonly #mostTerms: number;
  /** True if the number of a term is its bucket. Buckets may then have no documents. */
  #isTally = false;
  /** UNKNOWN, ACCEPTED or REFUSED, by the number of the term. */
  #verdicts = new Uint8Array(0);
  readonly #rows = new TermRows();
  readonly #out = new BucketRows();
  readonly #docCounts = new DocCounts();
  readonly #searcher: IndexSearcher;
  #read: ReadTerms | undefined;
  #column: TermColumn | undefined;
  #kernels: BlockKernels | undefined;

  constructor(source: TermSource, { accepts, searcher, tallying }: TermBucketsOptions) {
    this.#source = source;
    this.#accepts = accepts;
    this.#searcher = searcher;
    this.#mostTerms = source.mostTerms ?? 0;
    leaveIfLong(this.#mostTerms);
    const isWorthIt = this.#mostTerms >= LEAST_TALLY && this.#mostTerms <= MOST_TALLY;
    this.#tallying = isWorthIt && accepts === undefined ? tallying : undefined;
  }

  get size(): number {
    return this.#isTally ? this.#mostTerms : this.#buckets.size;
  }

  get met(): number {
    return this.#isTally ? this.#metIds().length : this.#buckets.size;
  }

  get ascends(): boolean {
    return this.#isTally && this.#source.ascends === true;
  }

  get isTable(): boolean {
    return this.#isTally || this.#buckets.isTable;
  }

  get owners(): Uint32Array {
    return this.#buckets.owners;
  }

  countMatches({ reader, bounds }: KnownMatches): boolean {
    const isPlain = bounds.length === 0 && this.#accepts === undefined;
    const terms = isPlain ? this.#source.alone?.(reader)?.indexed?.() : undefined;
    if (terms === undefined || terms.size * DOCS_PER_TERM > reader.maxDoc) return false;
    // The index does not know the `_doc_count` of documents.
    if (reader.numbers(DOC_COUNT) !== undefined) return false;
    for (let ordinal = 0; ordinal < terms.size; ordinal++) {
      const id = this.#source.idOf(termKey(terms.term(ordinal)));
      const bucket = this.#isTally ? id : this.#buckets.bucket(0, id);
      this.counts = grownDoubles(this.counts, bucket + 1);
      this.counts[bucket] = this.counts[bucket] + terms.docFreq(ordinal);
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
    if (!this.#isTally && this.#collectByKernel(block, children)) return;
    const rows = this.#rows;
    this.#read?.(block, rows);
    if (rows.count === 0) return;
    if (this.#isTally) {
      this.#tally(block, children);
      return;
    }
    this.#out.reserve(rows.count);
    if (this.#accepts === undefined) {
      this.#takeAll(block);
      const { buckets } = this.#out;
      this.#docCounts.addMore(this.counts, block, { rows: rows.rows, buckets, count: rows.count });
      const all = { count: rows.count, size: this.size };
      children.collectRows(block, rows.rows, buckets, all);
      if (this.#tallying !== undefined) this.#considerTally(this.#tallying);
      return;
    }
    const kept = this.#take(block);
    const { rows: at, buckets } = this.#out;
    countRows(this, buckets, kept);
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

  #tally(block: DocBlock, children: Pick<Children, 'collectRows'>): void {
    const { rows, ids, count } = this.#rows;
    const { counts } = this;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      counts[id] = counts[id] + 1;
    }
    this.#docCounts.addMore(counts, block, { rows, buckets: ids, count });
    children.collectRows(block, rows, ids, { count, size: this.size });
  }

  #considerTally({ mayBegin, renumber }: Tallying): void {
    const { size, ids } = this.#buckets;
    if (size * TERMS_PER_MET < this.#mostTerms || !mayBegin()) return;
    const counts = grownDoubles(new Float64Array(0), this.#mostTerms);
    for (let bucket = 0; bucket < size; bucket++) {
      counts[ids[bucket]] = this.counts[bucket];
    }
    this.counts = counts;
    this.#isTally = true;
    renumber(ids.subarray(0, size));
    this.#buckets = new IdBuckets();
  }

  grouped(owners: OwnerGroups): GroupedBuckets | undefined {
    return this.#isTally ? groupOfOne(this.#metIds(), owners) : undefined;
  }

  #metIds(): Uint32Array {
    const { counts } = this;
    const ids = new Uint32Array(this.#mostTerms);
    let met = 0;
    for (let id = 0; id < ids.length; id++) {
      ids[met] = id;
      met += counts[id] === 0 ? 0 : 1;
    }
    return ids.subarray(0, met);
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
      const id = ids[i];
      const verdict = this.#verdicts[id] ?? UNKNOWN;
      if (verdict === REFUSED || (verdict === UNKNOWN && !this.#judge(id))) continue;
      const row = rows[i];
      keptRows[kept] = row;
      buckets[kept++] = this.#buckets.bucket(owners[row], id);
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
    return this.#source.term(this.#idOf(bucket));
  }

  compareKeys(a: number, b: number): number {
    return this.#source.compare(this.#idOf(a), this.#idOf(b));
  }

  #idOf(bucket: number): number {
    return this.#isTally ? bucket : this.#buckets.ids[bucket];
  }

  addEveryValue(owners: Uint32Array): void {
    this.#source.everyTerm((id) => {
      if (this.#accepts !== undefined && !this.#accepts(this.#source.term(id))) return;
      for (const owner of owners) this.#buckets.bucket(owner, id);
    });
    this.counts = grownDoubles(this.counts, this.size);
  }
}
