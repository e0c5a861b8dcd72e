/**
 * Decides which trees of weights a kernel can process, and with which algorithm; no other code
 * knows this. Terms (all required, or some optional, with filters around) and exact phrases have
 * kernels of their own; all other trees of nodes known to kernels use the tree kernel.
 */
import {
  MAX_CLAUSES,
  MAX_FACTORS,
  MAX_FILTERS,
  MAX_NODES,
  SCRATCH_BYTES,
} from '../../kernels/layout.js';
import { type FlatPlan, flatPlan } from './flat_plan.js';
import { type KernelClause, type KernelNode, withoutScore } from './kernel_node.js';
import { bitSetBytes, type PlanFrame } from './plan_frame.js';
import { partsOf, type TreeNode, treeOf } from './tree_plan.js';

interface TreePlan {
  readonly algorithm: 'tree';
  readonly root: TreeNode;
}

export type KernelPlan = FlatPlan | TreePlan;

/** `nothing`: no document matches. `undefined`: no kernel can process it. */
export function planKernel(
  given: KernelNode,
  frame: PlanFrame,
): KernelPlan | 'nothing' | undefined {
  const node = frame.scoring ? given : withoutScore(given);
  const flat = flatPlan(node, frame);
  if (flat === 'nothing') return flat;
  if (flat !== undefined) return fitsFlat(flat, frame) ? flat : undefined;
  const isRange = node.kind === 'range' && frame.collecting === true;
  if (node.kind !== 'boolean' && node.kind !== 'max' && !isRange) return undefined;
  const root = treeOf(node, frame.scoring, frame.maxDoc);
  if (root === undefined) return 'nothing';
  return fitsTree(root, frame) ? { algorithm: 'tree', root } : undefined;
}

function fitsFlat(plan: FlatPlan, { maxDoc }: PlanFrame): boolean {
  const clauses = [...plan.required, ...plan.optional, ...plan.excluded];
  if (plan.filters.length > MAX_FILTERS) return false;
  return fitClauses(clauses, plan.cost, maxDoc);
}

function fitsTree(root: TreeNode, { maxDoc }: PlanFrame): boolean {
  const { nodes, clauses, filters, fits } = partsOf(root);
  if (!fits || nodes > MAX_NODES || filters > MAX_FILTERS) return false;
  const isRange = root.kind === 'range';
  return (
    (isRange || clauses.some(({ kind }) => kind === 'term')) &&
    fitClauses(clauses, root.cost, maxDoc)
  );
}

/**
 * Documents are listed beforehand if they are at most this many times the candidates; otherwise
 * each candidate is tested.
 */
const FOUND_PER_CANDIDATE = 8;

function fitClauses(clauses: readonly KernelClause[], cost: number, maxDoc: number): boolean {
  const docs = clauses.filter((one) => one.kind === 'docs');
  if (docs.some((one) => one.cost > FOUND_PER_CANDIDATE * cost)) return false;
  if (docs.length * bitSetBytes(maxDoc) > SCRATCH_BYTES) return false;
  const factors = new Set(
    clauses.map((one) => (one.kind === 'term' ? one.similarity?.lengthFactors : undefined)),
  );
  return clauses.length <= MAX_CLAUSES && factors.size <= MAX_FACTORS;
}
