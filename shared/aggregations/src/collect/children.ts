/** The sub-aggregations of a collector. They get its documents, sorted into its buckets. */

import { checkWanted } from '@skein/base';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { Collector, CollectScope } from './collector.js';
import type { DocBlock } from './doc_block.js';
import { roomForWords } from './growable.js';
import { places } from './places.js';

/** `shard` is the children's view of the shard, if it differs from the parent's. */
export function childrenOf(
  node: AggregationNode,
  scope: CollectScope,
  shard = scope.shard,
): Children {
  return new Children(node.children.map((child) => scope.collector(child, shard, node)));
}

export class Children {
  readonly #collectors: readonly Collector[];
  #docs = new Uint32Array(0);
  #scores = new Float32Array(0);

  constructor(collectors: readonly Collector[]) {
    this.#collectors = collectors;
  }

  get isEmpty(): boolean {
    return this.#collectors.length === 0;
  }

  /** See `Collector.takesAnyOrder`. */
  get takeAnyOrder(): boolean {
    return this.#collectors.every(({ takesAnyOrder }) => takesAnyOrder === true);
  }

  segment(reader: SegmentReader, docBase: number): void {
    for (const collector of this.#collectors) collector.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    if (this.#collectors.length > 0) checkWanted();
    for (const collector of this.#collectors) collector.collect(block);
  }

  /**
   * Collects the documents at `rows` of the block, each in its bucket of `buckets`. `size` is an
   * exclusive upper bound of the bucket numbers, if it is known.
   */
  collectRows(
    block: DocBlock,
    rows: Uint32Array,
    buckets: Uint32Array,
    { count, size }: { readonly count: number; readonly size?: number },
  ): void {
    if (this.isEmpty || count === 0) return;
    if (count === block.count && rows === places(count)) {
      this.collect({ ...block, owners: buckets, ...(size === undefined ? {} : { buckets: size }) });
      return;
    }
    const docs = roomForWords(this.#docs, count);
    this.#docs = docs;
    const from = block.docs;
    for (let i = 0; i < count; i++) docs[i] = from[rows[i]];
    const scores = block.scores && this.#scoresOf(block.scores, rows, count);
    this.collect({
      count,
      docs,
      owners: buckets,
      scores,
      ...(size === undefined ? {} : { buckets: size }),
    });
  }

  build(buckets: Uint32Array): readonly unknown[] {
    return this.#collectors.map((collector) => collector.build(buckets));
  }

  #scoresOf(from: Float32Array, rows: Uint32Array, count: number): Float32Array {
    if (this.#scores.length < count) this.#scores = new Float32Array(this.#docs.length);
    const scores = this.#scores;
    for (let i = 0; i < count; i++) scores[i] = from[rows[i]];
    return scores;
  }
}
