/**
 * Searches that go on when nobody waits for them. The node that was asked has the search and keeps
 * its answer, in memory, until its time is over: its id names that node, and any node asks there.
 * What a node has kept is gone when it stops. Only whoever began a search finds it.
 */

export { ASYNC_SEARCH_ROUTES, type AsyncSearchCalls } from './async_search_calls.js';
export { type AsyncSearchParts, ClusterAsyncSearches } from './cluster_async_searches.js';
export type {
  AsyncLook,
  AsyncOutcome,
  AsyncSearchCounts,
  AsyncSearches,
  AsyncSearchState,
  AsyncSearchStats,
  AsyncTerms,
} from './contract.js';
