/** The common code of types with one bucket per owner: the part, its merge and its rendering. */

import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationType, BucketColumns } from '../aggregation_type.js';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type CountedRows, DocCounts, withRows } from '../collect/doc_counts.js';
import type { Doubles } from '../collect/growable.js';
import { places } from '../collect/places.js';
import type { RowBuffer } from '../collect/row_buffer.js';
import { pick } from '../metric/number_collector.js';
import { DROPPED, type ReduceInput, type Reduction } from '../reduction.js';
import type { DocList } from './doc_list.js';
import { samePlaces } from './merge_buckets.js';

export interface SinglePart {
  /** The count of each owner's bucket. */
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

export function reduceSingle(
  node: AggregationNode,
  inputs: readonly ReduceInput<SinglePart>[],
  reduction: Reduction,
): SinglePart {
  const counts = new Float64Array(reduction.owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to !== DROPPED) counts[to] = counts[to] + part.counts[i];
    }
  }
  const children = inputs.map(({ part, map }) => ({ part: part.children, map }));
  return { counts, children: reduction.children(node, children, reduction.owners) };
}

/** The common members of types with one bucket per owner. */
export const SINGLE_BUCKET: Pick<
  AggregationType<unknown, SinglePart>,
  'takes' | 'reduce' | 'render' | 'value' | 'buckets'
> = {
  takes: 'buckets',
  reduce: reduceSingle,
  render: (node, { part, owner }, rendering) => ({
    doc_count: part.counts[owner],
    ...rendering.children(node, part.children, owner),
  }),
  value: (_node, { part, owner }, property) =>
    property === '' || property === '_count' || property === 'doc_count'
      ? part.counts[owner]
      : undefined,
  buckets: ({ counts, children }): BucketColumns => ({
    starts: samePlaces(counts.length + 1),
    counts,
    children,
    isSingle: true,
  }),
};

/**
 * Counts documents by owner. If `segment` was not called, each document counts as 1, and its
 * `_doc_count` is ignored.
 */
export class OwnerCounts {
  readonly #docCounts = new DocCounts();
  #counts: Doubles = new Float64Array(0);

  segment(reader: SegmentReader): void {
    this.#docCounts.segment(reader);
  }

  /** Counts all documents of the block. */
  add(block: Pick<DocBlock, 'docs' | 'owners' | 'count'>): void {
    const { owners: buckets, count } = block;
    this.addRows(block, { rows: places(count), buckets, count });
  }

  /** Counts some rows of the block, each for its owner. */
  addRows(block: Pick<DocBlock, 'docs'>, counted: CountedRows): void {
    this.#counts = withRows(this.#counts, counted);
    this.#docCounts.addMore(this.#counts, block, counted);
  }

  /** Counts buffered rows of the block, each for its owner, and hands them on to the children. */
  addBuffered(block: DocBlock, { rows, buckets, count }: RowBuffer, children: Children): void {
    if (count === 0) return;
    this.addRows(block, { rows, buckets, count });
    children.collectRows(block, rows, buckets, { count });
  }

  /** Counts the documents of the list, and hands them on to the children. */
  addList(list: DocList, children: Children): void {
    if (list.count === 0) return;
    const block = list.block();
    this.add(block);
    children.collect(block);
  }

  build(owners: Uint32Array, children: Pick<Children, 'build'>): SinglePart {
    return { counts: pick(this.#counts, owners), children: children.build(owners) };
  }
}
