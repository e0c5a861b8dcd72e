/** `_msearch`: several searches, each with its own response or error. */
import { encodeJson } from '@skein/content';
import { ApiError, asApiError, errorResponse, toPlainError } from '@skein/errors';
import type { MultiSearchOptions, SearchAnswer, SearchCall, SearchOptions } from './contract.js';
import { runInTurns } from './run_limited.js';
import { search } from './search.js';
import type { SearchCoordinatorParts } from './search_caller.js';

/** Default of `max_concurrent_searches`. */
const DEFAULT_MAX_CONCURRENT = 10;

const encoder = new TextEncoder();
const COMMA = encoder.encode(',');

export async function multiSearch(
  calls: readonly (SearchCall | ApiError)[],
  options: MultiSearchOptions,
  parts: SearchCoordinatorParts,
): Promise<SearchAnswer> {
  const startMs = parts.clock.monotonicMs();
  const limit = options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT;
  const answers = await runInTurns(calls, { limit, turns: parts }, async (call, i) => {
    try {
      return await one(call, options, parts);
    } catch (thrown) {
      const failure = asApiError(thrown);
      options.itemFailed(i, toPlainError(failure));
      const { error, status } = errorResponse(failure);
      return [encodeJson({ error, status })];
    }
  });
  const took = Math.round(parts.clock.monotonicMs() - startMs);
  const chunks: Uint8Array[] = [encoder.encode(`{"took":${took},"responses":[`)];
  answers.forEach((answer, i) => {
    if (i > 0) chunks.push(COMMA);
    chunks.push(...answer);
  });
  chunks.push(encoder.encode(']}'));
  return { status: 200, chunks };
}

async function one(
  call: SearchCall | ApiError,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<readonly Uint8Array[]> {
  if (call instanceof ApiError) throw call;
  return (await search(call, options, parts, { shownStatus: 200 })).chunks;
}
