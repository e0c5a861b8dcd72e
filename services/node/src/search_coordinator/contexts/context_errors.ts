/** Errors of scrolls and points in time, in OpenSearch's words. */
import { formatTimeMs } from '@skein/base';
import { ApiError, errorDetail, invalidRequest } from '@skein/errors';

export function contextMissing(number: number): ApiError {
  return new ApiError(
    'search_context_missing_exception',
    `No search context found for id [${number}]`,
  );
}

/**
 * The error for a context that does not exist for this caller: that of a search in which all shards
 * fail.
 */
export function searchWithoutContext(number: number): ApiError {
  return failedEverywhere(contextMissing(number));
}

/** The error of a search that failed before any shard was asked. */
export function failedEverywhere(error: ApiError): ApiError {
  return new ApiError('search_phase_execution_exception', 'all shards failed', {
    status: error.status,
    rootCauses: [error],
    metadata: {
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: -1, index: null, reason: errorDetail(error) }],
    },
    cause: error,
  });
}

export function keepAliveTooLong(askedMs: number, mostMs: number, setting: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Keep alive for request (${formatTimeMs(askedMs)}) is too large. It must be less than (${formatTimeMs(mostMs)}). ` +
      `This limit can be set by changing the [${setting}] cluster level setting.`,
  );
}

export function tooManyContexts(what: string, most: number, setting: string): ApiError {
  return new ApiError(
    'too_many_scroll_contexts_exception',
    `Trying to create too many ${what} contexts. Must be less than or equal to: [${most}]. ` +
      `This limit can be set by changing the [${setting}] setting.`,
  );
}

/** Throws all faults of a request together. */
export function unusable(faults: readonly (readonly [isThere: boolean, reason: string])[]): void {
  const reasons = faults.flatMap(([isThere, reason]) => (isThere ? [reason] : []));
  if (reasons.length > 0) throw invalidRequest(reasons);
}
