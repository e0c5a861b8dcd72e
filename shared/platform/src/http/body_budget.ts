/**
 * The limit of request body bytes in memory at once, over all connections: from the first byte read
 * to the end of the response. A request that would exceed it is refused with 429; the sender may
 * retry.
 */
export interface BodyBudget {
  /**
   * Admits a request without a body. Throws circuit_breaking_exception when the node has no memory
   * for any request.
   */
  admit(): void;
  /** The share of one request; the caller must end it. */
  lease(): BodyLease;
}

export interface BodyLease {
  /** Throws circuit_breaking_exception when the budget is used up. */
  grow(bytes: number): void;
  /** Grows without a check of the budget, for requests that relieve an overloaded node. */
  growUnchecked(bytes: number): void;
  end(): void;
}
