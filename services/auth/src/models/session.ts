/** A browser that has signed in. The cookie holds the id, the store its hash. */
export interface Session {
  readonly hash: string;
  readonly userId: string;
  /** Time when the password was given. */
  readonly authMs: number;
  /** Last use: sessions end when idle and at a maximum age. */
  readonly seenMs: number;
}

/**
 * An authorization request that waits for its user, validated and stored on the server: the browser
 * carries only an unguessable id. Also a pushed request (RFC 9126).
 */
export interface PendingRequest {
  readonly hash: string;
  /** Hash of the browser cookie to which the request is bound; empty for a pushed request. */
  readonly browserHash: string;
  /** The request's parameters, JSON. */
  readonly request: string;
  readonly expiresMs: number;
}
