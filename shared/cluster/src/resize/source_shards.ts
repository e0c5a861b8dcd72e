/**
 * Maps the shards of a resized index to the shards of its source: neighbours are joined when the
 * target has fewer shards, and each is split into several when it has more. Routing keeps its hash
 * slots, so a document is always in the shard made from its old shard.
 */
import { ApiError, illegalArgument } from '@skein/errors';
import type { IndexMetadata } from '../state/index_metadata.js';

export const RESIZE_KINDS = ['shrink', 'split', 'clone'] as const;
export type ResizeKind = (typeof RESIZE_KINDS)[number];

/** Numbers of the source shards whose documents a shard of the target starts with. */
export function sourceShardsOf(
  source: Pick<IndexMetadata, 'numberOfShards'>,
  target: Pick<IndexMetadata, 'numberOfShards'>,
  shardId: number,
): readonly number[] {
  if (target.numberOfShards >= source.numberOfShards) {
    return [Math.floor((shardId * source.numberOfShards) / target.numberOfShards)];
  }
  const factor = source.numberOfShards / target.numberOfShards;
  return Array.from({ length: factor }, (_, at) => shardId * factor + at);
}

/** Checks that the number of shards is possible for the kind of resizing. */
export function checkNumberOfShards(
  kind: ResizeKind,
  source: Pick<IndexMetadata, 'numberOfShards' | 'routingNumShards'>,
  target: number,
): void {
  const { numberOfShards: shards } = source;
  if (kind === 'clone') {
    if (shards === target) return;
    throw illegalArgument(
      `the number of target shards (${target}) must be the same as the number of source shards (${shards})`,
    );
  }
  if (kind === 'shrink') {
    if (shards < target) {
      throw illegalArgument(
        `the number of target shards [${target}] must be less that the number of source shards [${shards}]`,
      );
    }
    checkFactor(shards, target);
    return;
  }
  checkFactor(shards, target);
  if (shards > target) {
    throw illegalArgument(
      `the number of source shards [${shards}] must be less that the number of target shards [${target}]`,
    );
  }
  if (shards > 1 && source.routingNumShards % target !== 0) {
    throw new ApiError(
      'illegal_state_exception',
      `the number of routing shards [${source.routingNumShards}] must be a multiple of the target shards [${target}]`,
    );
  }
}

/**
 * The smallest number of shards for which no shard of a shrunken index exceeds `maxBytes`, when the
 * source has `totalBytes`. It is a divisor of the source's number.
 */
export function shrunkenShards(source: number, totalBytes: number, maxBytes: number): number {
  const least = Math.max(1, Math.ceil(totalBytes / maxBytes));
  for (let shards = least; shards < source; shards++) if (source % shards === 0) return shards;
  return source;
}

function checkFactor(source: number, target: number): void {
  if (source < target && target % source !== 0) {
    throw illegalArgument(
      `the number of source shards [${source}] must be a factor of [${target}]`,
    );
  }
  if (source > target && source % target !== 0) {
    throw illegalArgument(
      `the number of source shards [${source}] must be a multiple of [${target}]`,
    );
  }
}
