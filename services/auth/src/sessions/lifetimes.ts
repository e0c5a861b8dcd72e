/** How long a signed-in browser stays so (OWASP ASVS 3.3). */
const HOUR_MS = 3_600_000;

export const SESSION_ABSOLUTE_MS = 12 * HOUR_MS;
export const SESSION_IDLE_MS = HOUR_MS;
/** Time to sign in and consent. */
export const PENDING_MS = 10 * 60_000;
