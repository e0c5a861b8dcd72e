/** The contract of reducing: the parts of shards become one part. */
import type { JsonValue } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import type { AggregationNode } from './aggregation_node.js';
import type { HeuristicScripts } from './options/heuristic_scripts.js';

/** The entry of a map that drops the bucket. */
export const DROPPED = 0xffffffff;

export interface ReduceInput<P> {
  readonly part: P;
  /** The owner in the result of each owner of the part, or `DROPPED`. */
  readonly map: Uint32Array;
}

export interface Reduction extends PartAccess {
  /** The number of owners in the result. */
  readonly owners: number;
  /** True if no reduction follows: data that was kept for other parts may be dropped. */
  readonly isFinal: boolean;
  /** True if the buckets of one part, final or not, are kept as they are, in their order. */
  readonly isTaking: boolean;
  /** Throws too_many_buckets_exception. Must be told of the buckets of each final part. */
  countBuckets(count: number): void;
  checkCancelled(): void;
  /**
   * Runs a `reduce_script`. Only final reductions with `isTaking` false may call it. Throws the
   * errors of compiling and running the script.
   */
  readonly reduceScript: ReduceScript;
  /**
   * Compiles a script heuristic. Only final reductions with `isTaking` false may call it. Throws
   * the errors of compiling and running the script.
   */
  readonly heuristicScript: HeuristicScripts;
  /**
   * Reduces the children of a node to one part each: `map` leads from the buckets of an input to
   * the `buckets` of the result.
   */
  children(
    node: AggregationNode,
    inputs: readonly ReduceInput<readonly unknown[]>[],
    buckets: number,
  ): readonly unknown[];
}

/** The operations on the parts of a node's children that need no knowledge of their types. */
export interface PartAccess {
  /** Throws if the path leads to no number. `text` is the path as the request gave it. */
  checkPath(node: AggregationNode, path: OrderPath, text: string): void;
  /**
   * The number that the path (`a`, `a.avg`, `filter>a.99`) leads to from a bucket of the node; NaN
   * if the bucket has none.
   */
  value(
    node: AggregationNode,
    children: readonly unknown[],
    path: OrderPath,
    bucket: number,
  ): number;
  /**
   * The parts of only those buckets that `map` does not drop, as if no others had been collected.
   */
  take(
    node: AggregationNode,
    children: readonly unknown[],
    map: Uint32Array,
    buckets: number,
  ): readonly unknown[];
  /**
   * Scales final parts of a node's children, which saw this share of the documents: see
   * `AggregationType.scaled`.
   */
  scaled(
    node: AggregationNode,
    children: readonly unknown[],
    probability: number,
  ): readonly unknown[];
  /** The first aggregation inside, at any depth, that cannot be scaled. */
  notScaled(node: AggregationNode): AggregationNode | undefined;
}

/** A path from the children of an aggregation to a number. */
export interface OrderPath {
  readonly names: readonly string[];
  /** The property of the last name; `''` is its only property. */
  readonly property: string;
}

/** Runs the `reduce_script` of a `scripted_metric` over the combined states of the shards. */
export type ReduceScript = (script: ScriptReference, states: readonly unknown[]) => ReducedMetric;

export interface ReducedMetric {
  readonly json: JsonValue;
  /** The result as a number; `undefined` if it is not one. */
  readonly number: number | undefined;
}
