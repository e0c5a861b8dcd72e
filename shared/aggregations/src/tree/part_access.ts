/** Operations on parts of any type: the number that a path leads to, and a selection of buckets. */
import { AssertionError } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { AggregationNode } from '../aggregation_node.js';
import type { HeuristicScripts } from '../options/heuristic_scripts.js';
import type { OrderPath, PartAccess, ReduceInput, ReduceScript, Reduction } from '../reduction.js';
import { aggregationNamed } from '../registry.js';

export const partAccess: PartAccess = {
  checkPath: checkOrderPath,
  value: pathValue,
  take: (node, children, map, buckets) =>
    reduceChildren(node, [{ part: children, map }], buckets, TAKING),
  scaled: scaledChildren,
  notScaled,
};

function scaledChildren(
  { children }: AggregationNode,
  parts: readonly unknown[],
  probability: number,
): readonly unknown[] {
  const scaling = {
    probability,
    children: (node: AggregationNode, inner: readonly unknown[]) =>
      scaledChildren(node, inner, probability),
  };
  return children.map((child, i) => {
    const { scaled } = aggregationNamed(child.type);
    if (scaled === undefined) throw new AssertionError(`[${child.type}] in a sample`);
    return scaled(child, parts[i], scaling);
  });
}

function notScaled({ children }: AggregationNode): AggregationNode | undefined {
  for (const child of children) {
    const found = aggregationNamed(child.type).scaled === undefined ? child : notScaled(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The properties of a reduction that are the same at every level of the tree. */
interface ReductionGround {
  readonly isFinal: boolean;
  readonly isTaking?: boolean;
  countBuckets(count: number): void;
  checkCancelled(): void;
  /** Absent if no script runs here. */
  readonly reduceScript?: ReduceScript | undefined;
  readonly heuristicScript?: HeuristicScripts | undefined;
}

const TAKING: ReductionGround = {
  isFinal: false,
  isTaking: true,
  countBuckets: () => undefined,
  checkCancelled: () => undefined,
};

export function reductionOf(owners: number, ground: ReductionGround): Reduction {
  return {
    ...partAccess,
    owners,
    isFinal: ground.isFinal,
    isTaking: ground.isTaking === true,
    countBuckets: ground.countBuckets,
    checkCancelled: ground.checkCancelled,
    reduceScript: ground.reduceScript ?? noScripts,
    heuristicScript: ground.heuristicScript ?? noScripts,
    children: (node, inputs, buckets) => reduceChildren(node, inputs, buckets, ground),
  };
}

function noScripts(): never {
  throw new AssertionError('a reduction that runs no scripts');
}

export function reduceChildren(
  { children }: Pick<AggregationNode, 'children'>,
  inputs: readonly ReduceInput<readonly unknown[]>[],
  buckets: number,
  ground: ReductionGround,
): readonly unknown[] {
  return children.map((child, i) => {
    const parts = inputs.map(({ part, map }) => ({ part: part[i], map }));
    return aggregationNamed(child.type).reduce(child, parts, reductionOf(buckets, ground));
  });
}

function pathValue(
  node: AggregationNode,
  children: readonly unknown[],
  { names, property }: OrderPath,
  bucket: number,
): number {
  const [name, ...rest] = names;
  const at = node.children.findIndex((child) => child.name === name);
  const child = node.children[at];
  if (child === undefined) return Number.NaN;
  const type = aggregationNamed(child.type);
  const part = children[at];
  if (rest.length === 0) {
    return type.value?.(child, { part, owner: bucket }, property) ?? Number.NaN;
  }
  const inner = type.buckets?.(part).children ?? [];
  return pathValue(child, inner, { names: rest, property }, bucket);
}

const NO_ORDER =
  'Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations within the path and a final single-bucket or a metrics aggregation at the path end.';

function checkOrderPath(node: AggregationNode, path: OrderPath, text: string): void {
  const fault = pathFault(node, path, text.slice(text.lastIndexOf('>') + 1));
  if (fault === undefined) return;
  throw new ApiError(
    'aggregation_execution_exception',
    `Invalid aggregation order path [${text}]. ${fault}`,
    { cause: new ApiError('illegal_argument_exception', fault) },
  );
}

/** `last` is the last name of the path with its property, as the request gave it. */
function pathFault(
  node: AggregationNode,
  { names, property }: OrderPath,
  last: string,
): string | undefined {
  const [name = '', ...rest] = names;
  const child = node.children.find((each) => each.name === name);
  if (child === undefined) {
    const given = rest.length === 0 ? last : name;
    return `The provided aggregation [${given}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`;
  }
  const { value, isOrderable, bucketKey } = aggregationNamed(child.type);
  if (rest.length > 0) {
    return bucketKey === undefined
      ? pathFault(child, { names: rest, property }, last)
      : `${NO_ORDER} [${child.name}] is not single-bucket.`;
  }
  return value === undefined || isOrderable === false ? NO_ORDER : undefined;
}
