/**
 * Thrown where this thread cannot do, or does not want to finish, what another thread can do. The
 * work is given to that thread; no client is told, so nothing wraps it in an error of a request.
 */
export class LeftToAnotherThread extends Error {}
