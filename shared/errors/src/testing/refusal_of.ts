/** Runs work that must be refused, in tests. */
import { ApiError } from '../api_error.js';

/** Returns the ApiError that the work throws. Throws if it succeeds or throws any other error. */
export function refusalOf(work: () => unknown): ApiError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
}
