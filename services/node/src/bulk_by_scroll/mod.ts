/**
 * Changes or copies all documents that a search finds, page by page: delete by query, update by
 * query, reindex.
 */

export { type BulkByScrollParts, createBulkByScroll } from './bulk_by_scroll.js';
export { BY_SCROLL_ROUTES, type ByScrollCalls } from './by_scroll_calls.js';
export type * from './contract.js';
export { RemoteAccess } from './remote_access.js';
export type { RemoteSource } from './remote_source.js';
