/**
 * Asynchronous searches, which continue without a waiting client. The coordinating node runs the
 * search and keeps its response in memory until it expires. The id names that node, so that any
 * node can forward calls to it. The searches of a node are lost when it stops. Only the owner finds
 * a search.
 */

export { ASYNC_SEARCH_ROUTES, type AsyncSearchCalls } from './async_search_calls.js';
export { type AsyncSearchParts, ClusterAsyncSearches } from './cluster_async_searches.js';
export type * from './contract.js';
