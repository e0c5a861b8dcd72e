/** A device that waits for its user to come to a browser (RFC 8628). */
type DeviceState = 'pending' | 'approved' | 'denied' | 'used';

export interface DeviceCode {
  readonly hash: string;
  readonly userCodeHash: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly state: DeviceState;
  /** Set once approved. */
  readonly grantId: string | undefined;
  /** Minimum time between two polls; grows by 5 s with each premature one (§3.5). */
  readonly intervalMs: number;
  readonly polledMs: number;
  readonly expiresMs: number;
}
