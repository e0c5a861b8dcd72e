/** A read that any copy can answer: if one copy fails, the next one is asked. */
import { type ApiError, asApiError } from '@skein/errors';
import { UNREACHABLE } from '../node_links/mod.js';
import { notAvailable } from '../shard_host/mod.js';
import type { ReadableCopy } from './contract.js';

const NOT_THERE = 'no_shard_available_action_exception';
const NOT_REACHED: ReadonlySet<string> = new Set([...UNREACHABLE, 'connect_transport_exception']);

/**
 * The answer of the first copy that gives one; synchronous if the copy answers synchronously. An
 * error of the request is the same on every copy and thrown unchanged. Otherwise the most telling
 * error is thrown; if its node was not reached, the shard is unavailable (503) and the client may
 * retry. `earlier`: the error of the copies that were asked before.
 */
export function readFromCopies<T>(
  copies: readonly ReadableCopy[],
  asker: { readonly signal: AbortSignal },
  read: (copy: ReadableCopy) => T | Promise<T>,
  earlier?: ApiError,
): T | Promise<T> {
  const [copy] = copies;
  if (copy === undefined) throw new RangeError('a read needs a copy');
  const askNext = (thrown: unknown): T | Promise<T> => {
    const own = asApiError(thrown);
    if (!isOfThisCopy(own) || asker.signal.aborted) throw own;
    const error = moreTelling(earlier, own);
    if (copies.length === 1) throw NOT_REACHED.has(error.type) ? unavailable(copy, error) : error;
    return readFromCopies(copies.slice(1), asker, read, error);
  };
  try {
    const answer = read(copy);
    return answer instanceof Promise ? answer.catch(askNext) : answer;
  } catch (thrown) {
    return askNext(thrown);
  }
}

/**
 * The error to report of two copies of a shard: the later one, unless it says only that its copy is
 * not there, as in OpenSearch.
 */
export function moreTelling(earlier: ApiError | undefined, later: ApiError): ApiError {
  return earlier !== undefined && later.type === NOT_THERE ? earlier : later;
}

function unavailable({ shard }: ReadableCopy, cause: ApiError): ApiError {
  return notAvailable(shard.index.name, shard.shardId, cause);
}

/** True if another copy may succeed. */
export function isOfThisCopy({ status, type }: ApiError): boolean {
  return status >= 500 || status === 429 || type === 'search_context_missing_exception';
}
