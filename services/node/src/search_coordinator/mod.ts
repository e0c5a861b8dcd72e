/** Searches over many shards: query phase, reduce, fetch phase. */
import type { JsonObject } from '@skein/content';
import type { SearchRequest } from '@skein/search';
import type { Identity } from '../security/mod.js';

export interface SearchOptions {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

export interface IndexExpression {
  /** Names, wildcards, aliases, date math; empty means all. */
  readonly indices: readonly string[];
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly expandWildcards: readonly string[];
  readonly ignoreThrottled: boolean;
}

export interface SearchCall {
  readonly target: IndexExpression;
  readonly request: SearchRequest;
  readonly routing: readonly string[];
  readonly preference: string | undefined;
  readonly restTotalHitsAsInt: boolean;
  readonly allowPartialSearchResults: boolean;
}

/** The answer as JSON already encoded, in pieces: hits are spliced, never parsed here. */
export interface SearchAnswer {
  readonly status: number;
  readonly chunks: readonly Uint8Array[];
}

export interface CountCall {
  readonly target: IndexExpression;
  readonly query: JsonObject | undefined;
  readonly routing: readonly string[];
  readonly preference: string | undefined;
  readonly terminateAfter: number | undefined;
  readonly minScore: number | undefined;
}

export interface SearchCoordinator {
  search(call: SearchCall, options: SearchOptions): Promise<SearchAnswer>;
  count(call: CountCall, options: SearchOptions): Promise<JsonObject>;
  multiSearch(
    calls: readonly SearchCall[],
    options: SearchOptions & { readonly maxConcurrent: number | undefined },
  ): Promise<SearchAnswer>;
}
