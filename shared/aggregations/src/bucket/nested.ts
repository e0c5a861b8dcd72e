/** `nested`: maps documents to their nested objects at a path. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import { levelDocs, type SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { hasBit } from '../collect/matching.js';
import { scaledBuckets } from '../collect/scaled.js';
import { readTokens } from '../options/token_fields.js';
import { DocList } from './doc_list.js';
import { OwnerCounts, SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

interface NestedOptions {
  readonly path: string;
}

class NestedCollector implements Collector<SinglePart> {
  readonly #path: string;
  readonly #from: string | undefined;
  readonly #isThere: boolean;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  readonly #found = new DocList();
  #parents: Uint32Array | null = null;
  #objects: Uint32Array | null = null;

  constructor(node: AggregationNode<NestedOptions>, scope: CollectScope) {
    const { shard } = scope;
    const { path } = node.options;
    this.#path = path;
    this.#from = shard.nestedPath;
    this.#isThere = shard.mapping.isNested(path);
    this.#children = childrenOf(node, scope, this.#isThere ? shard.at(path) : shard);
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#parents = levelDocs(reader, this.#from);
    this.#objects = this.#isThere ? levelDocs(reader, this.#path) : null;
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  /** The objects of a document are between the previous document and it, and have its score. */
  collect({ docs, owners, scores, count }: DocBlock): void {
    const parents = this.#parents;
    const objects = this.#objects;
    if (parents === null || objects === null) return;
    const found = this.#found;
    found.clear(scores !== undefined);
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      const score = scores === undefined ? 0 : scores[i];
      for (let at = previousBit(parents, doc - 1) + 1; at < doc; at++) {
        if (hasBit(objects, at)) found.add(at, owners[i], score);
      }
    }
    this.#counts.addList(found, this.#children);
  }

  build(owners: Uint32Array): SinglePart {
    return this.#counts.build(owners, this.#children);
  }
}

/** The index of the last set bit at or before `from`, or -1. */
function previousBit(bits: Uint32Array, from: number): number {
  for (let at = from; at >= 0; ) {
    const word = bits[at >>> 5] << (31 - (at & 31));
    if (word !== 0) return at - Math.clz32(word);
    at = (at >>> 5) * 32 - 1;
  }
  return -1;
}

export const nested = aggregationType<NestedOptions, SinglePart>({
  ...SINGLE_BUCKET,
  scaled: scaledBuckets,
  name: 'nested',
  parse(json: JsonObject, context) {
    let path: string | undefined;
    const own = {
      path: (value: JsonValue) => {
        path = textOf(value);
      },
    };
    readTokens(json, { string: own }, { context });
    if (path !== undefined) return { path };
    throw new ApiError(
      'parsing_exception',
      `Missing [path] field for nested aggregation [${context.name}]`,
    );
  },
  collector: (node, scope) => new NestedCollector(node, scope),
});
