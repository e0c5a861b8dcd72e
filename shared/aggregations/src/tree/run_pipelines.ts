/**
 * Runs the pipelines of a tree over its final parts: the inner levels before the outer ones, and
 * the pipelines of a level in the order of their dependencies. Parts are not changed: added
 * buckets, and the choice of buckets that stay, are kept beside them.
 */
import { assert } from '@skein/base';
import type { AggregationNode } from '../aggregation_node.js';
import type { BucketColumns } from '../aggregation_type.js';
import type {
  ArrangeBuckets,
  PipelineScope,
  ReducedParent,
  ReducedTree,
  TreeLevel,
} from '../pipeline_type.js';
import type { ReduceInput } from '../reduction.js';
import { pipelineNamed, TYPES } from '../registry.js';
import type { AggregationTree } from './parse_tree.js';
import { reductionOf } from './part_access.js';
import { pipelineOrder } from './pipeline_order.js';

/** Runs the pipelines of a tree. The parts must be final. */
export function runPipelines(
  tree: AggregationTree,
  parts: readonly unknown[],
  scope: PipelineScope,
): ReducedTree {
  const ran = new RanPipelines();
  if (hasPipelines(tree)) ran.run(tree, { parts, owners: 1, parent: undefined, scope });
  return ran;
}

function hasPipelines({ children, pipelines }: TreeLevel): boolean {
  return pipelines.length > 0 || children.some(hasPipelines);
}

/** True if finishing the tree runs a script: it must not be done on a main thread. */
export function runsScripts({ children, pipelines }: TreeLevel): boolean {
  return (
    pipelines.some((node) => pipelineNamed(node.type).runsScript?.(node) === true) ||
    children.some(
      (node) => TYPES.aggregation(node).runsScript?.(node) === true || runsScripts(node),
    )
  );
}

/** The reduction of parts without buckets. The caller that merges checks for cancellation. */
const MERGING = {
  isFinal: false,
  countBuckets: () => undefined,
  checkCancelled: () => undefined,
};

interface LevelRun {
  readonly parts: readonly unknown[];
  readonly owners: number;
  readonly parent: ReducedParent | undefined;
  readonly scope: PipelineScope;
}

interface Grown {
  readonly part: unknown;
  /** The number of the first added bucket. */
  readonly first: number;
  next: number;
}

class RanPipelines implements ReducedTree {
  readonly aggregation = TYPES.aggregation;
  readonly pipeline = TYPES.pipeline;
  readonly #columns = new Map<TreeLevel, unknown[]>();
  /** The buckets that pipelines have kept, by aggregation and then by owner. */
  readonly #arranged = new Map<AggregationNode, Uint32Array[]>();

  /** The aggregations to which buckets may be added, with their extended parts. */
  readonly #grown = new Map<TreeLevel, Grown>();

  grown(node: AggregationNode, part: unknown): unknown {
    return this.#grown.get(node)?.part ?? part;
  }

  isAdded(level: TreeLevel, bucket: number): boolean {
    const first = this.#grown.get(level)?.first;
    return first !== undefined && bucket >= first;
  }

  addBucket({ node, columns }: ReducedParent, owner: number, key: number): number {
    const grown = this.#grown.get(node);
    const growth = this.aggregation(node).growth;
    assert(grown !== undefined && growth !== undefined, 'room was made before pipelines ran');
    const bucket = grown.next++;
    growth.putKey(grown.part, bucket, key);
    const owners = columns.starts.length - 1;
    const all =
      this.#arranged.get(node) ??
      Array.from({ length: owners }, (_none, each) => this.shown(node, columns, each));
    const longer = new Uint32Array(all[owner].length + 1);
    longer.set(all[owner]);
    longer[all[owner].length] = bucket;
    all[owner] = longer;
    this.#arranged.set(node, all);
    return bucket;
  }

  column(level: TreeLevel, place: number): unknown {
    return this.#columns.get(level)?.[place];
  }

  shown(node: AggregationNode, { starts }: BucketColumns, owner: number): Uint32Array {
    const arranged = this.#arranged.get(node)?.[owner];
    if (arranged !== undefined) return arranged;
    const start = starts[owner];
    return Uint32Array.from({ length: starts[owner + 1] - start }, (_none, i) => start + i);
  }

  merged(node: AggregationNode, inputs: readonly ReduceInput<unknown>[], owners: number): unknown {
    return this.aggregation(node).reduce(node, inputs, reductionOf(owners, MERGING));
  }

  run(of: TreeLevel, { parts, owners, parent, scope }: LevelRun): void {
    of.children.forEach((child, i) => {
      if (hasPipelines(child))
        this.#runInside(child, this.#makeRoom(child, parts[i], scope), scope);
    });
    const columns: unknown[] = [];
    this.#columns.set(of, columns);
    for (const place of pipelineOrder(of.pipelines, TYPES)) {
      const node = of.pipelines[place];
      if (node === undefined) continue;
      const { compute, arrange } = this.pipeline(node);
      const level = { of, parts, owners, tree: this };
      const ground = { level, parent, scope };
      if (compute !== undefined) columns[place] = compute(node, ground);
      else if (parent !== undefined) this.#arrange(parent, arrange?.(node, ground));
    }
  }

  /** Extends a part for the buckets that the pipelines inside may add. */
  #makeRoom(node: AggregationNode, part: unknown, scope: PipelineScope): unknown {
    const adds = node.pipelines.map((each) => this.pipeline(each).adds?.(each.options) ?? 0);
    const most = adds.reduce((sum, count) => sum + count, 0);
    const type = this.aggregation(node);
    const columns = type.buckets?.(part);
    if (most === 0 || type.growth === undefined || columns === undefined) return part;
    const count = most * (columns.starts.length - 1);
    scope.countBuckets(count);
    const first = columns.counts.length;
    const grown = { part: type.growth.withRoom(part, count), first, next: first };
    this.#grown.set(node, grown);
    return grown.part;
  }

  #runInside(node: AggregationNode, part: unknown, scope: PipelineScope): void {
    const columns = this.aggregation(node).buckets?.(part);
    if (columns === undefined) return;
    const parent = { node, part, columns };
    this.run(node, { parts: columns.children, owners: columns.counts.length, parent, scope });
  }

  #arrange({ node, columns }: ReducedParent, arrange: ArrangeBuckets | undefined): void {
    if (arrange === undefined) return;
    const owners = columns.starts.length - 1;
    const arranged = Array.from({ length: owners }, (_none, owner) =>
      arrange(this.shown(node, columns, owner)),
    );
    this.#arranged.set(node, arranged);
  }
}
