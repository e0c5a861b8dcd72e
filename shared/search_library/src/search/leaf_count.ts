/**
 * Counts the leaves of a query at any depth like Lucene, which accepts one more than the limit.
 * Leaves are counted while they are created, since a text of five megabytes may stand for millions,
 * or when the query is complete.
 */
import { ApiError } from '@skein/errors';
import type { Query } from './query.js';

export class LeafCount {
  readonly #most: number;
  #leaves = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts the leaves of one more query; throws too_many_nested_clauses. */
  add({ children = [], leafCount = 1 }: Pick<Query, 'children' | 'leafCount'>): void {
    if (children.length > 0) {
      for (const child of children) this.add(child);
      return;
    }
    this.#leaves += leafCount;
    if (this.#leaves > this.#most + 1) {
      throw new ApiError(
        'too_many_nested_clauses',
        `Query contains too many nested clauses; maxClauseCount is set to ${this.#most}`,
      );
    }
  }
}
