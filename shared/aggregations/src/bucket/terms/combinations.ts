/**
 * Buckets by the combination of a value from each of several sources. The combination is numbered
 * level by level: the number of the values so far and the next value together get a new number.
 */
import { expectDefined } from '@skein/base';
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DocCounts } from '../../collect/doc_counts.js';
import {
  type Doubles,
  grownDoubles,
  grownWords,
  roomForWords,
  type Words,
} from '../../collect/growable.js';
import { IdBuckets } from '../../collect/id_buckets.js';
import type { IdRows, ValueIds } from '../../values/value_ids.js';
import type { Key } from '../merge_buckets.js';

export class Combinations {
  counts: Doubles = new Float64Array(0);
  readonly #sources: readonly ValueIds[];
  readonly #levels: readonly IdBuckets[];
  readonly #docCounts = new DocCounts();
  #read: readonly ((block: DocBlock) => IdRows)[] = [];
  #rows: Words = new Uint32Array(0);
  #combined: Words = new Uint32Array(0);
  #nextRows: Words = new Uint32Array(0);
  #nextCombined: Words = new Uint32Array(0);

  constructor(sources: readonly ValueIds[]) {
    this.#sources = sources;
    this.#levels = sources.map(() => new IdBuckets());
  }

  get size(): number {
    return this.#levels.at(-1)?.size ?? 0;
  }

  segment(reader: SegmentReader): void {
    this.#docCounts.segment(reader);
    this.#read = this.#sources.map((source) => source.segment(reader));
  }

  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void {
    let count = block.count;
    this.#rows = roomForWords(this.#rows, count);
    this.#combined = roomForWords(this.#combined, count);
    for (let i = 0; i < count; i++) {
      this.#rows[i] = i;
      this.#combined[i] = block.owners[i];
    }
    for (let level = 0; level < this.#read.length && count > 0; level++) {
      const read = this.#read[level];
      count = this.#combine(level, count, read(block));
    }
    if (count === 0) return;
    this.counts = grownDoubles(this.counts, this.size);
    for (let i = 0; i < count; i++) {
      const bucket = this.#combined[i];
      this.counts[bucket] = this.counts[bucket] + 1;
    }
    const counted = { rows: this.#rows, buckets: this.#combined, count };
    this.#docCounts.addMore(this.counts, block, counted);
    children.collectRows(block, this.#rows, this.#combined, { count });
  }

  /** Combines the rows so far with the values of a level. Both are in ascending order of rows. */
  #combine(level: number, count: number, { rows, ids, count: values }: IdRows): number {
    const table = this.#levels[level];
    let kept = 0;
    let from = 0;
    for (let i = 0; i < count; i++) {
      const row = this.#rows[i];
      while (from < values && rows[from] < row) from++;
      for (let at = from; at < values && rows[at] === row; at++) {
        const before = this.#combined[i];
        const id = ids[at];
        const bucket = table.bucket(before, id);
        if (kept === this.#nextRows.length) this.#growNext(kept);
        this.#nextRows[kept] = row;
        this.#nextCombined[kept++] = bucket;
      }
    }
    [this.#rows, this.#nextRows] = [this.#nextRows, this.#rows];
    [this.#combined, this.#nextCombined] = [this.#nextCombined, this.#combined];
    return kept;
  }

  #growNext(size: number): void {
    this.#nextRows = grownWords(this.#nextRows, size + 1);
    this.#nextCombined = grownWords(this.#nextCombined, size + 1);
  }

  #keyOf(level: number, id: number): Key {
    return expectDefined(this.#sources[level].key(id), 'a document in a bucket has every value');
  }

  /** The values of a bucket, and its owner. */
  tuple(bucket: number): { readonly keys: readonly Key[]; readonly owner: number } {
    const keys: Key[] = [];
    let at = bucket;
    for (let level = this.#levels.length - 1; level >= 0; level--) {
      const { ids, owners } = this.#levels[level];
      keys.unshift(this.#keyOf(level, ids[at]));
      at = owners[at];
    }
    return { keys, owner: at };
  }
}

/** An injective text of a tuple. */
export function tupleKey(keys: readonly (Key | null)[]): string {
  return keys
    .map((key) => {
      if (key === null) return '-';
      if (typeof key === 'string') return `s${key.length}:${key}`;
      return `n${key}`;
    })
    .join(',');
}
