/**
 * What a pipeline aggregation owes: it reads reduced columns and gives one more. A parent pipeline stands in the aggregation whose buckets it reads and
 * adds a column to them; a sibling one stands beside it and adds a value for each owner. One file a type in `pipeline`, one line in `all_pipelines.ts`.
 */
import type { JsonObject } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import type {
  AggregationNode,
  AggregationType,
  BucketColumns,
  ParseContext,
  ReduceInput,
} from './aggregation_type.js';
import type { BucketPath } from './pipeline/bucket_path.js';

export interface PipelineNode<O = unknown> {
  readonly name: string;
  readonly type: string;
  readonly options: O;
  readonly meta: JsonObject | undefined;
}

/** The aggregations and pipelines inside an aggregation, or at the top. */
export type TreeLevel = Pick<AggregationNode, 'children' | 'pipelines'>;

/** What the nodes of a tree are of. Types do not import the registry, which imports them. */
export interface TypeLookup {
  aggregation(node: AggregationNode): AggregationType;
  pipeline(node: PipelineNode): PipelineType;
}

/** A reduced tree with what its pipelines have given so far. */
export interface ReducedTree extends TypeLookup {
  /** The part of a pipeline of a level; `undefined`: it has not run. */
  column(level: TreeLevel, place: number): unknown;
  /** The buckets of an owner that pipelines have left, in their order. */
  shown(node: AggregationNode, columns: BucketColumns, owner: number): Uint32Array;
  /** The part of an aggregation, with the buckets that pipelines added. */
  grown(node: AggregationNode, part: unknown): unknown;
  /** Whether a pipeline added the bucket, which has nothing of the level's aggregations. */
  isAdded(level: TreeLevel, bucket: number): boolean;
  /** Adds a bucket behind those of an owner; its number. */
  addBucket(parent: ReducedParent, owner: number, key: number): number;
  /** Parts of an aggregation without buckets put together once more: `owners` of them. */
  merged(node: AggregationNode, inputs: readonly ReduceInput<unknown>[], owners: number): unknown;
}

/** A level of the tree: the parts of its aggregations, all over the same owners. */
export interface ReducedLevel {
  readonly of: TreeLevel;
  readonly parts: readonly unknown[];
  /** Owners of the parts: the buckets around the level. */
  readonly owners: number;
  readonly tree: ReducedTree;
}

/** The aggregation a parent pipeline stands in. */
export interface ReducedParent {
  readonly node: AggregationNode;
  readonly part: unknown;
  readonly columns: BucketColumns;
}

/** What a pipeline is run over. */
export interface PipelineGround {
  readonly level: ReducedLevel;
  /** Absent at the top. */
  readonly parent: ReducedParent | undefined;
  readonly scope: PipelineScope;
}

/** What only whoever runs the pipelines can do. */
export interface PipelineScope {
  checkCancelled(): void;
  /** Throws too_many_buckets_exception; to be told of buckets that pipelines add. */
  countBuckets(count: number): void;
  /** Throws what compiling throws. */
  script(reference: ScriptReference, context: PipelineScriptContext): PipelineScript;
}

export type PipelineScriptContext =
  | 'bucket_aggregation'
  | 'aggregation_selector'
  | 'moving-function';

/** `params`: beside the script's own. `values`: of a window. */
export type PipelineScript = (
  params: Readonly<Record<string, number | null>>,
  values?: Float64Array,
) => number | boolean | null;

export interface PipelineType<O = unknown, P = unknown> {
  readonly name: string;
  parse(json: JsonObject, context: ParseContext): O;
  /** What it reads, for the order in which the pipelines of a level run and the check that there is such an aggregation. */
  paths(options: O): readonly BucketPath[];
  /** Faults between a pipeline and what is around it. */
  check(node: PipelineNode<O>, around: Surroundings): void;
  /** Whether it runs a script: such trees are not finished on a main thread. */
  runsScript?(node: PipelineNode<O>): boolean;
  /** Over the level it stands in: a part whose owners are those of the level. */
  compute?(node: PipelineNode<O>, ground: PipelineGround): P;
  /** How many buckets it may add behind those of each owner. Absent: none. */
  adds?(options: O): number;
  /** In the place of `compute`, of those that drop or order buckets: which of an owner's buckets stay, in order. Called owner by owner. */
  arrange?(node: PipelineNode<O>, ground: PipelineGround): ArrangeBuckets;
  /** `undefined`: the bucket shows nothing. `beside`: an aggregation of the level, as it is shown. */
  render?(
    node: PipelineNode<O>,
    part: P,
    owner: number,
    beside: (name: string | undefined) => JsonObject | undefined,
  ): JsonObject | undefined;
  /** `undefined`: the bucket has none. */
  value?(node: PipelineNode<O>, part: P, owner: number, property: string): number | undefined;
  /** As `typed_keys` calls it; absent: its name. */
  typeName?(node: PipelineNode<O>): string;
}

/** The level a pipeline stands in, and the aggregation around it. */
export interface Surroundings {
  readonly siblings: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
  /** Absent at the top. */
  readonly parent: AggregationNode | undefined;
  readonly types: TypeLookup;
}

/** Gives those of the buckets that stay, in their order. */
export type ArrangeBuckets = (buckets: Uint32Array) => Uint32Array;

export function pipelineType<O, P>(type: PipelineType<O, P>): PipelineType {
  return type as PipelineType;
}
