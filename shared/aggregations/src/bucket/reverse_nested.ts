/**
 * `reverse_nested`: maps nested objects to the documents that contain them, or to the enclosing
 * objects at a path. Each document counts once per bucket.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import { levelDocs, type SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { grownWords, type Words } from '../collect/growable.js';
import { scaledBuckets } from '../collect/scaled.js';
import { readTokens } from '../options/token_fields.js';
import { DocList } from './doc_list.js';
import { OwnerCounts, SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

interface ReverseOptions {
  readonly path: string | undefined;
}

class ReverseCollector implements Collector<SinglePart> {
  readonly #path: string | undefined;
  readonly #children: Children;
  readonly #counts = new OwnerCounts();
  readonly #found = new DocList();
  /** The last document that each owner was given, + 1. */
  #last: Words = new Uint32Array(0);
  #parents: Uint32Array | null = null;

  constructor(node: AggregationNode<ReverseOptions>, scope: CollectScope) {
    const { shard } = scope;
    const { path } = node.options;
    // A `nested` parent is required even if the index has no such objects. It may be above another
    // `reverse_nested`.
    if (!scope.parents.some(({ type }) => type === 'nested')) {
      throw new ApiError(
        'illegal_argument_exception',
        `Reverse nested aggregation [${node.name}] can only be used inside a [nested] aggregation`,
      );
    }
    if (path !== undefined && !shard.mapping.isNested(path)) {
      throw new ApiError(
        'aggregation_execution_exception',
        `[reverse_nested] nested path [${path}] is not nested`,
      );
    }
    this.#path = path;
    this.#children = childrenOf(node, scope, shard.at(path));
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#parents = levelDocs(reader, this.#path);
    this.#last = new Uint32Array(this.#last.length);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  /** The document that contains an object is the next one of the outer level; it has its score. */
  collect({ docs, owners, scores, count }: DocBlock): void {
    const found = this.#found;
    found.clear(scores !== undefined);
    for (let i = 0; i < count; i++) {
      const doc = this.#parents === null ? docs[i] : nextBit(this.#parents, docs[i]);
      if (doc < 0) continue;
      const owner = owners[i];
      this.#last = grownWords(this.#last, owner + 1);
      if (this.#last[owner] === doc + 1) continue;
      this.#last[owner] = doc + 1;
      found.add(doc, owner, scores === undefined ? 0 : scores[i]);
    }
    this.#counts.addList(found, this.#children);
  }

  build(owners: Uint32Array): SinglePart {
    return this.#counts.build(owners, this.#children);
  }
}

/** The index of the first set bit at or after `from`, or -1. */
function nextBit(bits: Uint32Array, from: number): number {
  for (let at = from; at >>> 5 < bits.length; ) {
    const word = bits[at >>> 5] >>> (at & 31);
    if (word !== 0) return at + 31 - Math.clz32(word & -word);
    at = ((at >>> 5) + 1) * 32;
  }
  return -1;
}

export const reverseNested = aggregationType<ReverseOptions, SinglePart>({
  ...SINGLE_BUCKET,
  scaled: scaledBuckets,
  name: 'reverse_nested',
  parse(json, context) {
    let path: string | undefined;
    const own = {
      path: (value: JsonValue) => {
        path = textOf(value);
      },
    };
    readTokens(json, { string: own }, { context });
    return { path };
  },
  collector: (node, scope) => new ReverseCollector(node, scope),
});
