/**
 * Something an administrator or an auditor may ask about later. Never a secret, a password, a code
 * or a token.
 */
export interface AuditEvent {
  readonly timeMs: number;
  /** Such as `client_added`, `login_failed`, `refresh_token_reused`. */
  readonly event: string;
  readonly clientId?: string;
  readonly userId?: string;
  readonly detail?: string;
  /** Who did it, for what administrators do: the subject of their token, or `command line`. */
  readonly actor?: string;
}
