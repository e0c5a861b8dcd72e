/** For tests. */
import { ApiError } from '../api_error.js';

/** The error with which some work is refused. Throws if the work is done, and any other error. */
export function refusalOf(work: () => unknown): ApiError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
}
