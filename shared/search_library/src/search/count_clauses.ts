/** How many leaves a query has: what `indices.query.bool.max_clause_count` limits. A rewritten multi-term query counts once. */
import type { Query } from './query.js';

export function countClauses(query: Query): number {
  let count = 0;
  const pending: Query[] = [query];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.children === undefined) count++;
    else pending.push(...next.children);
  }
  return count;
}
