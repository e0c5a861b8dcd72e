/**
 * A tree of queries for the kernel `kernels/tree.ts`: children that match nothing are removed,
 * nodes whose score is not used have none, and each node has an estimate of its documents.
 */
import { MAX_CHILDREN } from '../../kernels/layout.js';
import type {
  KernelBoolean,
  KernelClause,
  KernelMax,
  KernelNode,
  KernelPhrase,
  KernelRange,
  KernelTerm,
} from './kernel_node.js';

interface NodeBase {
  /** Upper bound on the number of matching documents. */
  readonly cost: number;
  /** True if the node adds to a score. */
  readonly scored: boolean;
}

interface TermNode extends NodeBase {
  readonly kind: 'term';
  readonly clause: KernelClause;
}

export interface PhraseNode extends NodeBase {
  readonly kind: 'phrase';
  /** The terms, the rarest first, and the position of each. */
  readonly terms: readonly KernelTerm[];
  readonly offsets: readonly number[];
}

interface RangeNode extends NodeBase {
  readonly kind: 'range';
  readonly range: KernelRange;
}

interface AllNode extends NodeBase {
  readonly kind: 'all';
}

interface BooleanNode extends NodeBase {
  readonly kind: 'boolean';
  readonly required: readonly TreeNode[];
  readonly optional: readonly TreeNode[];
  readonly excluded: readonly TreeNode[];
  readonly minimum: number;
  /** Index of the required child that brings the candidates; -1: the optional ones do. */
  readonly lead: number;
}

interface MaxNode extends NodeBase {
  readonly kind: 'max';
  readonly optional: readonly TreeNode[];
  readonly tieBreaker: number;
}

interface ConstantNode extends NodeBase {
  readonly kind: 'constant';
  readonly child: TreeNode;
  readonly score: number;
}

export type TreeNode =
  | TermNode
  | PhraseNode
  | RangeNode
  | AllNode
  | BooleanNode
  | MaxNode
  | ConstantNode;

/** Returns `undefined` if nothing matches. */
export function treeOf(node: KernelNode, scoring: boolean, maxDoc: number): TreeNode | undefined {
  switch (node.kind) {
    case 'nothing':
      return undefined;
    case 'term':
      return termNode(node, scoring);
    case 'docs':
      return { kind: 'term', clause: node, cost: node.cost, scored: false };
    case 'phrase':
      return phraseNode(node, scoring);
    case 'range':
      return { kind: 'range', range: node, cost: maxDoc, scored: false };
    case 'all':
      return { kind: 'all', cost: maxDoc, scored: false };
    case 'boolean':
      return booleanNode(node, scoring, maxDoc);
    case 'max':
      return maxNode(node, scoring, maxDoc);
    case 'constant': {
      const child = treeOf(node.node, false, maxDoc);
      if (child === undefined || !scoring) return child;
      return { kind: 'constant', child, score: node.score, cost: child.cost, scored: true };
    }
  }
}

function termNode(term: KernelTerm, scoring: boolean): TermNode {
  const scored = scoring && term.similarity !== undefined;
  const clause = scored ? term : { ...term, similarity: undefined };
  return { kind: 'term', clause, cost: term.postings.docFreq, scored };
}

function phraseNode({ terms, offsets }: KernelPhrase, scoring: boolean): PhraseNode {
  const places = terms.map((term, i) => ({ term, offset: offsets[i] }));
  places.sort((a, b) => a.term.postings.docFreq - b.term.postings.docFreq);
  return {
    kind: 'phrase',
    terms: places.map(({ term }) => term),
    offsets: places.map(({ offset }) => offset),
    cost: places[0]?.term.postings.docFreq ?? 0,
    scored: scoring && terms[0]?.similarity !== undefined,
  };
}

function treesOf(nodes: readonly KernelNode[], scoring: boolean, maxDoc: number): TreeNode[] {
  return nodes
    .map((node) => treeOf(node, scoring, maxDoc))
    .filter((node): node is TreeNode => node !== undefined);
}

function booleanNode(
  { must, filter, should, mustNot, minimum }: KernelBoolean,
  scoring: boolean,
  maxDoc: number,
): TreeNode | undefined {
  const found = [...treesOf(must, scoring, maxDoc), ...treesOf(filter, false, maxDoc)];
  const all = treesOf(should, scoring, maxDoc);
  if (found.length < must.length + filter.length || all.length < minimum) return undefined;
  const areNeeded = minimum > 0 && minimum === all.length;
  const required = cheapestFirst(areNeeded ? [...found, ...all] : found);
  const optional = areNeeded ? [] : all;
  const least = areNeeded ? 0 : minimum;
  const byOptional = least > 0 ? sumOf(optional) : Number.POSITIVE_INFINITY;
  const leads = (required[0]?.cost ?? Number.POSITIVE_INFINITY) <= byOptional;
  return {
    kind: 'boolean',
    required,
    optional,
    excluded: treesOf(mustNot, false, maxDoc),
    minimum: least,
    lead: leads ? 0 : -1,
    cost: Math.min(byOptional, ...required.map(({ cost }) => cost)),
    scored: [...required, ...optional].some(({ scored }) => scored),
  };
}

/** A range with fewer documents than the cheapest child is found through its index. */
function cheapestFirst(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const byCost = [...nodes].sort((a, b) => a.cost - b.cost);
  const least = byCost.find(({ kind }) => kind !== 'range')?.cost ?? 0;
  for (const node of byCost) {
    const docs = node.kind === 'range' ? node.range.docs?.() : undefined;
    if (docs === undefined || docs.cost >= least) continue;
    const lead: TermNode = { kind: 'term', clause: docs, cost: docs.cost, scored: false };
    return [lead, ...byCost.filter((one) => one !== node)];
  }
  return byCost;
}

function maxNode(
  { children, tieBreaker }: KernelMax,
  scoring: boolean,
  maxDoc: number,
): TreeNode | undefined {
  const optional = treesOf(children, scoring, maxDoc);
  if (optional.length <= 1) return optional[0];
  const scored = optional.some((child) => child.scored);
  return { kind: 'max', optional, tieBreaker, cost: sumOf(optional), scored };
}

function sumOf(nodes: readonly TreeNode[]): number {
  return nodes.reduce((sum, { cost }) => sum + cost, 0);
}

export function childrenOf(node: TreeNode): readonly TreeNode[] {
  switch (node.kind) {
    case 'boolean':
      return [...node.required, ...node.optional, ...node.excluded];
    case 'max':
      return node.optional;
    case 'constant':
      return [node.child];
    default:
      return [];
  }
}

interface TreeParts {
  readonly nodes: number;
  readonly clauses: readonly KernelClause[];
  readonly filters: number;
  /** True if no node has too many children. */
  readonly fits: boolean;
}

/** Counts the parts of a tree. */
export function partsOf(node: TreeNode): TreeParts {
  const children = childrenOf(node);
  const below = children.map(partsOf);
  const own = node.kind === 'term' ? [node.clause] : node.kind === 'phrase' ? [...node.terms] : [];
  return {
    nodes: below.reduce((sum, { nodes }) => sum + nodes, 1),
    clauses: [...own, ...below.flatMap(({ clauses }) => clauses)],
    filters: below.reduce((sum, { filters }) => sum + filters, node.kind === 'range' ? 1 : 0),
    fits: children.length <= MAX_CHILDREN && below.every(({ fits }) => fits),
  };
}

/**
 * True if bits alone decide which documents match: there is no phrase, and at most one of several
 * optional children is required.
 */
export function isExact(node: TreeNode): boolean {
  switch (node.kind) {
    case 'phrase':
      return false;
    case 'boolean': {
      const { required, optional, excluded, minimum } = node;
      if (minimum > 1) return false;
      return [...required, ...excluded, ...(minimum > 0 ? optional : [])].every(isExact);
    }
    default:
      return childrenOf(node).every(isExact);
  }
}
