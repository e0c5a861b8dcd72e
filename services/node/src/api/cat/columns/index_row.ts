/** A row of `_cat/indices`. */
import type { HealthStatus, IndexMetadata } from '@skein/cluster';
import type { ShardStats } from '@skein/shard';

export interface IndexRow {
  readonly index: IndexMetadata;
  readonly health: HealthStatus;
  readonly primaries: readonly ShardStats[];
  /** The figures of primaries and replicas. */
  readonly all: readonly ShardStats[];
}
