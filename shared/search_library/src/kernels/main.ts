/**
 * The functions that TypeScript calls (`src/search/kernels`). Those that run a query take the
 * address of a lane, which holds one query at a time; see `layout.ts`.
 */
import { assignBlock, assignSteps, keepMarked, sumBlock } from './aggregate_block.js';
import { conjunction } from './conjunction.js';
import { openClause } from './cursor.js';
import { addNodes } from './graph_build.js';
import { searchGraph } from './graph_walk.js';
import { CLAUSE_BYTES, CLAUSES, Q_CLAUSES } from './layout.js';
import { markDocs } from './mark_docs.js';
import { i32At, packedAt } from './memory.js';
import { scanVectors } from './scan_vectors.js';
import { markInside, unpack } from './vectors.js';
import { walkTerms } from './walk_terms.js';
import { countDisjunction, disjunction, tree } from './windows.js';

export {
  addNodes,
  assignBlock,
  assignSteps,
  conjunction,
  countDisjunction,
  disjunction,
  keepMarked,
  markDocs,
  markInside,
  packedAt,
  scanVectors,
  searchGraph,
  sumBlock,
  tree,
  unpack,
  walkTerms,
};

/** Opens the clauses of the query in the lane. Must be called once per query, before the others. */
export function open(lane: u32): void {
  const clauses = i32At(lane + Q_CLAUSES);
  for (let i = 0; i < clauses; i++) openClause(lane + CLAUSES + i * CLAUSE_BYTES);
}
