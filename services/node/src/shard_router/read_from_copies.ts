/** A read that any copy can answer: the next one is asked when one fails. */
import { type ApiError, asApiError } from '@skein/errors';
import type { ActiveCopy } from './mod.js';

/**
 * The answer of the first copy that has one. A fault of the request is the same on every copy and thrown at once; else the last copy's error is
 * thrown.
 */
export async function readFromCopies<T>(
  copies: readonly ActiveCopy[],
  signal: AbortSignal,
  read: (copy: ActiveCopy) => T | Promise<T>,
): Promise<T> {
  let last: ApiError | undefined;
  for (const copy of copies) {
    try {
      return await read(copy);
    } catch (thrown) {
      last = asApiError(thrown);
      if (signal.aborted || !isOfThisCopy(last)) throw last;
    }
  }
  throw last ?? new RangeError('a read needs a copy');
}

/** Whether another copy may do better. */
export function isOfThisCopy({ status, type }: ApiError): boolean {
  return status >= 500 || status === 429 || type === 'search_context_missing_exception';
}
