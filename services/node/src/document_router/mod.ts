/** Documents by id, routed to their shards; writes go to the primary first. */

export type { RoutedWrite } from '../shard_host/mod.js';
export type { BatchOutcome, RoutedWriteResult, ShardPart } from './batch_outcome.js';
export { droppedResult, partResult, refusedResult } from './batch_outcome.js';
export type * from './contract.js';
export { aliasProblem } from './create_missing_indices.js';
export type { DocumentRouterOptions } from './document_router.js';
export { createDocumentRouter } from './document_router.js';
export { DocumentStatuses } from './document_statuses.js';
export { readPlace } from './place.js';
export { PLAIN_WRITE, plainWrite } from './plain_write.js';
