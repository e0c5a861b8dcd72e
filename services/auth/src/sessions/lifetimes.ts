/** Lifetime of a signed-in session (OWASP ASVS 3.3). */
const HOUR_MS = 3_600_000;

export const SESSION_ABSOLUTE_MS = 12 * HOUR_MS;
export const SESSION_IDLE_MS = HOUR_MS;
/**
 * Lifetime of the record of a browser's sign-in; browsers keep no cookie longer than 400 days (RFC
 * 6265bis §5.5).
 */
export const DEVICE_MS = 180 * 24 * HOUR_MS;
/** Time to sign in and consent. */
export const PENDING_MS = 10 * 60_000;
