/**
 * Where a search of one shard runs: on the main thread, in a search thread that it reaches through
 * memory both see or as a message, or on another node. Each place takes the same call and gives the
 * same answer; `services/node/test/search_ways.test.ts` holds them together.
 */
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import type { ReaderSnapshot } from '@skein/search_library';
import type { ShardContext } from '../thread_calls.js';

export interface AskedOf<Request> {
  readonly request: Request;
  readonly signal: AbortSignal;
}

/** `Point`: how the place names the point in time that is searched. */
export interface SearchPlace<Point> {
  /**
   * `undefined`: it cannot be done here, and another place has to. Throws what goes wrong in the
   * search.
   */
  search(
    point: Point,
    asked: AskedOf<ShardSearchCall>,
  ): ShardSearchReply | undefined | Promise<ShardSearchReply | undefined>;
}

/** A point in time of a shard of this node. */
export interface LocalPoint {
  /** Names the shard's opening: `HostedShard.readerKey`. */
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly index: IndexVersion;
}

/**
 * What the phases need to know of the index, made only for a thread that has not got this version.
 */
export interface IndexVersion {
  readonly version: string;
  context(): ShardContext;
}

export function pointName({ key, snapshot }: Pick<LocalPoint, 'key' | 'snapshot'>): string {
  return `${key}@${snapshot.version}`;
}
