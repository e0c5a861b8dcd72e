/**
 * The point index of a numeric field: all values ascending, with the document of each. A range
 * takes two binary searches. If no document has two values, values are read from the column and
 * only the order of the documents is stored.
 */
import type { PackedDocRange, PointsReader } from '../../index/segment_reader.js';
import { ascendingOrder } from './ascending_order.js';
import { DocList, packDocs } from './doc_list.js';
import { type NumberArray, type NumberList, openNumbers, packNumbers } from './packed_numbers.js';
import { bytesOf, type OpenPart, PART, type PartData } from './segment_file.js';

/** Stored in place of a number form when the values are those of the column. */
const IN_COLUMN = 255;

interface PointsOptions {
  readonly integral: boolean;
  /** True if no document has two values. */
  readonly single: boolean;
  readonly maxDoc: number;
}

/** Builds the points; `docs[i]` is the document of the i-th value, ascending. */
export function buildPoints(
  docs: Uint32Array,
  list: NumberList,
  { integral, single, maxDoc }: PointsOptions,
): PartData {
  const order = ascendingOrder(list);
  const sortedDocs = order === undefined ? docs.slice() : permuted(docs, order);
  const packedDocs = packDocs(sortedDocs, maxDoc);
  const packed = single ? undefined : packNumbers(inOrder(list, order), integral);
  return {
    code: PART.points,
    meta: [
      ...(packed?.meta ?? [IN_COLUMN, 0, 1]),
      countDistinctDocs(docs),
      docs.length,
      packedDocs.width,
    ],
    sections: [packed?.section ?? new Uint8Array(0), packedDocs.section],
  };
}

function inOrder({ values, wide }: NumberList, order: Uint32Array | undefined): NumberList {
  if (order === undefined) return { values: values.slice(), wide };
  const sortedWide = new Map<number, bigint>();
  const sorted = new Float64Array(values.length);
  for (let to = 0; to < order.length; to++) sorted[to] = values[order[to]];
  if (wide.size === 0) return { values: sorted, wide };
  order.forEach((from, to) => {
    const exact = wide.get(from);
    if (exact !== undefined) sortedWide.set(to, exact);
  });
  return { values: sorted, wide: sortedWide };
}

function permuted(docs: Uint32Array, order: Uint32Array): Uint32Array {
  const moved = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) moved[i] = docs[order[i]];
  return moved;
}

function countDistinctDocs(docs: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < docs.length; i++) if (i === 0 || docs[i] !== docs[i - 1]) count++;
  return count;
}

/** The part of a column that its points need: its values in comparable form. */
interface PointsColumn {
  key(doc: number, i: number): number | bigint;
}

export class SortedPoints implements PointsReader {
  readonly count: number;
  readonly docCount: number;
  readonly #values: NumberArray | undefined;
  readonly #column: PointsColumn;
  readonly #docs: DocList;

  constructor(part: OpenPart, column: PointsColumn) {
    const [form, , , docCount, count, width] = part.meta;
    this.#values = form === IN_COLUMN ? undefined : openNumbers(part, 0);
    this.#column = column;
    this.#docs = new DocList(bytesOf(part, 1), width);
    this.count = count;
    this.docCount = docCount;
  }

  countRange(lower: number | bigint, upper: number | bigint): number {
    return Math.max(0, this.#firstAbove(upper, true) - this.#firstAbove(lower, false));
  }

  visitRange(lower: number | bigint, upper: number | bigint, visit: (doc: number) => void): void {
    const end = this.#firstAbove(upper, true);
    for (let i = this.#firstAbove(lower, false); i < end; i++) visit(this.#docs.at(i));
  }

  markRange(lower: number | bigint, upper: number | bigint, words: Uint32Array): void {
    this.#docs.mark(words, this.#firstAbove(lower, false), this.#firstAbove(upper, true));
  }

  docsOfRange(lower: number | bigint, upper: number | bigint): PackedDocRange {
    const from = this.#firstAbove(lower, false);
    const to = Math.max(from, this.#firstAbove(upper, true));
    return { address: this.#docs.address, width: this.#docs.width, from, to };
  }

  valueAt(i: number): number | bigint {
    return this.#values === undefined ? this.#column.key(this.#docs.at(i), 0) : this.#values.key(i);
  }

  /**
   * Index of the first value > `bound` (strict) or >= `bound`. JavaScript compares numbers and
   * bigints exactly.
   */
  #firstAbove(bound: number | bigint, strict: boolean): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.valueAt(middle);
      if (strict ? value <= bound : value < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
