/** What the host calls. A lane holds one query at a time; see `layout.ts`. */
import { conjunction } from './conjunction.js';
import { countDisjunction } from './count_disjunction.js';
import { openClause } from './cursor.js';
import { disjunction } from './disjunction.js';
import { addNodes } from './graph_build.js';
import { searchGraph } from './graph_walk.js';
import { CLAUSE_BYTES, CLAUSES, Q_CLAUSES } from './layout.js';
import { markDocs } from './mark_docs.js';
import { i32At } from './memory.js';
import { scanVectors } from './scan_vectors.js';
import { tree } from './tree.js';

export {
  addNodes,
  conjunction,
  countDisjunction,
  disjunction,
  markDocs,
  scanVectors,
  searchGraph,
  tree,
};

/** Once a query, before the others. */
export function open(lane: u32): void {
  const clauses = i32At(lane + Q_CLAUSES);
  for (let i = 0; i < clauses; i++) openClause(lane + CLAUSES + i * CLAUSE_BYTES);
}
