/** For tests: the errors of requests that must be refused. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseSearchRequest } from '../request/parse_search_request.js';

/** The error's message with those of its causes; `taken` if nothing is thrown. */
export function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return messages(error);
  }
  return 'taken';
}

function messages(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} / ${messages(cause)}` : message;
}

/** The message and status of the error of a search with these aggregations. */
export function refusedAggregations(aggs: JsonObject): string {
  try {
    parseSearchRequest({ aggs }, {});
  } catch (error) {
    if (error instanceof ApiError) return `${error.status}: ${messages(error)}`;
    throw error;
  }
  return 'taken';
}
