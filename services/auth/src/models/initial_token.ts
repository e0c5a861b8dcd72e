/**
 * An initial access token (RFC 7591 §1.2): lets a program register clients, limited in number, time
 * and scope.
 */
export interface InitialToken {
  readonly hash: string;
  readonly scopes: readonly string[];
  readonly usesLeft: number;
  readonly expiresMs: number;
}
