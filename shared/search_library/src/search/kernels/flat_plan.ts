/**
 * Plans queries that are a flat list of clauses: terms, and sets of documents that only filter; or
 * an exact phrase with such filters.
 */

import { SCRATCH_BYTES } from '../../kernels/layout.js';
import type {
  KernelBoolean,
  KernelClause,
  KernelDocs,
  KernelNode,
  KernelRange,
  KernelTerm,
} from './kernel_node.js';
import { bitSetBytes, type PlanFrame } from './plan_frame.js';

export interface KernelFilter {
  readonly range: KernelRange;
  /** True if documents that pass are left out. */
  readonly excludes: boolean;
}

export interface FlatPlan {
  readonly algorithm: 'conjunction' | 'disjunction';
  /** Clauses that must all match, the rarest first. */
  readonly required: readonly KernelClause[];
  readonly optional: readonly KernelTerm[];
  readonly excluded: readonly KernelClause[];
  readonly filters: readonly KernelFilter[];
  /** Number of `optional` clauses that must match. */
  readonly minimum: number;
  /** Given if the required terms form a phrase: the position of each. */
  readonly offsets: readonly number[] | undefined;
  /** Approximate number of documents it processes. */
  readonly cost: number;
}

/** `nothing`: no document matches. `undefined`: the query is not flat. */
export function flatPlan(node: KernelNode, frame: PlanFrame): FlatPlan | 'nothing' | undefined {
  const found = planOf(node);
  if (found === undefined || found === 'nothing') return found;
  const plan = leadByPoints(found, frame);
  return { ...plan, cost: candidates(plan) };
}

/**
 * If hits are skipped by their bounds, or the scores of several clauses are summed, a candidate
 * costs this share of one that is only tested.
 */
const TESTED_PART = 1 / 4;

/**
 * If a range has fewer documents than would have to be tested, it brings the candidates: finding
 * one through the points costs as much as testing one.
 */
function leadByPoints(plan: FlatPlan, { maxDoc, threshold }: PlanFrame): FlatPlan {
  if (plan.offsets !== undefined || bitSetBytes(maxDoc) > SCRATCH_BYTES) return plan;
  const all = candidates(plan);
  const worth = plan.required.length === 0 ? all * TESTED_PART : all;
  const tests = Math.min(worth, Math.max(all * TESTED_PART, threshold));
  let best: { filter: KernelFilter; docs: KernelDocs } | undefined;
  for (const filter of plan.filters) {
    const docs = filter.excludes ? undefined : filter.range.docs?.();
    if (docs !== undefined && docs.cost < (best?.docs.cost ?? tests)) {
      best = { filter, docs };
    }
  }
  if (best === undefined) return plan;
  const { filter, docs } = best;
  return {
    ...plan,
    algorithm: 'conjunction',
    required: byRarity([...plan.required, docs], undefined),
    filters: plan.filters.filter((one) => one !== filter),
  };
}

/** Approximate number of documents the plan processes. */
function candidates({ required, optional }: FlatPlan): number {
  const [lead] = required;
  return lead === undefined ? optional.reduce((sum, one) => sum + costOf(one), 0) : costOf(lead);
}

function costOf(clause: KernelClause): number {
  return clause.kind === 'docs' ? clause.cost : clause.postings.docFreq;
}

const EMPTY = {
  required: [],
  optional: [],
  excluded: [],
  filters: [],
  minimum: 0,
  offsets: undefined,
  cost: 0,
} as const;

function planOf(node: KernelNode): FlatPlan | 'nothing' | undefined {
  switch (node.kind) {
    case 'nothing':
      return 'nothing';
    case 'term':
      return { ...EMPTY, algorithm: 'conjunction', required: [node] };
    case 'phrase': {
      const places = node.terms.map((term, i) => ({ term, offset: node.offsets[i] }));
      places.sort((a, b) => a.term.postings.docFreq - b.term.postings.docFreq);
      return {
        ...EMPTY,
        algorithm: 'conjunction',
        required: places.map(({ term }) => term),
        offsets: places.map(({ offset }) => offset),
      };
    }
    case 'boolean':
      return planBoolean(node);
    default:
      return undefined;
  }
}

function isTerm(node: KernelNode): node is KernelTerm {
  return node.kind === 'term';
}

/** True for a node that only filters and is not a range. */
function isClause(node: KernelNode): node is KernelClause {
  return node.kind === 'term' || node.kind === 'docs';
}

function isRange(node: KernelNode): node is KernelRange {
  return node.kind === 'range';
}

function planBoolean({ must, filter, should, mustNot, minimum }: KernelBoolean) {
  if ([...must, ...filter].some(({ kind }) => kind === 'nothing')) return 'nothing';
  const excluded = mustNot.filter(({ kind }) => kind !== 'nothing');
  if (![...excluded, ...filter].every((one) => isClause(one) || isRange(one))) return undefined;
  const filters = [
    ...filter.filter(isRange).map((range) => ({ range, excludes: false })),
    ...excluded.filter(isRange).map((range) => ({ range, excludes: true })),
  ];
  const base = { ...EMPTY, excluded: excluded.filter(isClause), filters };
  const unscored = filter
    .filter(isClause)
    .map((one) => (one.kind === 'term' ? { ...one, similarity: undefined } : one));
  const optional = should.filter(({ kind }) => kind !== 'nothing');
  const [only] = must;
  const alone = must.length === 1 && optional.length === 0 && minimum === 0;
  if (only !== undefined && alone && !isTerm(only)) return planAround(only, unscored, base);
  if (!must.every(isTerm) || !optional.every(isTerm)) return undefined;
  return planTerms({ must, unscored, optional, minimum }, base);
}

type Base = Pick<
  FlatPlan,
  'required' | 'optional' | 'excluded' | 'filters' | 'minimum' | 'offsets' | 'cost'
>;

/** Plans a phrase or another boolean query with filters around it. */
function planAround(
  node: KernelNode,
  unscored: readonly KernelClause[],
  base: Base,
): FlatPlan | 'nothing' | undefined {
  const inner = planOf(node);
  if (inner === undefined || inner === 'nothing') return inner;
  if (inner.offsets !== undefined && unscored.length > 0) return undefined;
  return {
    ...inner,
    required: byRarity([...inner.required, ...unscored], inner.offsets),
    excluded: [...inner.excluded, ...base.excluded],
    filters: [...inner.filters, ...base.filters],
  };
}

function byRarity(
  clauses: KernelClause[],
  offsets: readonly number[] | undefined,
): readonly KernelClause[] {
  if (offsets === undefined) clauses.sort((a, b) => costOf(a) - costOf(b));
  return clauses;
}

interface Terms {
  readonly must: readonly KernelTerm[];
  readonly unscored: readonly KernelClause[];
  readonly optional: readonly KernelTerm[];
  readonly minimum: number;
}

function planTerms(
  { must, unscored, optional, minimum }: Terms,
  base: Base,
): FlatPlan | 'nothing' | undefined {
  if (optional.length < minimum) return 'nothing';
  if (minimum > 0 && minimum === optional.length) {
    return planTerms({ must: [...must, ...optional], unscored, optional: [], minimum: 0 }, base);
  }
  const required = byRarity([...must, ...unscored], undefined);
  if (!required.some(isTerm) && minimum === 0) return undefined;
  const leads = must.length > 0 || minimum === 0 || isRarer(required[0], optional);
  const algorithm = leads ? 'conjunction' : 'disjunction';
  return { ...base, algorithm, required, optional, minimum };
}

/** True if iterating over the required term is cheaper than over the optional ones. */
function isRarer(required: KernelClause | undefined, optional: readonly KernelTerm[]): boolean {
  if (required === undefined) return false;
  return costOf(required) < optional.reduce((sum, one) => sum + one.postings.docFreq, 0);
}
