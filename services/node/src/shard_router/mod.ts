/**
 * Shards on any node: the calls of `ShardHost` for every shard of the cluster. A copy on this node
 * is called directly, without copying; one on another node is called through `NodeLinks`. The
 * caller chooses the copy: `copies` lists them, the best first.
 */
export type * from './contract.js';

export { isReadableShard, preferredShards } from './copy_choice.js';
export { currentPreference, preferenceOfRead } from './current_copies.js';
export { isOfThisCopy, moreTelling, readFromCopies } from './read_from_copies.js';
export { SHARD_ROUTES, type ShardCalls } from './shard_calls.js';
export type { ShardRouterParts } from './shard_router.js';
export { NodeShardRouter } from './shard_router.js';
export { ShardService, type ShardServiceParts } from './shard_service.js';
