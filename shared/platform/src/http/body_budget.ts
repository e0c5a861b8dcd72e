/**
 * How many bytes of request bodies may be in memory at once, over all connections: from the first byte read to the end of the answer. A
 * request that would pass the limit is refused with 429; the sender may come again.
 */
export interface BodyBudget {
  /** For a request without a body. Throws circuit_breaking_exception when the node has no memory for any. */
  admit(): void;
  /** The share of one request; it must be ended. */
  lease(): BodyLease;
}

export interface BodyLease {
  /** Throws circuit_breaking_exception when the budget is spent. */
  grow(bytes: number): void;
  /** The same without a look at the budget: for requests by which a node is helped out of trouble. */
  growUnchecked(bytes: number): void;
  end(): void;
}
