/** Calls to a node that may be gone. */
import { asApiError } from '@skein/errors';
import { UNREACHABLE } from './unreachable.js';

const NOT_THERE: ReadonlySet<string> = new Set([...UNREACHABLE, 'connect_transport_exception']);

/** Undefined if the node was not reached. Rejects as the call does for any other error. */
export async function ifReachable<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (thrown) {
    const error = asApiError(thrown);
    if (NOT_THERE.has(error.type)) return undefined;
    throw error;
  }
}
