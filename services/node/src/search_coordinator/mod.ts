/** Searches over many shards: query phase, reduce, fetch phase. */

export { CONTEXT_ROUTES, type ContextCalls } from './contexts/context_calls.js';
export {
  type ContextId,
  contextIdText,
  newContextId,
  parseContextId,
} from './contexts/context_id.js';
export { answerContextCalls } from './contexts/context_service.js';
export { RemoteContexts } from './contexts/remote_contexts.js';
export { SearchContexts } from './contexts/search_contexts.js';
export type * from './contract.js';
export { plainTerms } from './plain_terms.js';
export { type EndedSearch, RequestSlowLog } from './request_slow_log.js';
export { runInTurns } from './run_limited.js';
export type { SearchCoordinatorParts } from './search_caller.js';
export { createSearchCoordinator } from './search_coordinator.js';
export { SearchTimes } from './search_times.js';
