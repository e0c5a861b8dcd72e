/** The routing of documents to shards, for threads that need nothing else of the cluster. */
export { type RoutingShape, shardOf } from './shard_of.js';
