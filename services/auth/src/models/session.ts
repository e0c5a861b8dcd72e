/** A browser that has signed in. The cookie holds the id, the store its hash. */
export interface Session {
  readonly hash: string;
  readonly userId: string;
  /** When the password was given. */
  readonly authMs: number;
  /** Last use: sessions end when idle and at an absolute age. */
  readonly seenMs: number;
}

/**
 * An authorization request that waits for its user, checked and kept on the server: what the
 * browser carries is an unguessable id and nothing that could be changed. Also what PAR pushed (RFC
 * 9126).
 */
export interface PendingRequest {
  readonly hash: string;
  /** Hash of the browser's cookie the request is bound to; empty for a pushed request. */
  readonly browserHash: string;
  /** The request's parameters, JSON. */
  readonly request: string;
  readonly expiresMs: number;
}
