/**
 * The common code of types whose buckets are known beforehand, such as filters and ranges. Every
 * owner has the same buckets in the same order, including empty ones.
 */

import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import type { BucketColumns } from '../../aggregation_type.js';
import type { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { type CountedRows, DocCounts, withRows } from '../../collect/doc_counts.js';
import { type Doubles, grownDoubles } from '../../collect/growable.js';
import type { RowBuffer } from '../../collect/row_buffer.js';
import { DROPPED, type ReduceInput, type Reduction } from '../../reduction.js';

export interface FixedPart {
  /** The number of buckets of an owner. */
  readonly width: number;
  /** Bucket `b` of owner `i` is `i * width + b`. */
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

/** Counts the documents of fixed buckets during collection. */
export class FixedCounts {
  readonly #width: number;
  readonly #docCounts = new DocCounts();
  #counts: Doubles = new Float64Array(0);

  constructor(width: number) {
    this.#width = width;
  }

  segment(reader: SegmentReader): void {
    this.#docCounts.segment(reader);
  }

  /** Counts rows of the block, each in its bucket. */
  add(block: Pick<DocBlock, 'docs'>, counted: CountedRows): void {
    this.#counts = withRows(this.#counts, counted);
    this.#docCounts.addMore(this.#counts, block, counted);
  }

  /** Counts buffered rows of the block, hands them on to the children, and empties the buffer. */
  addBuffered(block: DocBlock, buffer: RowBuffer, children: Children): void {
    const { rows, buckets, count } = buffer;
    if (count === 0) return;
    this.add(block, { rows, buckets, count });
    children.collectRows(block, rows, buckets, { count });
    buffer.count = 0;
  }

  /** Counts all documents of the block in one bucket. */
  addTo(bucket: number, { docs, count }: Pick<DocBlock, 'docs' | 'count'>): void {
    this.addCount(bucket, this.#docCounts.total(docs, count));
  }

  addCount(bucket: number, count: number): void {
    this.#counts = grownDoubles(this.#counts, bucket + 1);
    this.#counts[bucket] = this.#counts[bucket] + count;
  }

  buildFilled(owners: Uint32Array, children: Children): FilledBuckets {
    const width = this.#width;
    const filled: number[] = [];
    const starts = new Uint32Array(owners.length + 1);
    owners.forEach((owner, i) => {
      for (let bucket = owner * width; bucket < (owner + 1) * width; bucket++)
        if ((this.#counts[bucket] ?? 0) > 0) filled.push(bucket);
      starts[i + 1] = filled.length;
    });
    return {
      starts,
      places: Uint32Array.from(filled, (bucket) => bucket % width),
      counts: Float64Array.from(filled, (bucket) => this.#counts[bucket]),
      children: children.build(Uint32Array.from(filled)),
    };
  }

  build(owners: Uint32Array, children: Children): FixedPart {
    const width = this.#width;
    const buckets = new Uint32Array(owners.length * width);
    for (let i = 0; i < buckets.length; i++) {
      buckets[i] = owners[Math.floor(i / width)] * width + (i % width);
    }
    const counts = Float64Array.from(buckets, (bucket) => this.#counts[bucket] ?? 0);
    return { width, counts, children: children.build(buckets) };
  }
}

/** The buckets that have documents, owner by owner. */
interface FilledBuckets {
  readonly starts: Uint32Array;
  /** The index of each bucket among those of its owner. */
  readonly places: Uint32Array;
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

/** `width` is the number of buckets of an owner in the result. */
export function reduceFixed(
  node: AggregationNode,
  inputs: readonly ReduceInput<FixedPart>[],
  { reduction, width }: { readonly reduction: Reduction; readonly width: number },
): FixedPart {
  const counts = new Float64Array(reduction.owners * width);
  const children = inputs.map(({ part, map }) => {
    const buckets = new Uint32Array(map.length * part.width).fill(DROPPED);
    for (let bucket = 0; bucket < buckets.length; bucket++) {
      const owner = map[Math.floor(bucket / part.width)];
      if (owner === DROPPED) continue;
      const to = owner * width + (bucket % part.width);
      counts[to] = counts[to] + part.counts[bucket];
      buckets[bucket] = to;
    }
    return { part: part.children, map: buckets };
  });
  if (reduction.isFinal) reduction.countBuckets(counts.length);
  return { width, counts, children: reduction.children(node, children, counts.length) };
}

/** The columns of a part. They are made once per part and used for every owner. */
export function fixedColumns(part: FixedPart): BucketColumns {
  const known = COLUMNS.get(part) ?? columnsOf(part);
  COLUMNS.set(part, known);
  return known;
}

const COLUMNS = new WeakMap<FixedPart, BucketColumns>();

function columnsOf({ width, counts, children }: FixedPart): BucketColumns {
  const owners = width === 0 ? 0 : counts.length / width;
  const starts = Uint32Array.from({ length: owners + 1 }, (_, i) => i * width);
  return { starts, counts, children };
}
