/** One bucket for each number of an owner's documents, found by a hash of the number's words. */
import {
  type IndexSearcher,
  matchAllQuery,
  requestWords,
  type SegmentReader,
} from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DocCounts } from '../collect/doc_counts.js';
import { doubleOfWords } from '../collect/double_words.js';
import { grownDoubles } from '../collect/growable.js';
import { KeyTable } from '../collect/key_table.js';
import type { AcceptsKey } from '../options/include_exclude.js';
import { NumberRows } from '../values/number_rows.js';
import type { ReadNumbers } from '../values/number_source.js';
import type { NumberValues } from '../values/number_values.js';
import { BucketRows, countRows } from './bucket_rows.js';
import type { ReadCounts, ValueBuckets } from './value_buckets_type.js';

const LOW_WORD = 2 ** 32;

interface NumberCounting {
  readonly countsRepeated: boolean;
  readonly searcher: IndexSearcher;
}

export class NumberBuckets implements ValueBuckets {
  readonly #searcher: IndexSearcher;
  readonly isTable = false;
  counts = new Float64Array(0);
  readonly #table = new KeyTable();
  readonly #values: NumberValues;
  /** True if a document counts in the bucket of a number as often as it has the number. */
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

  get met(): number {
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
    countRows(this, buckets, kept);
    this.#docCounts.addMore(this.counts, block, { rows: at, buckets, count: kept });
    children.collectRows(block, at, buckets, { count: kept, size: this.size });
  }

  #take({ owners }: DocBlock, words: Uint32Array): number {
    const { rows, count: total, isSingle } = this.#rows;
    const { buckets, rows: keptRows } = this.#out;
    const table = this.#table;
    let kept = 0;
    for (let i = 0; i < total; i++) {
      const row = rows[i];
      const low = words[2 * i];
      const high = words[2 * i + 1];
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
      buckets[kept++] = table.bucket(owners[row], low, high);
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
    return this.#keyOf(this.#table.lows[bucket], this.#table.highs[bucket]);
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
            const [low, high] = [words[2 * i], words[2 * i + 1]];
            if (this.#accepts !== undefined && !this.#accepts(this.#keyOf(low, high))) continue;
            for (const owner of owners) this.#table.bucket(owner, low, high);
          }
        };
      },
    });
    this.counts = grownDoubles(this.counts, this.size);
  }
}

/** The low and the high word of each row's key. */
function wordsOf(
  { values, longs, count: total }: NumberRows,
  numbers: NumberValues['numbers'],
): Uint32Array {
  if (longs !== undefined) return new Uint32Array(longs.buffer);
  if (numbers === 'double') {
    // Adding 0 turns -0 into 0.
    for (let i = 0; i < total; i++) values[i] = values[i] + 0;
    return new Uint32Array(values.buffer);
  }
  const words = requestWords(2 * total);
  for (let i = 0; i < total; i++) {
    const value = values[i];
    words[2 * i] = value;
    words[2 * i + 1] = Math.floor(value / LOW_WORD);
  }
  return words;
}
