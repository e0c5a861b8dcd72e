/** Writes a tree of queries into a lane. */
import {
  ALL_NODE,
  BOOLEAN_NODE,
  CONSTANT_NODE,
  MAX_NODE,
  N_CHILDREN,
  N_CLAUSE,
  N_EXACT,
  N_EXCLUDED,
  N_KIND,
  N_LEAD,
  N_MINIMUM,
  N_OPTIONAL,
  N_REQUIRED,
  N_SCORE,
  N_SCORED,
  N_TERMS,
  N_TIE,
  NODE_BYTES,
  NODES,
  PHRASE_NODE,
  RANGE_NODE,
  TERM_NODE,
} from '../../kernels/layout.js';
import { childrenOf, isExact, type PhraseNode, type TreeNode } from './tree_plan.js';
import type { ClauseWriter, Lane } from './write_clauses.js';

const KINDS: Readonly<Record<TreeNode['kind'], number>> = {
  term: TERM_NODE,
  phrase: PHRASE_NODE,
  range: RANGE_NODE,
  all: ALL_NODE,
  boolean: BOOLEAN_NODE,
  max: MAX_NODE,
  constant: CONSTANT_NODE,
};

export function writeTree({ start, view }: Lane, root: TreeNode, writer: ClauseWriter): void {
  let written = 0;
  const write = (node: TreeNode): number => {
    const at = start + NODES + NODE_BYTES * written++;
    const set = (field: number, value: number): void => view.setInt32(at + field, value, true);
    const counts = countsOf(node);
    set(N_KIND, KINDS[node.kind]);
    set(N_REQUIRED, counts.required);
    set(N_OPTIONAL, counts.optional);
    set(N_EXCLUDED, counts.excluded);
    set(N_SCORED, node.scored ? 1 : 0);
    set(N_EXACT, isExact(node) ? 1 : 0);
    set(N_CLAUSE, leafOf(node, writer));
    set(N_TERMS, node.kind === 'phrase' ? node.terms.length : 0);
    set(N_MINIMUM, node.kind === 'boolean' ? node.minimum : 0);
    set(N_LEAD, node.kind === 'boolean' ? node.lead : 0);
    view.setFloat32(at + N_TIE, node.kind === 'max' ? node.tieBreaker : 0, true);
    view.setFloat32(at + N_SCORE, node.kind === 'constant' ? node.score : 0, true);
    for (const [i, child] of childrenOf(node).entries()) set(N_CHILDREN + 4 * i, write(child));
    return at;
  };
  write(root);
}

function countsOf(node: TreeNode): { required: number; optional: number; excluded: number } {
  if (node.kind === 'boolean') {
    const { required, optional, excluded } = node;
    return {
      required: required.length,
      optional: optional.length,
      excluded: excluded.length,
    };
  }
  const optional = node.kind === 'max' ? node.optional.length : 0;
  return { required: node.kind === 'constant' ? 1 : 0, optional, excluded: 0 };
}

/** Writes the clause or filter of a leaf and returns its address. */
function leafOf(node: TreeNode, writer: ClauseWriter): number {
  switch (node.kind) {
    case 'term':
      return writer.clause(node.clause);
    case 'phrase':
      return writePhrase(node, writer);
    case 'range':
      return writer.filter({ range: node.range, excludes: false });
    default:
      return 0;
  }
}

function writePhrase({ terms, offsets }: PhraseNode, writer: ClauseWriter): number {
  const addresses = terms.map((term, i) => writer.clause(term, offsets[i]));
  return addresses[0] ?? 0;
}
