/** A read that any copy can answer: the next one is asked when one fails. */
import { type ApiError, asApiError } from '@skein/errors';
import type { ActiveCopy } from './mod.js';

/**
 * The answer of the first copy that has one, at once when the copy answers at once. A fault of the request is the same on every copy and thrown
 * as it is; else the last copy's error is.
 */
export function readFromCopies<T>(
  copies: readonly ActiveCopy[],
  asker: { readonly signal: AbortSignal },
  read: (copy: ActiveCopy) => T | Promise<T>,
): T | Promise<T> {
  const [copy] = copies;
  if (copy === undefined) throw new RangeError('a read needs a copy');
  const askNext = (thrown: unknown): T | Promise<T> => {
    const error = asApiError(thrown);
    if (copies.length === 1 || !isOfThisCopy(error) || asker.signal.aborted) throw error;
    return readFromCopies(copies.slice(1), asker, read);
  };
  try {
    const answer = read(copy);
    return answer instanceof Promise ? answer.catch(askNext) : answer;
  } catch (thrown) {
    return askNext(thrown);
  }
}

/** Whether another copy may do better. */
export function isOfThisCopy({ status, type }: ApiError): boolean {
  return status >= 500 || status === 429 || type === 'search_context_missing_exception';
}
