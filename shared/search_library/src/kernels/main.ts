/** What the host calls. A lane holds one query at a time; see `layout.ts`. */
import { conjunction } from './conjunction.js';
import { countDisjunction } from './count_disjunction.js';
import { openClause } from './cursor.js';
import { disjunction } from './disjunction.js';
import { CLAUSE_BYTES, CLAUSES, Q_CLAUSES } from './layout.js';
import { markDocs } from './mark_docs.js';
import { i32At } from './memory.js';
import { tree } from './tree.js';
import { dotBytes } from './vectors.js';

export { conjunction, countDisjunction, disjunction, dotBytes, markDocs, tree };

/** Once a query, before the others. */
export function open(lane: u32): void {
  const clauses = i32At(lane + Q_CLAUSES);
  for (let i = 0; i < clauses; i++) openClause(lane + CLAUSES + i * CLAUSE_BYTES);
}
