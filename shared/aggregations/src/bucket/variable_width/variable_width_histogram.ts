/** `variable_width_histogram`: a limited number of buckets of numbers that are close together. */

import { double, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type Draft, type FieldReaders, integerOf, into } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DocCounts } from '../../collect/doc_counts.js';
import { grownWords, type Words } from '../../collect/growable.js';
import { scaledBuckets } from '../../collect/scaled.js';
import { formatOfParts } from '../../metric/part_format.js';
import { scriptScores } from '../../metric/script_scores.js';
import { DROPPED, type ReduceInput, type Reduction } from '../../reduction.js';
import { NumberRows } from '../../values/number_rows.js';
import type { ReadNumbers } from '../../values/number_source.js';
import type { NumberValues } from '../../values/number_values.js';
import { resolvePlainNumbers, resolveValues } from '../../values/resolve_values.js';
import { formattedJson, textOfNumber, type ValueFormat } from '../../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../../values/values_options.js';
import { samePlaces, takeBuckets } from '../merge_buckets.js';
import { KeptDocs } from '../sampling/kept_docs.js';
import { type Cluster, mergeClusters } from './merge_clusters.js';
import { type ClusterSizes, firstClusters, ValueClusters } from './value_clusters.js';

interface ClusterOptions extends ValuesOptions, ClusterSizes {
  readonly buckets: number;
}

interface ClusterPart {
  readonly format: ValueFormat;
  readonly starts: Uint32Array;
  /** The mean of each bucket's values. */
  readonly keys: Float64Array;
  readonly mins: Float64Array;
  readonly maxes: Float64Array;
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

const TYPE = 'variable_width_histogram';
const CLUSTERS_PER_BUCKET = 50;
const VALUES_PER_CLUSTER = 10;
const MAX_BUFFER = 50_000;
/** The default of `search.max_buckets`. */
const MAX_BUCKETS = 65_535;

function above(least: number, option: string, { name }: ParseContext) {
  return (json: JsonValue): number => {
    const value = integerOf(json);
    if (value > least) return value;
    throw illegalArgument(`${option} must be greater than [${least}] for [${name}]`);
  };
}

function parse(json: JsonObject, context: ParseContext): ClusterOptions {
  const draft: Draft<OwnOptions<ClusterOptions>, keyof ClusterSizes> = {
    buckets: 10,
    shardSize: undefined,
    initialBuffer: undefined,
  };
  const own: FieldReaders = {
    buckets: into(draft, 'buckets', 'number', above(0, 'buckets', context)),
    shard_size: into(draft, 'shardSize', 'number', above(1, 'shard_size', context)),
    initial_buffer: into(draft, 'initialBuffer', 'number', above(0, 'initial_buffer', context)),
  };
  const values = readValues(json, context, { own, timeZones: true });
  const { buckets, shardSize = CLUSTERS_PER_BUCKET * buckets } = draft;
  const { initialBuffer = Math.min(VALUES_PER_CLUSTER * shardSize, MAX_BUFFER) } = draft;
  return { ...values, buckets, shardSize, initialBuffer };
}

function checkSizes({ options, name }: AggregationNode<ClusterOptions>): void {
  const { buckets, shardSize, initialBuffer } = options;
  if (buckets > MAX_BUCKETS) throw illegalArgument(`buckets must be less than ${MAX_BUCKETS}`);
  if (initialBuffer < buckets) {
    throw illegalArgument(
      `initial_buffer must be at least buckets but was [${initialBuffer}<${buckets}] for [${name}]`,
    );
  }
  const first = firstClusters(shardSize);
  if (first < buckets) {
    throw illegalArgument(
      `3/4 of shard_size must be at least buckets but was [${first}<${buckets}] for [${name}]`,
    );
  }
}

/**
 * Refuses the aggregation inside several buckets. As in OpenSearch, it is allowed there if the
 * index does not have the field.
 */
function checkPlace(options: ClusterOptions, { hasManyOwners, shard }: CollectScope): void {
  if (!hasManyOwners) return;
  const asked = { type: TYPE, kinds: ['number'], standard: 'number' } as const;
  if (resolveValues(options, shard, asked).kind === 'unmapped') return;
  throw illegalArgument(
    `[${TYPE}] cannot be nested inside an aggregation that collects more than a single bucket.`,
  );
}

class ClusterCollector implements Collector<ClusterPart> {
  readonly #scope: CollectScope;
  readonly #values: NumberValues;
  readonly #clusters: ValueClusters;
  readonly #children: Children;
  readonly #rows = new NumberRows();
  readonly #docCounts = new DocCounts();
  readonly #kept = new KeptDocs();
  /** The number of each kept document's cluster. */
  #clusterOf: Words = new Uint32Array(0);
  #read: ReadNumbers | undefined;

  constructor(node: AggregationNode<ClusterOptions>, scope: CollectScope) {
    this.#values = resolvePlainNumbers(node.options, scope.shard, TYPE);
    checkSizes(node);
    scope.late(() => checkPlace(node.options, scope));
    this.#scope = scope;
    this.#clusters = new ValueClusters(node.options);
    this.#children = childrenOf(node, scope);
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#docCounts.segment(reader);
    this.#read = this.#values.source.segment(reader);
    this.#kept.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const rows = this.#rows;
    this.#read?.(block, rows);
    const { count, values } = rows;
    const first = this.#kept.size;
    const keeps = !this.#children.isEmpty;
    if (keeps) {
      this.#kept.addRows(block, rows.rows, count);
      this.#clusterOf = grownWords(this.#clusterOf, this.#kept.size);
    }
    for (let i = 0; i < count; i++) {
      const doc = block.docs[rows.rows[i]];
      const cluster = this.#clusters.add(values[i], this.#docCounts.of(doc));
      if (keeps) this.#clusterOf[first + i] = cluster;
      if (this.#clusters.isFull) this.#settle();
    }
  }

  /** Maps the first kept documents, which are those of the buffered values, to their clusters. */
  #settle(): void {
    const settled = this.#clusters.settle();
    if (!this.#children.isEmpty) this.#clusterOf.set(settled);
  }

  build(owners: Uint32Array): ClusterPart {
    if (!this.#clusters.isSettled) this.#settle();
    const clusters = this.#clusters;
    const size = owners.length === 0 ? 0 : clusters.count;
    const all = Array.from({ length: size }, (_, place) => clusters.at(place));
    this.#scope.shard.countBuckets(size);
    this.#kept.hand(this.#children, samePlaces(this.#kept.size), this.#clusterOf);
    return {
      format: this.#values.format,
      starts: Uint32Array.from([...owners, 0], (_, i) => (i === 0 ? 0 : size)),
      keys: Float64Array.from(all, ({ mean }) => mean),
      mins: Float64Array.from(all, ({ min }) => min),
      maxes: Float64Array.from(all, ({ max }) => max),
      counts: Float64Array.from(all, ({ documents }) => documents),
      children: this.#children.build(Uint32Array.from(all, ({ number }) => number)),
    };
  }
}

type Inputs = readonly ReduceInput<ClusterPart>[];

/** The clusters of an owner's inputs. Members are indexes in the buckets of all inputs. */
function clustersOf(inputs: Inputs, owner: number): readonly Cluster[] {
  const clusters: Cluster[] = [];
  let base = 0;
  for (const { part, map } of inputs) {
    const { starts, keys, mins, maxes, counts } = part;
    for (let i = 0; i < map.length; i++) {
      if (map[i] !== owner) continue;
      const end = starts[i + 1];
      for (let bucket = starts[i]; bucket < end; bucket++) {
        clusters.push({
          mean: keys[bucket],
          min: mins[bucket],
          max: maxes[bucket],
          count: counts[bucket],
          members: [base + bucket],
        });
      }
    }
    base += keys.length;
  }
  return clusters;
}

function reduce(
  node: AggregationNode<ClusterOptions>,
  inputs: Inputs,
  reduction: Reduction,
): ClusterPart {
  const [only] = inputs;
  if (reduction.isTaking && only !== undefined) return take(node, only, reduction);
  const starts = new Uint32Array(reduction.owners + 1);
  const clusters: Cluster[] = [];
  for (let owner = 0; owner < reduction.owners; owner++) {
    const given = clustersOf(inputs, owner);
    const merged = reduction.isFinal ? mergeClusters(given, node.options.buckets) : given;
    for (const cluster of merged) clusters.push(cluster);
    starts[owner + 1] = clusters.length;
  }
  if (reduction.isFinal) reduction.countBuckets(clusters.length);
  let base = 0;
  const bucketOf = mapOf(clusters, inputs);
  const children = inputs.map(({ part }) => {
    const map = bucketOf.subarray(base, base + part.keys.length);
    base += part.keys.length;
    return { part: part.children, map };
  });
  return {
    format: formatOfParts(inputs),
    starts,
    keys: Float64Array.from(clusters, ({ mean }) => mean),
    mins: Float64Array.from(clusters, ({ min }) => min),
    maxes: Float64Array.from(clusters, ({ max }) => max),
    counts: Float64Array.from(clusters, ({ count }) => count),
    children: reduction.children(node, children, clusters.length),
  };
}

/** Maps indexes in the buckets of all inputs to the clusters that they were merged into. */
function mapOf(clusters: readonly Cluster[], inputs: Inputs): Uint32Array {
  const size = inputs.reduce((sum, { part }) => sum + part.keys.length, 0);
  const map = new Uint32Array(size).fill(DROPPED);
  clusters.forEach(({ members }, bucket) => {
    for (const member of members) map[member] = bucket;
  });
  return map;
}

function take(
  node: AggregationNode,
  input: ReduceInput<ClusterPart>,
  reduction: Reduction,
): ClusterPart {
  const { part } = input;
  const { starts, buckets, children } = takeBuckets(node, input, reduction);
  const of = (values: Float64Array): Float64Array =>
    Float64Array.from(buckets, (bucket) => values[bucket]);
  return {
    format: part.format,
    starts,
    keys: of(part.keys),
    mins: of(part.mins),
    maxes: of(part.maxes),
    counts: of(part.counts),
    children,
  };
}

function shownNumber(name: string, value: number, format: ValueFormat): JsonObject {
  const text = formattedJson(value, format);
  return { [name]: double(value), ...(text === undefined ? {} : { [`${name}_as_string`]: text }) };
}

/** A key and its text, also in formats that show other numbers without a text. */
function shownKey(key: number, format: ValueFormat): JsonObject {
  const text = format.kind === 'raw' ? {} : { key_as_string: textOfNumber(key, format) };
  return { key: double(key), ...text };
}

export const variableWidthHistogram = aggregationType<ClusterOptions, ClusterPart>({
  name: TYPE,
  takesValues: ['numeric'],
  takes: 'buckets',
  parse,
  needsScores: scriptScores,
  collector: (node, scope) => new ClusterCollector(node, scope),
  scaled: scaledBuckets,
  reduce,
  render(node, { part, owner }, rendering) {
    const { keys, mins, maxes, counts, format } = part;
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      buckets.push({
        ...shownNumber('min', mins[bucket], format),
        ...shownKey(keys[bucket], format),
        ...shownNumber('max', maxes[bucket], format),
        doc_count: counts[bucket],
        ...rendering.children(node, part.children, bucket),
      });
    }
    return { buckets };
  },
  buckets: (part) => part,
  bucketKey(_node, { keys, format }, bucket) {
    const key = keys[bucket];
    return { key: double(key), text: textOfNumber(key, format), number: key };
  },
});
