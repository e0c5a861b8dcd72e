/**
 * A place where a search of one shard can run: the main thread, a search thread reached through
 * shared memory or by message, or another node. Each place takes the same call and gives the same
 * answer; `services/node/test/search_ways.test.ts` checks this.
 */
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import type { ReaderSnapshot } from '@skein/search_library';
import type { ShardContext } from '../threads/thread_calls.js';

export interface AskedOf<Request> {
  readonly request: Request;
  readonly signal: AbortSignal;
}

/** `Point`: how the place identifies the point in time. */
export interface SearchPlace<Point> {
  /**
   * Undefined if the search cannot run here and another place must take it. Throws the errors of
   * the search.
   */
  search(
    point: Point,
    asked: AskedOf<ShardSearchCall>,
  ): ShardSearchReply | undefined | Promise<ShardSearchReply | undefined>;
}

/** A point in time of a shard of this node. */
export interface LocalPoint {
  /** Identifies the shard's opening: `HostedShard.readerKey`. */
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly index: IndexVersion;
}

/**
 * A version of the mapping and the settings of an index. `context` makes the data that the phases
 * need; it is called only for a thread that does not have this version.
 */
export interface IndexVersion {
  readonly version: string;
  context(): ShardContext;
}

export function pointName({ key, snapshot }: Pick<LocalPoint, 'key' | 'snapshot'>): string {
  return `${key}@${snapshot.version}`;
}
