/**
 * The contract of a pipeline aggregation: it reads reduced columns and adds one. A parent pipeline
 * stands in the aggregation whose buckets it reads and adds a column to them; a sibling pipeline
 * stands beside it and adds a value for each owner. Each type has one file in `pipeline` and one
 * line in `all_pipelines.ts`.
 */
import type { JsonObject } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import type { AggregationNode } from './aggregation_node.js';
import type { AggregationType, BucketColumns, ParseContext } from './aggregation_type.js';
import type { BucketPath } from './pipeline/bucket_path.js';
import type { ReduceInput } from './reduction.js';

export interface PipelineNode<O = unknown> {
  readonly name: string;
  readonly type: string;
  readonly options: O;
  readonly meta: JsonObject | undefined;
}

/** The aggregations and pipelines inside an aggregation, or at the top. */
export type TreeLevel = Pick<AggregationNode, 'children' | 'pipelines'>;

/** Finds the types of a tree's nodes. Types cannot import the registry, because it imports them. */
export interface TypeLookup {
  aggregation(node: AggregationNode): AggregationType;
  pipeline(node: PipelineNode): PipelineType;
}

/** A reduced tree with the results of the pipelines that have run so far. */
export interface ReducedTree extends TypeLookup {
  /** The part of a pipeline of a level; `undefined` if the pipeline has not run. */
  column(level: TreeLevel, place: number): unknown;
  /** The buckets of an owner that pipelines have kept, in their order. */
  shown(node: AggregationNode, columns: BucketColumns, owner: number): Uint32Array;
  /** The part of an aggregation, including the buckets that pipelines added. */
  grown(node: AggregationNode, part: unknown): unknown;
  /**
   * True if a pipeline added the bucket. An added bucket has no results of the level's
   * aggregations.
   */
  isAdded(level: TreeLevel, bucket: number): boolean;
  /** Adds a bucket after those of an owner and returns its number. */
  addBucket(parent: ReducedParent, owner: number, key: number): number;
  /** Merges parts of an aggregation without buckets into one part of `owners` owners. */
  merged(node: AggregationNode, inputs: readonly ReduceInput<unknown>[], owners: number): unknown;
}

/** A level of the tree: the parts of its aggregations, all over the same owners. */
export interface ReducedLevel {
  readonly of: TreeLevel;
  readonly parts: readonly unknown[];
  /** The number of owners of the parts: the buckets around the level. */
  readonly owners: number;
  readonly tree: ReducedTree;
}

/** The aggregation a parent pipeline stands in. */
export interface ReducedParent {
  readonly node: AggregationNode;
  readonly part: unknown;
  readonly columns: BucketColumns;
}

/** The input of a pipeline. */
export interface PipelineGround {
  readonly level: ReducedLevel;
  /** The aggregation that contains the level; `undefined` at the top. */
  readonly parent: ReducedParent | undefined;
  readonly scope: PipelineScope;
}

/** The operations that the caller of the pipelines provides. */
export interface PipelineScope {
  checkCancelled(): void;
  /** Throws too_many_buckets_exception. Must be told of the buckets that pipelines add. */
  countBuckets(count: number): void;
  /** Compiles a script. Throws the errors of compiling. */
  script(reference: ScriptReference, context: PipelineScriptContext): PipelineScript;
}

export type PipelineScriptContext =
  | 'bucket_aggregation'
  | 'aggregation_selector'
  | 'moving-function';

/** A compiled script. `params` are added to the script's own; `values` are those of a window. */
export type PipelineScript = (
  params: Readonly<Record<string, number | null>>,
  values?: Float64Array,
) => number | boolean | null;

export interface PipelineType<O = unknown, P = unknown> {
  readonly name: string;
  parse(json: JsonObject, context: ParseContext): O;
  /**
   * The paths that it reads. They decide the order in which the pipelines of a level run, and each
   * must lead to an aggregation.
   */
  paths(options: O): readonly BucketPath[];
  /** Throws faults between a pipeline and its surroundings. */
  check(node: PipelineNode<O>, around: Surroundings): void;
  /** True if it runs a script: such a tree is not finished on a main thread. */
  runsScript?(node: PipelineNode<O>): boolean;
  /** Computes the part over its level. The owners of the part are those of the level. */
  compute?(node: PipelineNode<O>, ground: PipelineGround): P;
  /** The number of buckets that it may add to each owner at most; absent if it adds none. */
  adds?(options: O): number;
  /**
   * Takes the place of `compute` in pipelines that drop or order buckets: it chooses which of an
   * owner's buckets stay, in order. Called owner by owner.
   */
  arrange?(node: PipelineNode<O>, ground: PipelineGround): ArrangeBuckets;
  /**
   * Renders the value of an owner; `undefined` if it shows nothing. `beside` returns an aggregation
   * of the level as it is shown.
   */
  render?(
    node: PipelineNode<O>,
    part: P,
    owner: number,
    beside: (name: string | undefined) => JsonObject | undefined,
  ): JsonObject | undefined;
  /** The value of a property; `undefined` if the bucket has none. */
  value?(node: PipelineNode<O>, part: P, owner: number, property: string): number | undefined;
  /** The name in `typed_keys`; by default the type's name. */
  typeName?(node: PipelineNode<O>): string;
}

/** The level a pipeline stands in, and the aggregation around it. */
export interface Surroundings {
  readonly siblings: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
  /** The aggregation that contains the level; `undefined` at the top. */
  readonly parent: AggregationNode | undefined;
  readonly types: TypeLookup;
}

/** Returns the buckets that stay, in their order. */
export type ArrangeBuckets = (buckets: Uint32Array) => Uint32Array;

export function pipelineType<O, P>(type: PipelineType<O, P>): PipelineType {
  return type;
}
