/**
 * Time without a request after which a server says that it closes a connection. Node's own five
 * seconds may pass while a client on a busy machine prepares a request.
 */
export const IDLE_TIMEOUT_MS = 60_000;
/**
 * Time that a server waits longer than it says. A client on a busy machine may notice late that the
 * time is over, and a request sent then would be lost with the connection.
 */
export const IDLE_GRACE_MS = 10_000;

/** The limits as Node's servers take them. */
export const IDLE_LIMITS = {
  keepAliveTimeout: IDLE_TIMEOUT_MS,
  keepAliveTimeoutBuffer: IDLE_GRACE_MS,
} as const;
