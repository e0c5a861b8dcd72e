/**
 * An event for administrators and auditors. It never contains a secret, a password, a code or a
 * token.
 */
export interface AuditEvent {
  readonly timeMs: number;
  /** Such as `client_added`, `login_failed`, `refresh_token_reused`. */
  readonly event: string;
  readonly clientId?: string;
  readonly userId?: string;
  readonly detail?: string;
  /** The administrator who did it: the subject of the token, or `command line`. */
  readonly actor?: string;
}
