/**
 * What a pipeline aggregation owes: it reads reduced columns and gives one more. A parent pipeline stands in the aggregation whose buckets it reads and
 * adds a column to them; a sibling one stands beside it and adds a value for each owner.
 */
import type { JsonObject } from '@skein/content';
import type { AggregationNode, ParseContext } from './aggregation_type.js';

export interface PipelineNode<O = unknown> {
  readonly name: string;
  readonly type: string;
  readonly options: O;
  readonly meta: JsonObject | undefined;
}

/** A level of the tree once it is reduced: the parts of its aggregations, each over the same owners, then those of the pipelines that ran. */
export interface ReducedLevel {
  readonly nodes: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
  readonly parts: readonly unknown[];
  /** Owners of the parts: the buckets around the level. */
  readonly owners: number;
}

/** The aggregation a parent pipeline stands in. */
export interface ReducedParent {
  readonly node: AggregationNode;
  readonly part: unknown;
}

export interface PipelineType<O = unknown, P = unknown> {
  readonly name: string;
  parse(json: JsonObject, context: ParseContext): O;
  /** Faults between a pipeline and what is around it. `parent`: absent at the top. */
  check?(
    node: PipelineNode<O>,
    siblings: readonly AggregationNode[],
    parent: AggregationNode | undefined,
  ): void;
  /** Over the level it stands in: a part whose owners are those of the level. */
  compute?(node: PipelineNode<O>, level: ReducedLevel, parent: ReducedParent | undefined): P;
  /** In the place of `compute`, of those that drop or order buckets: for each owner of the parent the buckets that stay, in order. */
  arrange?(node: PipelineNode<O>, level: ReducedLevel, parent: ReducedParent): BucketChoice;
  /** `undefined`: the bucket shows nothing. */
  render?(node: PipelineNode<O>, part: P, owner: number): JsonObject | undefined;
  value?(node: PipelineNode<O>, part: P, owner: number): number | undefined;
  typeName?(node: PipelineNode<O>): string;
}

/** As `BucketColumns.starts`, over the buckets that stay. */
export interface BucketChoice {
  readonly starts: Uint32Array;
  readonly buckets: Uint32Array;
}

export function pipelineType<O, P>(type: PipelineType<O, P>): PipelineType {
  return type as PipelineType;
}
