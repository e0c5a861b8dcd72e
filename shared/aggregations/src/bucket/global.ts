/** `global`: all documents of the indices, regardless of the query. */

import { ApiError } from '@skein/errors';
import { tokenName } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import { BLOCK_DOCS } from '../collect/doc_block.js';
import { OwnerCounts, SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

/** Ignores the matches, and passes all documents to the children when the part is built. */
class GlobalCollector implements Collector<SinglePart> {
  readonly #children: Children;
  readonly #scope: CollectScope;
  readonly #counts = new OwnerCounts();

  constructor(node: AggregationNode, scope: CollectScope) {
    const around = scope.parents.at(-1);
    if (around !== undefined) {
      throw new ApiError(
        'aggregation_execution_exception',
        `Aggregation [${around.name}] cannot have a global sub-aggregation [${node.name}]. Global aggregations can only be defined as top level aggregations`,
      );
    }
    this.#scope = scope;
    this.#children = childrenOf(node, scope);
  }

  segment(): void {
    // The segments come from the search in `build`.
  }

  collect(): void {
    // The documents come from the search in `build`.
  }

  build(owners: Uint32Array): SinglePart {
    const root = new Uint32Array(BLOCK_DOCS);
    // All documents have the same score.
    const scores = new Float32Array(BLOCK_DOCS).fill(1);
    const { searcher, allDocuments } = this.#scope.shard;
    searcher.searchDocs(allDocuments(), {
      segment: (reader: SegmentReader, docBase: number) => {
        this.#counts.segment(reader);
        this.#children.segment(reader, docBase);
        return (docs, count) => {
          const block = { docs, count, owners: root, scores };
          this.#counts.add(block);
          this.#children.collect(block);
        };
      },
    });
    return this.#counts.build(owners, this.#children);
  }
}

export const global = aggregationType<undefined, SinglePart>({
  ...SINGLE_BUCKET,
  name: 'global',
  parse(json, { name }) {
    const [first] = Object.values(json);
    if (first === undefined) return undefined;
    throw new ApiError(
      'parsing_exception',
      `Expected [FIELD_NAME] under a [START_OBJECT], but got a [${tokenName(first)}] in [${name}]`,
    );
  },
  seesAllDocuments: () => true,
  collector: (node, scope) => new GlobalCollector(node, scope),
});
