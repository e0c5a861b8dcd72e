/** How long a signed-in browser stays so (OWASP ASVS 3.3). */
const HOUR_MS = 3_600_000;

export const SESSION_ABSOLUTE_MS = 12 * HOUR_MS;
export const SESSION_IDLE_MS = HOUR_MS;
/**
 * How long a browser is known to have signed in; longer than browsers keep a cookie is of no use
 * (RFC 6265bis §5.5: 400 days).
 */
export const DEVICE_MS = 180 * 24 * HOUR_MS;
/** Time to sign in and consent. */
export const PENDING_MS = 10 * 60_000;
