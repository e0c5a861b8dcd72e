/**
 * Counts how often values occur in an owner's documents and in the background, and chooses the most
 * significant.
 */
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationShard } from '../../aggregation_shard.js';
import type { CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import type { Significance } from '../../options/heuristic_scripts.js';
import { significanceOf } from '../../options/significance.js';
import type { SignificantShape } from '../../options/significant_shape.js';
import { DROPPED } from '../../reduction.js';
import type { ValueFormat } from '../../values/value_format.js';
import { ChosenChildren } from '../chosen_children.js';
import { compareKeys, groupByOwner, type Key, placesOf } from '../merge_buckets.js';
import { OwnerCounts } from '../single_buckets.js';
import type { KeysKind } from '../terms/terms_part.js';
import type { ValueBuckets } from '../value_buckets.js';
import { mostSignificant } from './significance_order.js';
import type { SignificantPart } from './significant_part.js';

/** The number of background documents, and of those with a key. */
export interface Background {
  readonly size: number;
  count(key: Key): number;
}

interface SignificantValues {
  /** `undefined` if no document has a value. */
  readonly buckets: ValueBuckets | undefined;
  readonly keyed: KeysKind;
  readonly format: ValueFormat;
  /** True if OpenSearch visits the values in the order of their keys, and not as they were met. */
  readonly isByKey: boolean;
  /** Called once, when all documents have been seen. */
  readonly background: () => Background;
}

export class SignificantValuesCollector {
  readonly #node: AggregationNode<SignificantShape>;
  readonly #scope: CollectScope;
  readonly #values: SignificantValues;
  readonly #children: ChosenChildren;
  readonly #significance: Significance;
  /**
   * The number of matches. It does not get the segments: as in OpenSearch, frequencies in matches
   * count `_doc_count`, but the number of matches does not.
   */
  readonly #subsets = new OwnerCounts();

  constructor(
    node: AggregationNode<SignificantShape>,
    scope: CollectScope,
    values: SignificantValues,
  ) {
    this.#node = node;
    this.#scope = scope;
    this.#values = values;
    this.#children = new ChosenChildren(node, scope, () => true);
    this.#significance = significanceOf(node.options.heuristic, scope.shard.heuristicScript);
  }

  /** See `ChosenChildren.deferredNames`. */
  get deferredNames(): readonly string[] {
    return this.#children.deferredNames;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#values.buckets?.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    this.#subsets.add(block);
    this.#values.buckets?.collect(block, this.#children);
  }

  build(owners: Uint32Array): SignificantPart {
    const { shardSize, shardMinDocCount } = this.#node.options;
    const subsets = this.#subsets.build(owners, { build: () => [] }).counts;
    const { buckets, keyed, format } = this.#values;
    const background = this.#values.background();
    const size = buckets?.size ?? 0;
    const counts = buckets?.counts ?? new Float64Array(0);
    const bucketOwners = buckets?.owners ?? new Uint32Array(0);
    const keys = buckets ? Array.from({ length: size }, (_, bucket) => buckets.key(bucket)) : [];
    const places = placesOf(owners);
    const accept = (bucket: number): boolean => counts[bucket] >= shardMinDocCount;
    const scores = Float64Array.from(keys, (key, bucket) => {
      const place = places[bucketOwners[bucket]] ?? DROPPED;
      if (place === DROPPED || !accept(bucket)) return Number.NaN;
      return this.#significance({
        subsetFreq: counts[bucket],
        subsetSize: subsets[place],
        supersetFreq: background.count(key),
        supersetSize: background.size,
      });
    });
    const groups = groupByOwner(bucketOwners, size, {
      places,
      groups: owners.length,
    });
    const byKey = (a: number, b: number): number => compareKeys(keys[a], keys[b]);
    const { starts, buckets: chosen } = mostSignificant(groups, shardSize, {
      scores,
      accept,
      inOrder: (own) => (this.#values.isByKey ? own.slice().sort(byKey) : own),
    });
    this.#scope.shard.countBuckets(chosen.length);
    return {
      keyed,
      format,
      starts,
      keys: Array.from(chosen, (bucket) => keys[bucket]),
      counts: Float64Array.from(chosen, (bucket) => counts[bucket]),
      backgrounds: Float64Array.from(chosen, (bucket) => background.count(keys[bucket])),
      scores: Float64Array.from(chosen, (bucket) => scores[bucket]),
      subsets,
      supersets: new Float64Array(owners.length).fill(background.size),
      corpus: this.#corpus(background),
      children: this.#children.build(chosen),
    };
  }

  /** The number of live documents of the shard; in a sample, the size of the background. */
  #corpus({ size }: Background): number {
    const { shard } = this.#scope;
    return shard.sample === undefined ? liveDocuments(shard) : size;
  }
}

/** The number of live documents, including nested objects, as in OpenSearch. */
export function liveDocuments({ searcher }: AggregationShard): number {
  return searcher.segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
}
