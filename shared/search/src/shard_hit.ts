/** A hit as exchanged between a shard and the coordinating node. */
import type { GroupKey, SortValue } from '@skein/search_library';

/** One candidate hit, with enough data to merge shards. */
export interface ShardHit {
  readonly doc: number;
  /** NaN if not scored. */
  readonly score: number;
  /** The rescorers of the request whose windows contained the hit; absent without rescorers. */
  readonly rescoredBy?: readonly number[];
  /** The value that the hit's group shares; absent if the search is not collapsed. */
  readonly group?: GroupKey;
  /** Comparable sort values, empty when sorted by score alone. */
  readonly sort: readonly SortValue[];
}
