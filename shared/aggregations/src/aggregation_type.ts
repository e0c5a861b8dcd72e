/**
 * The contract of a type of aggregation. Each type has one file in `bucket` or `metric` and one
 * line in `all.ts`; no other module knows it by name.
 *
 * Options and parts are plain data, because they cross threads and nodes. Only the type itself
 * knows `O` and `P`; all other code hands them through.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import type { BodyLocator } from '@skein/reading';
import type { AggregationNode } from './aggregation_node.js';
import type { AggregationShard, HitsRequest, QueryData } from './aggregation_shard.js';
import type { Collector, CollectScope } from './collect/collector.js';
import type { ReduceInput, Reduction } from './reduction.js';
import type { ValueName } from './values/value_names.js';

/** The inputs of parsing. */
export interface ParseContext {
  /** The name of the aggregation, for error messages. */
  readonly name: string;
  readonly type: string;
  readonly locate: BodyLocator;
  /** Reads a query for the options. `mapQueries` must reach every query that was read here. */
  readonly readQuery: (json: JsonValue) => QueryData;
  /**
   * Reads which hits are requested and how they are shown. `mapQueries` must reach every request
   * that was read here, because it may contain queries.
   */
  readonly readHits: (json: JsonObject) => HitsRequest;
}

/** Changes the queries of an aggregation: it puts the documents that they name into them. */
export interface QueryChange {
  query(query: QueryData): QueryData;
  hits(hits: HitsRequest): HitsRequest;
}

export interface AggregationType<O = unknown, P = unknown> {
  readonly name: string;
  /** The name in profiles if the collector gives none; by default the name in camel case. */
  readonly profileName?: string;
  /** The kinds of values that it takes from a field or a script, as `_nodes` lists them. */
  readonly takesValues?: readonly ValueName[];
  /**
   * The kind that `_nodes/usage` counts without a mapped field. Absent: `bytes` or `numeric`,
   * whichever it takes.
   */
  readonly usedAs?: ValueName | 'other';
  /** With `none`, the type takes no sub-aggregations. */
  readonly takes: 'buckets' | 'none';
  /** True if its buckets are one page of all buckets: no path may begin with the aggregation. */
  readonly isPaged?: boolean;
  parse(json: JsonObject, context: ParseContext): O;
  /**
   * Returns the options with everything changed that `readQuery` and `readHits` returned, in any
   * order. Absent if the options contain no queries.
   */
  mapQueries?(options: O, change: QueryChange): O;
  /**
   * True if it is collected and shown in small steps, with `leaveIfLong` before each that is not:
   * a thread that must not be held up may try it. Absent if it never is.
   */
  isShort?(node: AggregationNode<O>): boolean;
  /** Throws faults between an aggregation and its surroundings, once the whole tree is read. */
  check?(node: AggregationNode<O>, parents: readonly AggregationNode[]): void;
  /** True if this aggregation itself reads `DocBlock.scores`. Absent if it never does. */
  needsScores?(node: AggregationNode<O>): boolean;
  /** True if it has a result for a shard where nothing matches. Absent if it never has. */
  seesAllDocuments?(node: AggregationNode<O>): boolean;
  collector(node: AggregationNode<O>, scope: CollectScope): Collector<P>;
  /**
   * True if reducing parts that were each built from some segments gives the part of the shard,
   * except for the last bit of sums: nothing is chosen or rounded before all segments are known.
   * Absent if it never does.
   */
  mergesSegments?(node: AggregationNode<O>, shard: AggregationShard): boolean;
  /**
   * Reduces parts to one; it is associative. An owner of the result to which no input maps has the
   * value of an owner without documents.
   */
  reduce(node: AggregationNode<O>, inputs: readonly ReduceInput<P>[], reduction: Reduction): P;
  /**
   * Extrapolates a final part of a sample to all documents: everything that grows with the number
   * of documents is scaled up. Absent if the type cannot be extrapolated.
   */
  scaled?(node: AggregationNode<O>, part: P, scaling: Scaling): P;
  /** Renders the object of one owner of a final part. */
  render(node: AggregationNode<O>, shown: ShownPart<P>, rendering: Rendering): JsonObject;
  /** The name in `typed_keys`; by default the type's name. */
  typeName?(node: AggregationNode<O>, part: P): string;
  /**
   * The name of its results in error messages, which is that of OpenSearch's class. By default it
   * is made of the type's name in camel case, as in `InternalDateRange`.
   */
  resultName?(node: AggregationNode<O>, part: P): string;
  /** A number that orders and pipelines may read; `undefined` if the property does not exist. */
  value?(node: AggregationNode<O>, shown: ShownPart<P>, property: string): number | undefined;
  /**
   * False if buckets cannot be ordered by what `value` returns, and pipelines must name the
   * property to read it.
   */
  readonly isOrderable?: false;
  /** True if its final reduction runs a script: such a tree is not finished on a main thread. */
  runsScript?(node: AggregationNode<O>): boolean;
  /** The buckets of a part. Only types that take sub-aggregations have it. */
  buckets?(part: P): BucketColumns;
  /**
   * Tells if its buckets are consecutive: `whole`, or with `gaps` where there are no documents.
   * Absent if they are not consecutive.
   */
  sequence?(node: AggregationNode<O>): 'whole' | 'gaps';
  /**
   * Adds buckets after the last one, for pipelines that extend a type of consecutive buckets.
   * Absent if no bucket may be added.
   */
  readonly growth?: BucketGrowth<O, P>;
  /**
   * True if a type with several buckets makes at most one for each owner here. Absent if it may
   * always make more.
   */
  atMostOneBucket?(node: AggregationNode<O>): boolean;
  /** The key of a bucket for pipelines. Only types with several buckets have it. */
  bucketKey?(node: AggregationNode<O>, part: P, bucket: number): BucketKey;
}

interface BucketGrowth<O = unknown, P = unknown> {
  /**
   * A copy extended by `count` more buckets. They are numbered after all others, have no documents
   * and are in no owner's range.
   */
  withRoom(part: P, count: number): P;
  /** Sets the key of an added bucket. `part` was returned by `withRoom`. */
  putKey(part: P, bucket: number, key: number): void;
  nextKey(node: AggregationNode<O>, part: P, key: number, owner: number): number;
}

/** Extrapolates from a sample to all documents. */
export interface Scaling {
  /** The share of the documents that the sample contains. */
  readonly probability: number;
  /** Scales the parts of a node's children. */
  children(node: AggregationNode, children: readonly unknown[]): readonly unknown[];
}

/** Binds the parameters of a type; all other code sees `unknown`. */
export function aggregationType<O, P>(type: AggregationType<O, P>): AggregationType {
  return type;
}

interface ShownPart<P> {
  readonly part: P;
  readonly owner: number;
}

export interface Rendering {
  /** The buckets of an owner to show, in order: pipelines may have dropped or sorted them. */
  buckets(node: AggregationNode, columns: BucketColumns, owner: number): Uint32Array;
  /** The members of a bucket: its sub-aggregations by name. */
  children(node: AggregationNode, children: readonly unknown[], bucket: number): JsonObject;
}

/** The buckets of all owners, one after another. */
export interface BucketColumns {
  /** The buckets of owner `i` are `starts[i]` to `starts[i + 1] - 1`. */
  readonly starts: Uint32Array;
  readonly counts: Float64Array;
  /** One part for each sub-aggregation; the owners in these parts are these buckets. */
  readonly children: readonly unknown[];
  /**
   * True for types with a single bucket for each owner: paths pass through it without naming it.
   */
  readonly isSingle?: boolean;
}

export interface BucketKey {
  readonly key: JsonValue;
  /** The key in the results of `*_bucket` pipelines. */
  readonly text: string;
  /** The key as a number, if it is one; dates are milliseconds. */
  readonly number?: number;
}
