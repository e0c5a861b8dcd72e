/** `adjacency_matrix`: a bucket for each of several filters, and for each pair of filters. */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  booleanOf,
  type Draft,
  type FieldReaders,
  into,
  readFields,
  readingField,
  textOf,
} from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard, QueryData } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { hasBit, Matching } from '../collect/matching.js';
import { RowBuffer } from '../collect/row_buffer.js';
import { scaledBuckets } from '../collect/scaled.js';
import type { ReduceInput, Reduction } from '../reduction.js';
import { FixedCounts } from './histogram/fixed_buckets.js';
import {
  compareKeys,
  groupByOwner,
  mapOfChoice,
  mergeBuckets,
  mergedChildren,
  samePlaces,
} from './merge_buckets.js';
import { selectBuckets } from './select_buckets.js';

interface MatrixOptions {
  /** The filters in order of their names. */
  readonly filters: readonly { readonly key: string; readonly query: QueryData }[];
  readonly separator: string;
  /** True if the filters alone have no buckets. */
  readonly onlyPairs: boolean;
}

/** The part, without empty buckets. */
interface MatrixPart {
  readonly starts: Uint32Array;
  readonly keys: readonly string[];
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

const LIMIT = 'index.max_adjacency_matrix_filters';
const DEFAULT_LIMIT = 100;

function parse(json: JsonObject, context: ParseContext): MatrixOptions {
  const draft: Draft<MatrixOptions, 'filters'> = {
    filters: undefined,
    separator: '&',
    onlyPairs: false,
  };
  const filtersOf = (value: JsonValue): MatrixOptions['filters'] =>
    Object.entries(filtersIn(value))
      .map(([key, each = null]) => {
        const place = { name: 'filters', field: key, locate: context.locate, inside: value };
        return { key, query: readingField(place, () => context.readQuery(each)) };
      })
      .sort((one, other) => (one.key < other.key ? -1 : 1));
  const own: FieldReaders = {
    filters: into(draft, 'filters', 'object_array', filtersOf),
    separator: into(draft, 'separator', 'string', textOf),
    show_only_intersecting: into(draft, 'onlyPairs', 'boolean', booleanOf),
  };
  readFields(json, own, { name: 'adjacency_matrix', locate: context.locate });
  const { filters, separator, onlyPairs } = draft;
  if (filters === undefined || filters.length === 0) {
    throw new ApiError(
      'illegal_state_exception',
      `[${context.name}] is missing : filters parameter`,
    );
  }
  return { filters, separator, onlyPairs };
}

function filtersIn(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw new ApiError(
    'illegal_argument_exception',
    "[filters] doesn't support arrays. Use a single object with multiple fields.",
  );
}

/**
 * The number of the bucket of the pair `a <= b` of `n` filters. The bucket of `a` alone (`a = b`)
 * comes before those of its pairs.
 */
function pairBucket(a: number, b: number, n: number): number {
  return a * n - (a * (a - 1)) / 2 + (b - a);
}

function widthOf({ filters }: MatrixOptions): number {
  const n = filters.length;
  return (n * (n + 1)) / 2;
}

function checkLimit(count: number, { settings }: AggregationShard): void {
  const limit = Number(settings.get(LIMIT) ?? DEFAULT_LIMIT);
  if (count <= limit) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Number of filters is too large, must be less than or equal to: [${limit}] but was [${count}].This limit can be set by changing the [${LIMIT}] index level setting.`,
  );
}

class MatrixCollector implements Collector<MatrixPart> {
  readonly #matchings: readonly Matching[];
  /** 0 if the first bucket of a filter is its own; 1 if it is that of its first pair. */
  readonly #firstPartner: 0 | 1;
  readonly #width: number;
  readonly #keys: readonly string[];
  readonly #children: Children;
  readonly #counts: FixedCounts;
  readonly #found = new RowBuffer();

  constructor(node: AggregationNode<MatrixOptions>, scope: CollectScope) {
    const { shard } = scope;
    const { filters, onlyPairs } = node.options;
    checkLimit(filters.length, shard);
    this.#children = childrenOf(node, scope);
    this.#matchings = filters.map(({ query }) => new Matching(shard.searcher, shard.query(query)));
    this.#firstPartner = onlyPairs ? 1 : 0;
    this.#width = widthOf(node.options);
    this.#keys = keysOf(node.options);
    this.#counts = new FixedCounts(this.#width);
  }

  segment(reader: SegmentReader, docBase: number): void {
    for (const matching of this.#matchings) matching.segment(reader);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const { docs, owners, count } = block;
    const bitSets = this.#matchings.map((matching) => matching.bits());
    const n = bitSets.length;
    const matched = new Uint32Array(n);
    const kept = this.#found;
    kept.open(count, this.#width);
    for (let i = 0; i < count; i++) {
      if (kept.isFull(this.#width)) this.#handOn(block);
      let found = 0;
      for (let f = 0; f < n; f++) if (hasBit(bitSets[f], docs[i])) matched[found++] = f;
      const base = owners[i] * this.#width;
      for (let a = 0; a < found; a++) {
        for (let b = a + this.#firstPartner; b < found; b++) {
          kept.rows[kept.count] = i;
          kept.buckets[kept.count++] = base + pairBucket(matched[a], matched[b], n);
        }
      }
    }
    this.#handOn(block);
  }

  #handOn(block: DocBlock): void {
    this.#counts.addBuffered(block, this.#found, this.#children);
  }

  build(owners: Uint32Array): MatrixPart {
    const { places, ...filled } = this.#counts.buildFilled(owners, this.#children);
    return { ...filled, keys: Array.from(places, (place) => this.#keys[place]) };
  }
}

function keysOf({ filters, separator }: MatrixOptions): readonly string[] {
  return filters.flatMap(({ key }, a) =>
    filters.slice(a).map(({ key: other }, i) => (i === 0 ? key : `${key}${separator}${other}`)),
  );
}

/** Reduces to buckets in order of their keys. */
function reduce(
  node: AggregationNode<MatrixOptions>,
  inputs: readonly ReduceInput<MatrixPart>[],
  reduction: Reduction,
): MatrixPart {
  const { keys, counts, owners, maps } = mergeBuckets(inputs);
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const { starts, buckets } = selectBuckets(groups, Number.POSITIVE_INFINITY, (a, b) =>
    compareKeys(keys[a], keys[b]),
  );
  if (reduction.isFinal) reduction.countBuckets(buckets.length);
  const children = mergedChildren(inputs, maps, mapOfChoice(buckets, keys.length));
  return {
    starts,
    keys: Array.from(buckets, (bucket) => keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
    children: reduction.children(node, children, buckets.length),
  };
}

export const adjacencyMatrix = aggregationType<MatrixOptions, MatrixPart>({
  name: 'adjacency_matrix',
  takes: 'buckets',
  parse,
  mapQueries: (options, change) => ({
    ...options,
    filters: options.filters.map(({ key, query }) => ({ key, query: change.query(query) })),
  }),
  collector: (node, scope) => new MatrixCollector(node, scope),
  scaled: scaledBuckets,
  reduce,
  render(node, { part, owner }, rendering) {
    const shown = Array.from(rendering.buckets(node, part, owner), (bucket) => ({
      key: part.keys[bucket],
      doc_count: part.counts[bucket],
      ...rendering.children(node, part.children, bucket),
    }));
    return { buckets: shown };
  },
  buckets: (part) => part,
  bucketKey(_node, { keys }, bucket) {
    const key = keys[bucket];
    return { key, text: key };
  },
});
