/** A hit as shards name it to the coordinating node. */
import type { GroupKey, SortValue } from '@skein/search_library';

/** One candidate hit: enough to merge shards. */
export interface ShardHit {
  readonly doc: number;
  /** NaN when not scored. */
  readonly score: number;
  /** One bit for each rescorer of the request in whose window the hit was; absent: none. */
  readonly rescoredBy?: number;
  /** The value its group shares; absent: the search is not collapsed. */
  readonly group?: GroupKey;
  /** Comparable sort values, empty when sorted by score alone. */
  readonly sort: readonly SortValue[];
}
