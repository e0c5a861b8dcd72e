/** Computes the shard of a document, and the shards that a routed search must ask. */
import { ApiError } from '@skein/errors';
import type { IndexMetadata } from '../state/index_metadata.js';
import { murmur3 } from './murmur3.js';

/**
 * The limit of hash slots over which documents of one index are spread, so that the index can later
 * be split.
 */
const MAX_ROUTING_SHARDS = 1024;

/** The index metadata that decides the shards of documents. */
export type RoutingShape = Pick<
  IndexMetadata,
  'numberOfShards' | 'routingNumShards' | 'routingPartitionSize'
>;

/**
 * The shard of a document. Both id and routing matter only with `routing_partition_size` above 1.
 */
export function shardOf(index: RoutingShape, id: string, routing: string | undefined): number {
  const partition =
    index.routingPartitionSize > 1 ? floorModulo(murmur3(id), index.routingPartitionSize) : 0;
  return slot(index, murmur3(routing ?? id) + partition);
}

/**
 * The shards, ascending, that may hold documents of these routing values. Without values it is no
 * shard; `undefined` stands for all of them.
 */
export function shardsOfRouting(
  index: RoutingShape,
  routing: ReadonlySet<string> | undefined,
): number[] {
  if (routing === undefined) return Array.from({ length: index.numberOfShards }, (_, i) => i);
  const shards = new Set<number>();
  for (const value of routing) {
    const hash = murmur3(value);
    for (let offset = 0; offset < index.routingPartitionSize; offset++) {
      shards.add(slot(index, hash + offset));
    }
  }
  return [...shards].sort((a, b) => a - b);
}

function slot(index: RoutingShape, hash: number): number {
  const routingFactor = index.routingNumShards / index.numberOfShards;
  // A Java int wraps: `| 0`.
  return Math.floor(floorModulo(hash | 0, index.routingNumShards) / routingFactor);
}

function floorModulo(value: number, divisor: number): number {
  const remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

/**
 * Number of hash slots of a new index: the shard count doubled while it stays within 1024; at least
 * one doubling. 3 shards: 768.
 */
export function defaultRoutingNumShards(numberOfShards: number): number {
  const log2MaxSplits = Math.log2(MAX_ROUTING_SHARDS) - Math.ceil(Math.log2(numberOfShards));
  return numberOfShards * 2 ** Math.max(1, log2MaxSplits);
}

/** An explicit `index.number_of_routing_shards` must be a multiple of the shard count. */
export function checkRoutingNumShards(numberOfShards: number, routingNumShards: number): void {
  if (routingNumShards < numberOfShards) {
    throw new ApiError(
      'illegal_argument_exception',
      `index.number_of_routing_shards [${routingNumShards}] must be >= index.number_of_shards [${numberOfShards}]`,
    );
  }
  if (routingNumShards % numberOfShards !== 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `the number of source shards [${numberOfShards}] must be a factor of [${routingNumShards}]`,
    );
  }
}
