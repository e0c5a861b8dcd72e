/** The point index of a numeric field: all values ascending, and the document of each. Ranges are two binary searches. */
import type { PointsReader } from '../../index/segment_reader.js';
import { ascendingOrder } from './ascending_order.js';
import { type NumberArray, type NumberList, openNumbers, packNumbers } from './packed_numbers.js';
import { PART, type PartData, type PartEntry, type SegmentFile, wordsOf } from './segment_file.js';

/** `docs[i]` is the document of the i-th value, ascending. */
export function buildPoints(docs: Uint32Array, list: NumberList, integral: boolean): PartData {
  const order = ascendingOrder(list);
  const sortedDocs = docs.slice();
  const values = list.values.slice();
  const wide = new Map<number, bigint>();
  if (order !== undefined) {
    for (let to = 0; to < order.length; to++) {
      sortedDocs[to] = docs[order[to]];
      values[to] = list.values[order[to]];
    }
  }
  if (list.wide.size > 0) {
    for (let to = 0; to < values.length; to++) {
      const exact = list.wide.get(order === undefined ? to : order[to]);
      if (exact !== undefined) wide.set(to, exact);
    }
  }
  const packed = packNumbers({ values, wide }, integral);
  return {
    code: PART.points,
    meta: [...packed.meta, countDistinctDocs(docs)],
    sections: [packed.section, sortedDocs],
  };
}

function countDistinctDocs(docs: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < docs.length; i++) if (i === 0 || docs[i] !== docs[i - 1]) count++;
  return count;
}

export class SortedPoints implements PointsReader {
  readonly count: number;
  readonly docCount: number;
  readonly #values: NumberArray;
  readonly #docs: Uint32Array;

  constructor(file: SegmentFile, part: PartEntry) {
    this.#values = openNumbers(file, part, 0);
    this.#docs = wordsOf(file, part, 1);
    this.count = this.#docs.length;
    this.docCount = part.meta[3];
  }

  countRange(lower: number | bigint, upper: number | bigint): number {
    return Math.max(0, this.#firstAbove(upper, true) - this.#firstAbove(lower, false));
  }

  visitRange(lower: number | bigint, upper: number | bigint, visit: (doc: number) => void): void {
    const end = this.#firstAbove(upper, true);
    for (let i = this.#firstAbove(lower, false); i < end; i++) visit(this.#docs[i]);
  }

  /** Index of the first value > `bound` (strict) or >= `bound`. Comparison of number with bigint is exact in the language. */
  #firstAbove(bound: number | bigint, strict: boolean): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.#values.key(middle);
      if (strict ? value <= bound : value < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
