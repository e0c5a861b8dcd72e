/** `_shards` of a response. */
import type { JsonObject } from '@skein/content';
import { failuresJson, type ShardFailure } from './shard_failures.js';

export interface ShardCounts {
  readonly total: number;
  readonly successful: number;
  /** The number of successful shards that were skipped, because they cannot match. */
  readonly skipped?: number;
  readonly failures: readonly ShardFailure[];
}

export function shardsJson({
  total,
  successful,
  skipped = 0,
  failures,
}: ShardCounts): JsonObject & { readonly total: number } {
  return {
    total,
    successful,
    skipped,
    failed: failures.length,
    ...(failures.length === 0 ? {} : { failures: failuresJson(failures) }),
  };
}
