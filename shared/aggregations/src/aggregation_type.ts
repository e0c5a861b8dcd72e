/**
 * What a type of aggregation owes. One file a type in `bucket` or `metric`, one line in `all.ts`; nothing else knows it by name.
 *
 * Options and parts are plain data: they cross threads and nodes. `O` and `P` are known to the type alone, everybody else hands them through.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import type { BodyLocator } from '@skein/reading';
import type { ScriptReference } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationShard, HitsRequest, QueryData } from './aggregation_shard.js';
import type { DocBlock } from './collect/doc_block.js';
import type { KnownMatches } from './collect/known_matches.js';
import type { HeuristicScripts } from './options/significance.js';
import type { PipelineNode } from './pipeline_type.js';
import type { ValueName } from './values/value_names.js';

/** An aggregation of a request. */
export interface AggregationNode<O = unknown> {
  readonly name: string;
  readonly type: string;
  readonly options: O;
  /** Shown with the answer as it was given. */
  readonly meta: JsonObject | undefined;
  readonly children: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
}

/** What parsing may look at. */
export interface ParseContext {
  /** Of the aggregation, as messages have it. */
  readonly name: string;
  readonly type: string;
  readonly locate: BodyLocator;
  /** A query, for the options; `mapQueries` has to know where in them it stands. */
  readonly readQuery: (json: JsonValue) => QueryData;
  /** What hits are asked for, and how they are shown. `mapQueries` has to know where it stands, for there may be queries in it. */
  readonly readHits: (json: JsonObject) => HitsRequest;
}

/** Of the queries of an aggregation: the documents they name are put into them. */
export interface QueryChange {
  query(query: QueryData): QueryData;
  hits(hits: HitsRequest): HitsRequest;
}

export interface AggregationType<O = unknown, P = unknown> {
  readonly name: string;
  /** As profiles call it, where its collector does not say; absent: its name in camel case. */
  readonly profileName?: string;
  /** Of its values, where it has a field or a script for them: as `_nodes` tells them. */
  readonly takesValues?: readonly ValueName[];
  /** `none`: it takes no sub-aggregations. */
  readonly takes: 'buckets' | 'none';
  /** Its buckets are one page of all: no path begins with it. */
  readonly isPaged?: boolean;
  parse(json: JsonObject, context: ParseContext): O;
  /** The options with everything in them that `readQuery` and `readHits` gave changed, in any order. Absent: there is nothing of the kind. */
  mapQueries?(options: O, change: QueryChange): O;
  /** Faults between an aggregation and what is around it, found once the whole tree is read. */
  check?(node: AggregationNode<O>, parents: readonly AggregationNode[]): void;
  /** Whether `DocBlock.scores` are read by this aggregation itself. Absent: never. */
  needsScores?(node: AggregationNode<O>): boolean;
  /** Whether it has something to say of a shard where nothing matches. Absent: no. */
  seesAllDocuments?(node: AggregationNode<O>): boolean;
  collector(node: AggregationNode<O>, scope: CollectScope): Collector<P>;
  /** Whether the parts of some segments each, reduced, are the part of the shard, but for the last bit of sums: nothing is chosen or rounded before all is known. Absent: they are not. */
  mergesSegments?(node: AggregationNode<O>, shard: AggregationShard): boolean;
  /** Associative. Owners of the result to which nothing comes are as if no document had. */
  reduce(node: AggregationNode<O>, inputs: readonly ReduceInput<P>[], reduction: Reduction): P;
  /** A final part of a sample, as of all documents: what grows with their number made as much larger. Absent: it says nothing of more than it has seen. */
  scaled?(node: AggregationNode<O>, part: P, scaling: Scaling): P;
  /** Of a final part: the object of one owner. */
  render(node: AggregationNode<O>, shown: ShownPart<P>, rendering: Rendering): JsonObject;
  /** As `typed_keys` calls it; absent: its name. */
  typeName?(node: AggregationNode<O>, part: P): string;
  /** What messages call its results: OpenSearch's class of them; absent: its name in camel case, as `InternalDateRange`. */
  resultName?(node: AggregationNode<O>, part: P): string;
  /** A number orders and pipelines may ask for. `undefined`: there is no such property. */
  value?(node: AggregationNode<O>, shown: ShownPart<P>, property: string): number | undefined;
  /** False: buckets cannot be ordered by what `value` gives, nor pipelines read it without naming the property. */
  readonly isOrderable?: false;
  /** Whether reducing it for good runs a script: such trees are not finished on a main thread. */
  runsScript?(node: AggregationNode<O>): boolean;
  /** Of types that take sub-aggregations. */
  buckets?(part: P): BucketColumns;
  /** Whether its buckets follow one another: `whole`, or with `gaps` where there are no documents. Absent: they do not. */
  sequence?(node: AggregationNode<O>): 'whole' | 'gaps';
  /** Of types whose buckets follow one another: what pipelines that add buckets behind the last one need. Absent: none may be added. */
  readonly growth?: BucketGrowth<O, P>;
  /** Of types with several buckets: whether this one has no more than one for each owner. Absent: it may have more. */
  atMostOneBucket?(node: AggregationNode<O>): boolean;
  /** Of types with several buckets: as pipelines know them. */
  bucketKey?(node: AggregationNode<O>, part: P, bucket: number): BucketKey;
}

export interface BucketGrowth<O = unknown, P = unknown> {
  /** A copy with room for so many more buckets, numbered behind all others, without documents and in no owner's range. */
  withRoom(part: P, count: number): P;
  /** Of a part that was made so. */
  putKey(part: P, bucket: number, key: number): void;
  nextKey(node: AggregationNode<O>, part: P, key: number, owner: number): number;
}

/** From a sample to all documents. */
export interface Scaling {
  /** The share of the documents that was looked at. */
  readonly probability: number;
  /** Parts of the children of a node. */
  children(node: AggregationNode, children: readonly unknown[]): readonly unknown[];
}

/** Binds the parameters of a type; everybody else sees `unknown`. */
export function aggregationType<O, P>(type: AggregationType<O, P>): AggregationType {
  return type as AggregationType;
}

/** What can be done with the parts of a node's children without knowing their types. */
export interface PartAccess {
  /** Refuses paths that lead nowhere. `text`: the path as it was given. */
  checkPath(node: AggregationNode, path: OrderPath, text: string): void;
  /** What the path leads to from a bucket of the node: `a`, `a.avg`, `filter>a.99`. NaN: the bucket has none. */
  value(
    node: AggregationNode,
    children: readonly unknown[],
    path: OrderPath,
    bucket: number,
  ): number;
  /** The buckets that `map` does not drop, as if they had been all. */
  take(
    node: AggregationNode,
    children: readonly unknown[],
    map: Uint32Array,
    buckets: number,
  ): readonly unknown[];
  /** Final parts of the children of a node, which saw this share of the documents: see `AggregationType.scaled`. */
  scaled(
    node: AggregationNode,
    children: readonly unknown[],
    probability: number,
  ): readonly unknown[];
  /** The first aggregation inside, at whatever depth, that cannot be scaled. */
  notScaled(node: AggregationNode): AggregationNode | undefined;
}

/** From the children of an aggregation to a number. */
export interface OrderPath {
  readonly names: readonly string[];
  /** Of the last of them; `''`: its only one. */
  readonly property: string;
}

/** Where an aggregation is bound, and the way to the collectors of its children. */
export interface CollectScope extends PartAccess {
  readonly shard: AggregationShard;
  /** The aggregations around this one, the outermost first; empty: it is at the top. */
  readonly parents: readonly AggregationNode[];
  /** Whether some aggregation around this one may have several buckets: there is more than one owner then. */
  readonly hasManyOwners: boolean;
  /**
   * What OpenSearch looks at once everything is bound: a fault of `make` is told then, the first of all, if nothing else is. `undefined`: there is one.
   */
  late<T>(make: () => T): T | undefined;
  /** The collector of a child, which looks at the shard from where its parent says. */
  collector(child: AggregationNode, shard: AggregationShard, parent: AggregationNode): Collector;
}

/** Turns blocks of documents into the part of a shard. Segments come one after another. */
export interface Collector<P = unknown> {
  /** The blocks that follow are of this segment. `docBase`: the number of its first document in the searcher. */
  segment(reader: SegmentReader, docBase: number): void;
  /** The block is valid during the call. */
  collect(block: DocBlock): void;
  /** The part of these owning buckets, in this order. Called once, after the last block; owners nobody saw have nothing. */
  build(owners: Uint32Array): P;
  /**
   * Counts what matches in a segment, of which it is known without looking for documents, by the index alone: whether it has, for then no document of the segment comes.
   * Asked of those at the top, before `segment`. Absent: it cannot.
   */
  countMatches?(matches: KnownMatches, docBase: number): boolean;
  /**
   * The first document from `doc` on that matters in the segment at hand; `NO_MORE_DOCS`: none does. It takes others as well. Asked of those at the top between blocks. Absent: all matter.
   */
  readonly nextWanted?: ((doc: number) => number) | undefined;
  /** Documents of a segment may come in any order from block to block: what comes out depends on their order in each bucket alone. Absent: they ascend. */
  readonly takesAnyOrder?: boolean;
  /** How it went, once it has built; asked for under `profile` alone. Absent: there is nothing to tell. */
  profile?(): CollectorProfile;
}

export interface CollectorProfile {
  /** Absent: that of the aggregation. */
  readonly type?: string;
  readonly debug?: JsonObject;
}

/** In a map: the bucket is left out. */
export const DROPPED = 0xffffffff;

export interface ReduceInput<P> {
  readonly part: P;
  /** By owner of the part: its owner in the result, or `DROPPED`. */
  readonly map: Uint32Array;
}

export interface Reduction extends PartAccess {
  /** Of the result. */
  readonly owners: number;
  /** Nothing comes after: what was kept for other parts may go. */
  readonly isFinal: boolean;
  /** Buckets of one part, final or not, are kept as they are, in their order. */
  readonly isTaking: boolean;
  /** Throws too_many_buckets_exception; to be told of the buckets of each final part. */
  countBuckets(count: number): void;
  checkCancelled(): void;
  /** Of final reductions that are no taking. Throws what compiling and running throw. */
  readonly reduceScript: ReduceScript;
  /** The same. */
  readonly heuristicScript: HeuristicScripts;
  /** The children of a node, one part each: `map` leads from the buckets of an input to the `buckets` of the result. */
  children(
    node: AggregationNode,
    inputs: readonly ReduceInput<readonly unknown[]>[],
    buckets: number,
  ): readonly unknown[];
}

/** Runs the `reduce_script` of a `scripted_metric` over what the shards combined. */
export type ReduceScript = (script: ScriptReference, states: readonly unknown[]) => ReducedMetric;

export interface ReducedMetric {
  readonly json: JsonValue;
  /** `undefined`: it is no number. */
  readonly number: number | undefined;
}

export interface ShownPart<P> {
  readonly part: P;
  readonly owner: number;
}

export interface Rendering {
  /** The buckets of an owner to be shown, in order: pipelines may have dropped or sorted them. */
  buckets(node: AggregationNode, columns: BucketColumns, owner: number): Uint32Array;
  /** Members of a bucket: its sub-aggregations by name. */
  children(node: AggregationNode, children: readonly unknown[], bucket: number): JsonObject;
}

/** The buckets of all owners, one after another. */
export interface BucketColumns {
  /** Those of owner `i` are `starts[i]` to `starts[i + 1] - 1`. */
  readonly starts: Uint32Array;
  readonly counts: Float64Array;
  /** One part for each sub-aggregation; the owners of theirs are these buckets. */
  readonly children: readonly unknown[];
  /** Types with a single bucket for each owner, which paths pass through without naming it. */
  readonly isSingle?: boolean;
}

export interface BucketKey {
  readonly key: JsonValue;
  /** As `*_bucket` pipelines name it. */
  readonly text: string;
  /** Of keys that are numbers; dates are milliseconds. */
  readonly number?: number;
}
